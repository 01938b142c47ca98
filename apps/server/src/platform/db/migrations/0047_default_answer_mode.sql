ALTER TABLE "folders" ALTER COLUMN "answer_mode" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "folders" ALTER COLUMN "answer_mode" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "answer_mode" varchar(6) DEFAULT 'flip' NOT NULL;--> statement-breakpoint
-- Until now turning over was the default of every folder, so that nothing says where it was chosen.
UPDATE "folders" SET "answer_mode" = NULL WHERE "answer_mode" = 'flip';
