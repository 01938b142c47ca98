CREATE TABLE "email_verifications" (
	"user_id" bigint NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"email" varchar(255) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_verifications_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash"),
	CONSTRAINT "email_verifications_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "user_reminders" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"last_visit_at" timestamp (3) with time zone NOT NULL,
	"next_reminder_at" timestamp (3) with time zone,
	"served_date" date,
	"last_daily_reminder_sent" timestamp (3) with time zone,
	"farewell_sent_at" timestamp (3) with time zone,
	"offer_answered_at" timestamp (3) with time zone,
	"unsubscribe_token" uuid NOT NULL,
	CONSTRAINT "user_reminders_token_unique" UNIQUE("unsubscribe_token")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" varchar(255);--> statement-breakpoint
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD CONSTRAINT "user_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_reminders_next" ON "user_reminders" USING btree ("next_reminder_at") WHERE next_reminder_at is not null;--> statement-breakpoint
CREATE INDEX "email_reminders_scheduled" ON "email_reminders" USING btree ("user_id","scheduled_at");