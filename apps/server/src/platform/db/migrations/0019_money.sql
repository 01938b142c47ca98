ALTER TABLE "users" ADD COLUMN "grace_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "customer_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "paid_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "failed_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "renewal_amount" integer;--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "renewal_currency" varchar(3);--> statement-breakpoint
ALTER TABLE "user_billing" ADD COLUMN "reminded_of" timestamp (3) with time zone;--> statement-breakpoint
-- Nobody gets a letter today about what was paid long ago.
UPDATE "user_billing" SET "paid_for" = "synced_at" WHERE "status" IS NOT NULL;--> statement-breakpoint
UPDATE "users" SET "grace_until" = "user_billing"."grace_until" FROM "user_billing"
WHERE "user_billing"."user_id" = "users"."id" AND "user_billing"."grace_until" IS NOT NULL;
