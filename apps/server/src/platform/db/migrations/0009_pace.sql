CREATE TABLE "shared_dates" (
	"user_id" bigint NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "shared_dates_user_id_date_pk" PRIMARY KEY("user_id","date")
);
--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "reviews_per_day" integer;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "catch_up_until" date;--> statement-breakpoint
ALTER TABLE "shared_dates" ADD CONSTRAINT "shared_dates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;