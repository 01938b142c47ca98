ALTER TABLE "user_preferences" ADD COLUMN "catch_up_per_day" integer;--> statement-breakpoint
-- Plans under way keep the number that they have today: an even part of everything that is due until their end.
UPDATE "user_preferences" SET "catch_up_per_day" = greatest(1, ceil((
  SELECT count(*) FROM "cards"
  WHERE "cards"."user_id" = "user_preferences"."user_id" AND "next_review_date" <= "catch_up_until" AND NOT "suspended"
) / ("catch_up_until" - current_date + 1)::numeric))
WHERE "catch_up_until" >= current_date;
