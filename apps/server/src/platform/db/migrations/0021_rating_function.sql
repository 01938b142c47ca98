-- A rating's write in one call. A function, because a distributed database sends it to the user's node as a whole; and one of
-- its own, because single statements cost less than one that is put together of four. The card is locked first, then the
-- version decides: if another server rated or undid since the state was read, nothing is written.
CREATE FUNCTION "log_review"(
	"owner" bigint, "card" bigint, "seen_version" bigint,
	"new_calibration_a" double precision, "new_calibration_b" double precision, "new_hard_since_forgotten" integer,
	"new_difficulty" varchar, "new_review_count" integer, "new_last_reviewed_at" timestamp with time zone,
	"new_last_review_date" date, "new_next_review_at" timestamp with time zone, "new_next_review_date" date,
	"new_interval" integer, "new_ease_factor" integer, "new_stability" double precision,
	"new_memory_difficulty" double precision,
	"review_id" uuid, "folder_id" bigint, "difficulty" varchar, "answer_result" varchar, "grade" smallint,
	"reviewed_at" timestamp with time zone, "time_zone" text, "local_date" date, "due_before" timestamp with time zone,
	"practice" boolean, "retrievability" double precision, "state_before" jsonb, "state_after" jsonb,
	"duration_ms" integer, "study_session_id" bigint, "new_due_counts" bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM cards WHERE user_id = owner AND id = card FOR UPDATE;
	IF NOT FOUND THEN RETURN false; END IF;

	INSERT INTO user_scheduling AS learner (user_id, calibration_a, calibration_b, hard_since_forgotten, version)
	VALUES (owner, new_calibration_a, new_calibration_b, new_hard_since_forgotten, 1)
	ON CONFLICT (user_id) DO UPDATE
	SET calibration_a = new_calibration_a, calibration_b = new_calibration_b,
		hard_since_forgotten = new_hard_since_forgotten, due_counts = new_due_counts, version = learner.version + 1
	WHERE learner.version = seen_version;
	IF NOT FOUND THEN RETURN false; END IF;

	UPDATE cards
	SET difficulty = new_difficulty, review_count = new_review_count, last_reviewed_at = new_last_reviewed_at,
		last_review_date = new_last_review_date, next_review_at = new_next_review_at,
		next_review_date = new_next_review_date, "interval" = new_interval, ease_factor = new_ease_factor,
		stability = new_stability, memory_difficulty = new_memory_difficulty
	WHERE user_id = owner AND id = card;

	INSERT INTO reviews (user_id, card_id, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id)
	VALUES (owner, card, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id);
	RETURN true;
END
$$;
