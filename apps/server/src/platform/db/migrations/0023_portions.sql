-- A folder's cards in the order of its list, so that a portion of them is one range; what its figures and its order of study
-- are made of is read from the index alone.
DROP INDEX "cards_folder";--> statement-breakpoint
CREATE INDEX "cards_folder" ON "cards" USING btree ("user_id","folder_id","created_at","id") INCLUDE ("difficulty", "suspended", "group_id", "next_review_date", "last_review_date", "stability");
