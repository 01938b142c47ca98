ALTER TABLE "user_preferences" ADD COLUMN "session_size" integer DEFAULT 20;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "new_cards_offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- INCLUDE lets counts of new cards be read from the index alone, as those of due ones are from cards_due.
CREATE INDEX "cards_new" ON "cards" USING btree ("user_id","created_at","id") INCLUDE ("folder_id", "difficulty") WHERE "cards"."next_review_at" is null;
