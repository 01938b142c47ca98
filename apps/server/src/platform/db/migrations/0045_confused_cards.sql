ALTER TABLE "reviews" ADD COLUMN "confused_with" bigint;--> statement-breakpoint
CREATE INDEX "reviews_confused" ON "reviews" USING btree ("user_id","id") WHERE "reviews"."confused_with" is not null;--> statement-breakpoint
ALTER TABLE "tests" DROP COLUMN "wrong_choices";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_review"(
	"owner" bigint, "card" bigint, "seen_version" bigint, "review" jsonb, "new_due_counts" bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	entry reviews%ROWTYPE := jsonb_populate_record(NULL::reviews, review);
	state record;
	-- A variable, because a cluster accepts no volatile function in an update of a distributed table.
	next_id bigint := nextval('reviews_id_seq');
	given bigint;
BEGIN
	SELECT * INTO state FROM jsonb_to_record(entry.state_after) AS s(
		"calibrationA" double precision, "calibrationB" double precision, "hardSinceForgotten" integer,
		"recalledCount" double precision, "hardRecalledCount" double precision, "recalledInARow" integer,
		"difficulty" varchar, "reviewCount" integer, "lastReviewedAt" timestamp with time zone, "lastReviewDate" date,
		"nextReviewAt" timestamp with time zone, "nextReviewDate" date, "interval" integer, "easeFactor" integer,
		"stability" double precision, "memoryDifficulty" double precision);

	UPDATE cards
	SET difficulty = state.difficulty, review_count = state."reviewCount", last_reviewed_at = state."lastReviewedAt",
		last_review_date = state."lastReviewDate", next_review_at = state."nextReviewAt",
		next_review_date = state."nextReviewDate", "interval" = state."interval", ease_factor = state."easeFactor",
		stability = state.stability, memory_difficulty = state."memoryDifficulty"
	WHERE user_id = owner AND id = card;
	IF NOT FOUND THEN RETURN false; END IF;

	IF seen_version = 0 THEN INSERT INTO user_scheduling (user_id) VALUES (owner) ON CONFLICT DO NOTHING; END IF;
	UPDATE user_scheduling
	SET calibration_a = state."calibrationA", calibration_b = state."calibrationB",
		hard_since_forgotten = state."hardSinceForgotten", recalled_count = state."recalledCount",
		hard_recalled_count = state."hardRecalledCount", recalled_in_a_row = state."recalledInARow",
		due_counts = new_due_counts, version = version + 1,
		last_review_id = greatest(last_review_id + 1, next_id)
	WHERE user_id = owner AND version = seen_version
	RETURNING last_review_id INTO given;
	-- The card is changed by now, so the statement has to fail.
	IF NOT FOUND THEN RAISE EXCEPTION 'the schedule has another version' USING ERRCODE = 'serialization_failure'; END IF;

	INSERT INTO reviews (id, user_id, card_id, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id, mode, hints,
		confused_with)
	OVERRIDING SYSTEM VALUE
	VALUES (given, owner, card, entry.review_id, entry.folder_id, entry.difficulty, entry.answer_result, entry.grade,
		entry.reviewed_at, entry.time_zone, entry.local_date, entry.due_before, entry.practice, entry.retrievability,
		entry.state_before, entry.state_after, entry.duration_ms, entry.study_session_id,
		-- A server of an earlier version passes no hints.
		entry.mode, coalesce(entry.hints, 0), entry.confused_with);
	-- The feed is locked last, as in every transaction that changes something. It need not name the card, because readers of the feed
	-- also read the log.
	IF review ? 'changes' THEN PERFORM record_changes(owner, review->'changes'); END IF;
	RETURN true;
END
$$;
