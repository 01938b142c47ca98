ALTER TABLE "user_billing" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "closing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "reminder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "reminder_hour" smallint DEFAULT 18 NOT NULL;--> statement-breakpoint
-- Whoever changed a preference but was never seen by the reminders has no row there yet. Nothing is planned for them before
-- their next visit, which brings the time zone.
INSERT INTO "user_reminders" ("user_id", "time_zone", "last_visit_at", "unsubscribe_token", "reminder", "reminder_hour")
SELECT "user_id", 'UTC', "updated_at", gen_random_uuid(), "reminder", "reminder_hour" FROM "user_preferences"
ON CONFLICT ("user_id") DO UPDATE SET "reminder" = excluded."reminder", "reminder_hour" = excluded."reminder_hour";--> statement-breakpoint
ALTER TABLE "user_preferences" DROP COLUMN "reminder";--> statement-breakpoint
ALTER TABLE "user_preferences" DROP COLUMN "reminder_hour";--> statement-breakpoint
UPDATE "users" SET "web" = "subscription_stripe" IS NOT NULL;
