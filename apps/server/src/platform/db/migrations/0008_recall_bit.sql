ALTER TABLE "reviews" ALTER COLUMN "answer_result" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "grade" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "hard_since_forgotten" integer;--> statement-breakpoint
-- What the log tells: every Difícil was a Hard until now, and only "No la recordé" an Again.
UPDATE "user_scheduling" AS "learner" SET "hard_since_forgotten" = (
	SELECT count(*) FROM "reviews"
	WHERE "user_id" = "learner"."user_id" AND "undone_at" IS NULL AND "grade" = 2 AND "id" > "forgotten"."id"
)
FROM (
	SELECT "user_id", max("id") AS "id" FROM "reviews" WHERE "undone_at" IS NULL AND "grade" = 1 GROUP BY "user_id"
) AS "forgotten"
WHERE "forgotten"."user_id" = "learner"."user_id";
