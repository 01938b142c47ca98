ALTER TABLE "user_reminders" ADD COLUMN "reminder_minute" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "last_reminder_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "mail_refusals" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "mail_refused_on" date;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "mail_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_reminders" ADD COLUMN "mail_stop_seen_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "user_reminders" SET "last_reminder_for" = (
	SELECT max("scheduled_at") FROM "email_reminders" WHERE "email_reminders"."user_id" = "user_reminders"."user_id" AND "sent_at" IS NOT NULL
) WHERE "last_daily_reminder_sent" IS NOT NULL;
