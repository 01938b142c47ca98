ALTER TABLE "user_preferences" ADD COLUMN "day_start_hour" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
DROP INDEX "cards_due";--> statement-breakpoint
DROP INDEX "cards_new";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "next_review_date" date;--> statement-breakpoint
-- The date of the clock where the card's last review was made, as far as this database knows the place; else where its user
-- was last seen. Days began at midnight then.
WITH "place" AS MATERIALIZED (SELECT "name" FROM "pg_timezone_names"),
"last_review" AS (
	SELECT DISTINCT ON ("user_id", "card_id") "user_id", "card_id", "time_zone"
	FROM "reviews" WHERE "undone_at" IS NULL ORDER BY "user_id", "card_id", "id" DESC
),
"due" AS (
	SELECT "card"."user_id", "card"."id", coalesce("reviewed"."name", "seen"."name", 'UTC') AS "time_zone"
	FROM "cards" AS "card"
	LEFT JOIN "last_review" AS "last" ON "last"."user_id" = "card"."user_id" AND "last"."card_id" = "card"."id"
	LEFT JOIN "place" AS "reviewed" ON "reviewed"."name" = "last"."time_zone"
	LEFT JOIN "user_reminders" AS "reader" ON "reader"."user_id" = "card"."user_id"
	LEFT JOIN "place" AS "seen" ON "seen"."name" = "reader"."time_zone"
	WHERE "card"."next_review_at" IS NOT NULL
)
UPDATE "cards" SET "next_review_date" = ("cards"."next_review_at" AT TIME ZONE "due"."time_zone")::date
FROM "due" WHERE "cards"."user_id" = "due"."user_id" AND "cards"."id" = "due"."id";--> statement-breakpoint
-- INCLUDE lets counts of what is due, or new, be read from an index alone.
CREATE INDEX "cards_due" ON "cards" USING btree ("user_id","next_review_date") INCLUDE ("folder_id", "difficulty");--> statement-breakpoint
CREATE INDEX "cards_new" ON "cards" USING btree ("user_id","created_at","id") INCLUDE ("folder_id", "difficulty") WHERE "cards"."next_review_date" is null;
