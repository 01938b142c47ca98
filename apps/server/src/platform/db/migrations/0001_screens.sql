ALTER TABLE "user_preferences" ADD COLUMN "new_cards_per_day" integer;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "reminder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "reminder_hour" smallint DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "catalog_slug" varchar(64);--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_catalog_slug_unique" UNIQUE("user_id","catalog_slug");