ALTER TABLE "user_preferences" ADD COLUMN "quiet_days" double precision[];--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "due_counts" "bytea";--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "due_counts_from" date;