CREATE TABLE "card_versions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"card_id" bigint NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"front" text NOT NULL,
	"back" text NOT NULL,
	"format" varchar(10) NOT NULL,
	"tags" text[] NOT NULL,
	CONSTRAINT "card_versions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "change_feeds" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
	"pruned_through" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"user_id" bigint NOT NULL,
	"kind" varchar(12) NOT NULL,
	"thing_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "changes_user_id_kind_thing_id_pk" PRIMARY KEY("user_id","kind","thing_id")
);
--> statement-breakpoint
-- What exists so far has changed in the order of its ids, as far as the feed is concerned. The indexes follow, because an index that
-- is there already takes longer to fill.
INSERT INTO "changes" ("user_id", "kind", "thing_id", "position")
SELECT user_id, kind, id, row_number() OVER (PARTITION BY user_id ORDER BY place, id) FROM (
	SELECT user_id, 1 AS place, 'folder' AS kind, id FROM folders
	UNION ALL SELECT user_id, 2, 'card', id FROM cards
	UNION ALL SELECT user_id, 3, 'exam', id FROM exams
) AS things;--> statement-breakpoint
INSERT INTO "change_feeds" ("user_id", "feed_id", "last_position")
SELECT user_id, gen_random_uuid(), max("position") FROM changes GROUP BY user_id;--> statement-breakpoint
ALTER TABLE "card_versions" ADD CONSTRAINT "card_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_versions" ADD CONSTRAINT "card_versions_card_fk" FOREIGN KEY ("user_id","card_id") REFERENCES "public"."cards"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_feeds" ADD CONSTRAINT "change_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_versions_card" ON "card_versions" USING btree ("user_id","card_id","id");--> statement-breakpoint
CREATE INDEX "card_versions_replaced" ON "card_versions" USING btree ("replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_position" ON "changes" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "changes_gone" ON "changes" USING btree ("gone_at") WHERE "changes"."gone_at" is not null;--> statement-breakpoint
-- Gives changed things the next positions of their user's feed, in their order. `changed` lists them by kind:
-- [{"kind": "card", "ids": [1, 2], "goneAt": null}]. The feed stays locked until the transaction ends, so positions become visible
-- in their order, whatever transactions overlap. A transaction locks everything else before.
CREATE FUNCTION "record_changes"("owner" bigint, "changed" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	total bigint;
	place bigint;
BEGIN
	SELECT sum(jsonb_array_length(things->'ids')) INTO total FROM jsonb_array_elements(changed) AS things;

	INSERT INTO change_feeds AS feed (user_id, feed_id, last_position) VALUES (owner, gen_random_uuid(), total)
	ON CONFLICT (user_id) DO UPDATE SET last_position = feed.last_position + total
	RETURNING last_position - total INTO place;

	INSERT INTO changes (user_id, kind, thing_id, "position", gone_at)
	SELECT owner, things.kind, one.id::bigint, place + row_number() OVER (ORDER BY things.nth, one.nth), things."goneAt"
	FROM ROWS FROM (jsonb_to_recordset(changed) AS (kind varchar, ids jsonb, "goneAt" timestamp with time zone))
		WITH ORDINALITY AS things(kind, ids, "goneAt", nth),
		jsonb_array_elements(things.ids) WITH ORDINALITY AS one(id, nth)
	ON CONFLICT (user_id, kind, thing_id) DO UPDATE SET "position" = excluded."position", gone_at = excluded.gone_at;
END
$$;--> statement-breakpoint
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
		local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id)
	OVERRIDING SYSTEM VALUE
	VALUES (given, owner, card, entry.review_id, entry.folder_id, entry.difficulty, entry.answer_result, entry.grade,
		entry.reviewed_at, entry.time_zone, entry.local_date, entry.due_before, entry.practice, entry.retrievability,
		entry.state_before, entry.state_after, entry.duration_ms, entry.study_session_id);
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
