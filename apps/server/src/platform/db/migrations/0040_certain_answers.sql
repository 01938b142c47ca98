-- Answers that were typed, or given in a test, are certain, and say nothing about what a student's buttons mean (decision 038).
-- Until now they counted as if a button of a card that was turned over had been pressed.
UPDATE "reviews" SET "mode" = 'test'
FROM (
	SELECT "tests"."user_id", ("question"->>'reviewId')::uuid AS "review_id"
	FROM "tests", jsonb_array_elements("tests"."questions") AS "question" WHERE "question"->>'kind' = 'flip'
) AS "asked"
WHERE "reviews"."user_id" = "asked"."user_id" AND "reviews"."review_id" = "asked"."review_id" AND "reviews"."mode" = 'flip';--> statement-breakpoint
UPDATE "reviews" SET "grade" = 2
WHERE "mode" IN ('type', 'test') AND "difficulty" = 'hard' AND "answer_result" = 'correct' AND "grade" IS NULL;--> statement-breakpoint
-- After a certain failure, each Difícil of a card that was turned over counted as recalled. It does so only if the button 'No la
-- recordé' was used, and until 30 Difícil have come without it.
UPDATE "reviews" SET "grade" = NULL
FROM (
	SELECT "user_id", "id", "forgotten", count(*) FILTER (WHERE "grade" IS NULL OR "grade" = 2) OVER (
		PARTITION BY "user_id", "forgotten" ORDER BY "id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "hard_since"
	FROM (
		SELECT "turned"."user_id", "turned"."id", "turned"."grade", max("turned"."id") FILTER (WHERE "turned"."grade" = 1) OVER (
			PARTITION BY "turned"."user_id" ORDER BY "turned"."id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "forgotten"
		FROM "reviews" AS "turned"
		WHERE "turned"."mode" = 'flip' AND "turned"."undone_at" IS NULL
			AND NOT ("turned"."practice" AND "turned"."due_before" IS NULL)
	) AS "pressed"
) AS "counted", (
	SELECT "user_id", min("id") AS "first" FROM "reviews" WHERE "mode" IN ('type', 'test') AND "grade" = 1 GROUP BY "user_id"
) AS "certain"
WHERE "reviews"."user_id" = "counted"."user_id" AND "reviews"."id" = "counted"."id"
	AND "reviews"."user_id" = "certain"."user_id" AND "reviews"."id" > "certain"."first"
	AND "reviews"."grade" = 2 AND "reviews"."answer_result" = 'correct' AND "reviews"."import_id" IS NULL
	AND ("counted"."forgotten" IS NULL OR "counted"."hard_since" >= 30);--> statement-breakpoint
-- The hourly job of the weights folds these logs again; the sums of recall are computed again when they are read.
UPDATE "user_scheduling" SET "refit_check_at" = 0, "calibrated_through" = NULL, "summed_through" = NULL
WHERE "user_id" IN (SELECT "user_id" FROM "reviews" WHERE "mode" IN ('type', 'test'));
