ALTER TABLE "user_preferences" ADD COLUMN "forgotten_explained" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "recalled_count" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "hard_recalled_count" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "recalled_in_a_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "folded" jsonb;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "calibrated" jsonb;--> statement-breakpoint
-- Calibrations so far were learned by other rules than those by which the log would be folded now. So they become checkpoints
-- of the fold, as after a fit of the weights: from here on nothing is counted yet, and the next fit folds the whole log.
UPDATE "user_scheduling" SET "folded_through" = "last_review_id", "folded" = jsonb_build_object(
	'calibrationA', "calibration_a", 'calibrationB', "calibration_b", 'hardSinceForgotten', "hard_since_forgotten",
	'recalledCount', 0, 'hardRecalledCount', 0, 'recalledInARow', 0)
WHERE "last_review_id" > 0;--> statement-breakpoint
UPDATE "user_scheduling" SET "calibrated_through" = NULL WHERE "calibrated_through" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" DROP COLUMN "folded_a";--> statement-breakpoint
ALTER TABLE "user_scheduling" DROP COLUMN "folded_b";--> statement-breakpoint
ALTER TABLE "user_scheduling" DROP COLUMN "calibrated_a";--> statement-breakpoint
ALTER TABLE "user_scheduling" DROP COLUMN "calibrated_b";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_review"(
	"owner" bigint, "card" bigint, "seen_version" bigint, "review" jsonb, "new_due_counts" bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	entry reviews%ROWTYPE := jsonb_populate_record(NULL::reviews, review);
	state record;
	given bigint;
BEGIN
	PERFORM 1 FROM cards WHERE user_id = owner AND id = card FOR UPDATE;
	IF NOT FOUND THEN RETURN false; END IF;

	SELECT * INTO state FROM jsonb_to_record(entry.state_after) AS s(
		"calibrationA" double precision, "calibrationB" double precision, "hardSinceForgotten" integer,
		"recalledCount" double precision, "hardRecalledCount" double precision, "recalledInARow" integer,
		"difficulty" varchar, "reviewCount" integer, "lastReviewedAt" timestamp with time zone, "lastReviewDate" date,
		"nextReviewAt" timestamp with time zone, "nextReviewDate" date, "interval" integer, "easeFactor" integer,
		"stability" double precision, "memoryDifficulty" double precision);

	INSERT INTO user_scheduling AS learner (user_id, calibration_a, calibration_b, hard_since_forgotten, recalled_count,
		hard_recalled_count, recalled_in_a_row, version, last_review_id)
	VALUES (owner, state."calibrationA", state."calibrationB", state."hardSinceForgotten", state."recalledCount",
		state."hardRecalledCount", state."recalledInARow", 1, nextval('reviews_id_seq'))
	ON CONFLICT (user_id) DO UPDATE
	SET calibration_a = excluded.calibration_a, calibration_b = excluded.calibration_b,
		hard_since_forgotten = excluded.hard_since_forgotten, recalled_count = excluded.recalled_count,
		hard_recalled_count = excluded.hard_recalled_count, recalled_in_a_row = excluded.recalled_in_a_row,
		due_counts = new_due_counts, version = learner.version + 1,
		last_review_id = greatest(learner.last_review_id + 1, excluded.last_review_id)
	WHERE learner.version = seen_version
	RETURNING last_review_id INTO given;
	IF NOT FOUND THEN RETURN false; END IF;

	UPDATE cards
	SET difficulty = state.difficulty, review_count = state."reviewCount", last_reviewed_at = state."lastReviewedAt",
		last_review_date = state."lastReviewDate", next_review_at = state."nextReviewAt",
		next_review_date = state."nextReviewDate", "interval" = state."interval", ease_factor = state."easeFactor",
		stability = state.stability, memory_difficulty = state."memoryDifficulty"
	WHERE user_id = owner AND id = card;

	INSERT INTO reviews (id, user_id, card_id, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id)
	OVERRIDING SYSTEM VALUE
	VALUES (given, owner, card, entry.review_id, entry.folder_id, entry.difficulty, entry.answer_result, entry.grade,
		entry.reviewed_at, entry.time_zone, entry.local_date, entry.due_before, entry.practice, entry.retrievability,
		entry.state_before, entry.state_after, entry.duration_ms, entry.study_session_id);
	RETURN true;
END
$$;
