CREATE TABLE "devices" (
	"user_id" bigint NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" bigint NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_resets_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash"),
	CONSTRAINT "password_resets_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "previous_emails" (
	"user_id" bigint NOT NULL,
	"email" varchar(255) NOT NULL,
	"token_hash" varchar(64),
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "previous_emails_user_id_email_pk" PRIMARY KEY("user_id","email"),
	CONSTRAINT "previous_emails_token_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previous_emails" ADD CONSTRAINT "previous_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "previous_emails_email" ON "previous_emails" USING btree ("email");--> statement-breakpoint
-- Links that were mailed before go on working.
INSERT INTO "password_resets" ("user_id", "token_hash", "expires_at", "created_at")
SELECT "id", "reset_token", "reset_token_expiry", "reset_token_expiry" - interval '30 minutes' FROM "users"
WHERE "reset_token" IS NOT NULL AND "reset_token_expiry" IS NOT NULL AND length("reset_token") <= 64;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "reset_token";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "reset_token_expiry";--> statement-breakpoint
-- No session outlives its 180th day, also of those that began before there was a limit.
UPDATE "sessions" SET "expire" = least("expire", ("sess"->>'createdAt')::timestamptz + interval '180 days');
