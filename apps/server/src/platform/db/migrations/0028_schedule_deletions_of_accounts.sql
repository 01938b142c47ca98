ALTER TABLE "previous_emails" ADD COLUMN "deletion_token_hash" varchar(64);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_deletion" ON "users" USING btree ("deletion_at") WHERE deletion_at is not null;--> statement-breakpoint
ALTER TABLE "previous_emails" ADD CONSTRAINT "previous_emails_deletion_token_unique" UNIQUE("deletion_token_hash");