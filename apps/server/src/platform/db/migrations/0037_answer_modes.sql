ALTER TABLE "folders" ADD COLUMN "answer_mode" varchar(6) DEFAULT 'flip' NOT NULL;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "strict_accents" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "mode" varchar(6) DEFAULT 'flip' NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_review"(
	"owner" bigint, "card" bigint, "seen_version" bigint, "review" jsonb, "new_due_counts" bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	entry reviews%ROWTYPE := jsonb_populate_record(NULL::reviews, review);
	state record;
	given bigint;
	place bigint;
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
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id, mode)
	OVERRIDING SYSTEM VALUE
	VALUES (given, owner, card, entry.review_id, entry.folder_id, entry.difficulty, entry.answer_result, entry.grade,
		entry.reviewed_at, entry.time_zone, entry.local_date, entry.due_before, entry.practice, entry.retrievability,
		entry.state_before, entry.state_after, entry.duration_ms, entry.study_session_id,
		-- A server of the version before this one passes no mode.
		coalesce(entry.mode, 'flip'));
	-- The feed is locked last, as in every transaction that changes something. A rating mostly changes its card alone, which is then
	-- known to the feed: two updates take half the time of `record_changes`.
	IF review ? 'changes' THEN
		PERFORM record_changes(owner, review->'changes');
		RETURN true;
	END IF;
	UPDATE change_feeds SET last_position = last_position + 1 WHERE user_id = owner RETURNING last_position INTO place;
	UPDATE changes SET "position" = place, gone_at = NULL
	WHERE user_id = owner AND kind = 'card' AND thing_id = card AND place IS NOT NULL;
	IF NOT FOUND THEN
		PERFORM record_changes(owner, jsonb_build_array(jsonb_build_object('kind', 'card', 'ids', jsonb_build_array(card))));
	END IF;
	RETURN true;
END
$$;
