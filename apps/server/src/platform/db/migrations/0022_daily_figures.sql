CREATE TABLE "daily_figures" (
	"user_id" bigint NOT NULL,
	"date" date NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"reviewed_folders" bigint[] DEFAULT '{}' NOT NULL,
	"practised_folders" bigint[] DEFAULT '{}' NOT NULL,
	"pending_folders" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "daily_figures_user_id_date_pk" PRIMARY KEY("user_id","date")
);
--> statement-breakpoint
ALTER TABLE "user_days" ADD COLUMN "kept_through" date;--> statement-breakpoint
ALTER TABLE "user_days" ADD COLUMN "streak_current" integer;--> statement-breakpoint
ALTER TABLE "user_days" ADD COLUMN "streak_longest" integer;--> statement-breakpoint
ALTER TABLE "user_days" ADD COLUMN "streak_until" date;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- What is over for more than a week is taken from the log, user by user. The days since are told from it until the next ones
-- are settled, exactly: here the new cards of who rations them count as not asked for, and the zone is that of the last review.
DO $$
DECLARE
	v_owner bigint;
	v_first date;
	v_last date;
	v_zone text;
	v_begins interval;
	v_rationed boolean;
	-- Once: each look reads the file of every zone.
	v_zones text[] := ARRAY(SELECT name FROM pg_timezone_names);
BEGIN
	-- Its estimates are far too high for what compiling would be worth.
	PERFORM set_config('jit', 'off', true);
	FOR v_owner, v_last IN SELECT user_id, settled_through - 7 FROM user_days WHERE settled_through > '-infinity' LOOP
		UPDATE user_days SET kept_through = v_last WHERE user_id = v_owner;
		v_zone := coalesce((SELECT time_zone FROM reviews WHERE user_id = v_owner ORDER BY id DESC LIMIT 1), 'UTC');
		IF v_zone <> ALL (v_zones) THEN v_zone := 'UTC'; END IF;
		v_begins := coalesce((SELECT day_start_hour FROM user_preferences WHERE user_id = v_owner), 4) * interval '1 hour';
		v_rationed := EXISTS (SELECT 1 FROM exams WHERE user_id = v_owner AND date > v_last) OR EXISTS (
			SELECT 1 FROM user_preferences
			WHERE user_id = v_owner AND (new_cards_per_day IS NOT NULL OR catch_up_until >= v_last));
		v_first := least(
			(SELECT local_date FROM reviews WHERE user_id = v_owner ORDER BY local_date LIMIT 1),
			(SELECT (created_at AT TIME ZONE v_zone - v_begins)::date FROM users WHERE id = v_owner));
		CONTINUE WHEN v_first > v_last;
		INSERT INTO daily_figures (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders, pending_folders)
		WITH present AS MATERIALIZED (
			SELECT id, folder_id, group_id, suspended, next_review_date,
				(created_at AT TIME ZONE v_zone - v_begins)::date AS created
			FROM cards WHERE user_id = v_owner
		),
		logged AS MATERIALIZED (
			SELECT id, card_id, folder_id, local_date, undone_date, practice, duration_ms,
				coalesce((state_before->>'nextReviewDate')::date,
					((state_before->>'nextReviewAt')::timestamptz AT TIME ZONE v_zone)::date) AS due_before,
				coalesce((state_after->>'nextReviewDate')::date,
					((state_after->>'nextReviewAt')::timestamptz AT TIME ZONE v_zone)::date) AS due_after
			FROM reviews WHERE user_id = v_owner AND coalesce(undone_date > local_date, true)
		),
		changes AS (
			SELECT card_id, folder_id, local_date AS date, due_after AS due, id FROM logged
			UNION ALL
			SELECT card_id, folder_id, undone_date, due_before, id FROM logged WHERE undone_date IS NOT NULL
			UNION ALL
			(SELECT DISTINCT ON (card_id) card_id, folder_id, v_first, due_before, 0 FROM logged ORDER BY card_id, id)
			UNION ALL
			SELECT id, folder_id, v_first, next_review_date, 0 FROM present
			WHERE NOT EXISTS (SELECT 1 FROM logged WHERE logged.card_id = present.id)
		),
		spans AS (
			SELECT card_id, folder_id, due, date AS from_date, lead(date) OVER (PARTITION BY card_id ORDER BY date, id) AS next_date
			FROM changes
		),
		candidates AS (
			SELECT coalesce(present.folder_id, spans.folder_id) AS folder_id, group_id,
				daterange(greatest(from_date, due, created), least(next_date - 1, v_last), '[]') AS dates
			FROM spans LEFT JOIN present ON present.id = card_id
			WHERE greatest(from_date, due, created) <= least(next_date - 1, v_last)
				AND suspended IS NOT TRUE AND (present.id IS NOT NULL OR next_date IS NOT NULL AND due IS NOT NULL)
				AND (due IS NOT NULL OR NOT v_rationed)
		),
		rated AS (
			SELECT group_id, range_agg(daterange(local_date, local_date, '[]')) AS dates
			FROM logged JOIN present ON present.id = card_id WHERE group_id IS NOT NULL GROUP BY group_id
		),
		asked AS (
			SELECT folder_id, range_agg(datemultirange(candidates.dates) - coalesce(rated.dates, '{}')) - coalesce((
				SELECT range_agg(free.dates) FROM (
					SELECT daterange(from_date, to_date, '[]') AS dates FROM user_breaks WHERE user_id = v_owner
					UNION ALL
					SELECT daterange(date, date, '[]') FROM shared_dates WHERE user_id = v_owner
				) AS free), '{}') AS dates
			FROM candidates LEFT JOIN rated USING (group_id) GROUP BY folder_id
		),
		pending AS (
			SELECT date::date, array_agg(folder_id ORDER BY folder_id) AS pending_folders
			FROM asked, unnest(dates) AS span, generate_series(lower(span), upper(span) - 1, interval '1 day') AS date
			GROUP BY 1
		),
		reviewed AS (
			SELECT date, sum(reviews) AS reviews, sum(duration_ms) AS duration_ms,
				coalesce(array_agg(folder_id ORDER BY folder_id) FILTER (WHERE scheduled), '{}') AS reviewed_folders,
				coalesce(array_agg(folder_id ORDER BY folder_id) FILTER (WHERE NOT scheduled), '{}') AS practised_folders
			FROM (
				SELECT local_date AS date, folder_id, count(*) AS reviews, coalesce(sum(duration_ms), 0) AS duration_ms,
					bool_or(NOT practice) AS scheduled
				FROM logged WHERE local_date <= v_last GROUP BY local_date, folder_id
			) AS folder_days
			GROUP BY date
		)
		SELECT v_owner, date, coalesce(reviews, 0), coalesce(duration_ms, 0), coalesce(reviewed_folders, '{}'),
			coalesce(practised_folders, '{}'), coalesce(pending_folders, '{}')
		FROM reviewed FULL JOIN pending USING (date);
	END LOOP;
END $$;
