-- The statements that the server's ratings are compared with (reviews.ts): those that version 0.1 sent for the session, the card
-- and the rating. They must not change, so that the ratio is comparable between versions; only names that a migration has removed
-- are replaced.
\set user :client_id + 1
\set card :client_id * 500 + random(1, 500)
\set a random(1, 4611686018427387904)
\set b random(1, 4611686018427387904)
SELECT session.user_id AS "userId", sess, expire, day_start_hour AS "dayStartHour"
FROM sessions AS session
LEFT JOIN user_preferences AS preferences ON preferences.user_id = session.user_id
WHERE sid = encode(sha256(('bench-secret-' || (:client_id + 1))::bytea), 'hex') AND expire > '2026-11-01T00:00:00Z'::timestamptz;
SELECT card.id AS "id",
  card.user_id AS "userId", card.folder_id AS "folderId", card.front AS "front", card.back AS "back",
    card.difficulty AS "difficulty", card.review_count AS "reviewCount", card.last_reviewed_at AS "lastReviewedAt",
    card.last_review_date AS "lastReviewDate", card.next_review_at AS "nextReviewAt",
    card.next_review_date AS "nextReviewDate", card.interval AS "interval", card.ease_factor AS "easeFactor",
    card.stability AS "stability", card.memory_difficulty AS "memoryDifficulty", card.created_at AS "createdAt",
    card.updated_at AS "updatedAt", card.format AS "format", card.tags AS "tags", card.suspended AS "suspended",
    card.group_id AS "groupId", card.variant AS "variant", card.note_guid AS "noteGuid",
    card.note_template AS "noteTemplate", card.client_id AS "clientId",
  user_scheduling.calibration_a AS "calibrationA",
  user_scheduling.calibration_b AS "calibrationB", user_scheduling.hard_since_forgotten AS "hardSinceForgotten",
    user_preferences.desired_retention AS "desiredRetention", user_scheduling.weights::text AS "weights",
    user_scheduling.due_counts AS "dueCounts", user_scheduling.due_counts_from AS "dueCountsFrom",
    user_preferences.quiet_days AS "quietDays", user_scheduling.version,
  folded_through AS "foldedThrough", folded, days.settled_through AS "settledThrough",
  session.id IS NOT NULL AS "sessionKnown", ARRAY(
    SELECT exam.date::text FROM exam_folders AS chosen
    JOIN exams AS exam ON exam.user_id = chosen.user_id AND exam.id = chosen.exam_id
    WHERE chosen.user_id = card.user_id AND chosen.folder_id = card.folder_id) AS "examDates",
  CASE WHEN review.id IS NOT NULL THEN json_build_object(
    'id', review.id, 'cardId', review.card_id, 'grade', review.grade, 'undone', review.undone_at IS NOT NULL,
    'isLatest', NOT EXISTS (
      SELECT FROM reviews AS later
      WHERE later.user_id = :user AND later.card_id = review.card_id AND later.id > review.id AND later.undone_at IS NULL),
    'timeZone', review.time_zone, 'stateBefore', review.state_before, 'stateAfter', review.state_after) END AS review
FROM cards AS card
LEFT JOIN user_scheduling ON user_scheduling.user_id = card.user_id
LEFT JOIN user_preferences ON user_preferences.user_id = card.user_id
LEFT JOIN user_days AS days ON days.user_id = card.user_id
LEFT JOIN reviews AS review ON review.user_id = card.user_id AND review.review_id = (lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))::uuid
LEFT JOIN study_sessions AS session ON session.user_id = card.user_id AND session.id = NULL::bigint
WHERE card.user_id = :user AND card.id = :card \gset
WITH card AS (
  SELECT id FROM cards WHERE user_id = :user AND id = :card FOR UPDATE
), turn AS (
  INSERT INTO user_scheduling AS learner (user_id, calibration_a, calibration_b, hard_since_forgotten, version)
  SELECT :user, 1.0::float8, 0.0::float8, null::integer, 1 FROM card
  ON CONFLICT (user_id) DO UPDATE
  SET calibration_a = excluded.calibration_a, calibration_b = excluded.calibration_b, hard_since_forgotten = excluded.hard_since_forgotten,
    due_counts = :dueCounts::bytea, version = learner.version + 1
  WHERE learner.version = :version
  RETURNING version
), rated AS (
  UPDATE cards AS changed SET "difficulty" = 'medium', "review_count" = 2,
    "last_reviewed_at" = '2026-03-01T10:00:00Z'::timestamptz, "last_review_date" = '2026-03-01'::date,
    "next_review_at" = '2026-03-04T10:00:00Z'::timestamptz, "next_review_date" = '2026-03-04'::date, "interval" = 3,
    "ease_factor" = 120, "stability" = 3.1415::float8, "memory_difficulty" = 4.2::float8
  FROM turn WHERE changed.user_id = :user AND changed.id = :card
  RETURNING changed.id)
INSERT INTO reviews (user_id, card_id, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
  local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id)
SELECT :user, :card, (lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))::uuid, :folderId,
  'medium', 'correct', 3::smallint, '2026-03-01T10:00:00Z'::timestamptz, 'Europe/Madrid', '2026-03-01'::date,
  '2026-03-01T10:00:00Z'::timestamptz, false, 0.87::float8,
  '{"difficulty":"medium","reviewCount":1,"lastReviewedAt":"2026-02-01T00:00:00.000Z","lastReviewDate":"2026-02-01",
    "nextReviewAt":"2026-02-04T00:00:00.000Z","nextReviewDate":"2026-02-04","interval":3,"easeFactor":250,"stability":2.3065,
    "memoryDifficulty":2.118,"calibrationA":1,"calibrationB":0,"hardSinceForgotten": null}'::jsonb,
  '{"difficulty":"medium","reviewCount":1,"lastReviewedAt":"2026-02-01T00:00:00.000Z","lastReviewDate":"2026-02-01",
    "nextReviewAt":"2026-02-04T00:00:00.000Z","nextReviewDate":"2026-02-04","interval":3,"easeFactor":250,"stability":2.3065,
    "memoryDifficulty":2.118,"calibrationA":1,"calibrationB":0,"hardSinceForgotten": null}'::jsonb,
  3000, NULL::bigint FROM rated;
