ALTER TABLE "feedback" ADD COLUMN "answered_at" timestamp (3) with time zone;
