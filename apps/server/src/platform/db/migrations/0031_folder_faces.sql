ALTER TABLE "folders" ADD COLUMN "color" varchar(16);--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "icon" varchar(16);