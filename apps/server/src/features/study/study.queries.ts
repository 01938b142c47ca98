import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import type { LoggedReview, NewReview } from "./study.log.ts";
import type { ScheduledState } from "./study.state.ts";
import { reviews, spacedRepetitionConfig, spacedRepetitionSettings, studySessions } from "./study.table.ts";

export type CardRow = typeof cards.$inferSelect;
export type StudySessionRow = typeof studySessions.$inferSelect;

/** What the user's schedule depends on beside the card itself. */
export type LearnerRow = {
  calibrationA: number | null;
  calibrationB: number | null;
  version: number | null;
  desiredRetention: number | null;
};

/** `newCardsLeft`: how many cards may still be rated for the first time today, null for any number. */
export type LearnerToday = LearnerRow & { newCardsLeft: number | null };

/** A card with everything that rating it, or undoing a rating of it, needs to know. */
export type RatingContext = CardRow &
  LearnerRow & {
    settledThrough: string | null;
    sessionKnown: boolean;
    review: LoggedReview | null;
  };

const cardColumns = `
  card.id, card.user_id AS "userId", card.folder_id AS "folderId", card.front, card.back, card.difficulty,
  card.review_count AS "reviewCount", card.last_reviewed_at AS "lastReviewedAt",
  card.last_review_date AS "lastReviewDate", card.next_review_at AS "nextReviewAt", card.interval,
  card.ease_factor AS "easeFactor", card.stability, card.memory_difficulty AS "memoryDifficulty",
  card.created_at AS "createdAt", card.updated_at AS "updatedAt"`;

/** $1 user, $2 card, $3 reviewId, $4 study session or null. */
export const ratingContextStatement = {
  name: "study-rating-context",
  text: `
SELECT ${cardColumns},
  scheduling.calibration_a AS "calibrationA", scheduling.calibration_b AS "calibrationB", scheduling.version,
  preferences.desired_retention AS "desiredRetention", days.settled_through AS "settledThrough",
  session.id IS NOT NULL AS "sessionKnown",
  CASE WHEN review.id IS NOT NULL THEN json_build_object(
    'id', review.id, 'cardId', review.card_id, 'undone', review.undone_at IS NOT NULL,
    'isLatest', NOT EXISTS (
      SELECT FROM reviews AS later
      WHERE later.user_id = $1 AND later.card_id = review.card_id AND later.id > review.id AND later.undone_at IS NULL),
    'stateBefore', review.state_before, 'stateAfter', review.state_after) END AS review
FROM cards AS card
LEFT JOIN user_scheduling AS scheduling ON scheduling.user_id = card.user_id
LEFT JOIN user_preferences AS preferences ON preferences.user_id = card.user_id
LEFT JOIN user_days AS days ON days.user_id = card.user_id
LEFT JOIN reviews AS review ON review.user_id = card.user_id AND review.review_id = $3
LEFT JOIN study_sessions AS session ON session.user_id = card.user_id AND session.id = $4
WHERE card.user_id = $1 AND card.id = $2`,
};

// The card is locked first, then the user's scheduling row takes its turn: if somebody rated or undid since the state
// was read, its version has moved on, no row passes, and nothing is written. Otherwise all of it is, in one statement.
const lockedCard = `
WITH card AS (
  SELECT id FROM cards WHERE user_id = $1 AND id = $2 FOR UPDATE
)`;
const scheduledColumns = `
    difficulty = $6, review_count = $7, last_reviewed_at = $8, last_review_date = $9, next_review_at = $10,
    interval = $11, ease_factor = $12, stability = $13, memory_difficulty = $14`;

/** $1 user, $2 card, $3 version read, $4 and $5 calibration, $6 to $14 the card's schedule, $15 on the log's row. */
export const logReviewStatement = {
  name: "study-log-review",
  text: `${lockedCard}, turn AS (
  INSERT INTO user_scheduling (user_id, calibration_a, calibration_b, version)
  SELECT $1, $4, $5, 1 FROM card
  ON CONFLICT (user_id) DO UPDATE
  SET calibration_a = excluded.calibration_a, calibration_b = excluded.calibration_b,
    version = user_scheduling.version + 1
  WHERE user_scheduling.version = $3
  RETURNING version
), rated AS (
  UPDATE cards SET ${scheduledColumns}
  FROM turn WHERE cards.user_id = $1 AND cards.id = $2
  RETURNING cards.folder_id
)
INSERT INTO reviews (user_id, card_id, folder_id, review_id, difficulty, answer_result, grade, reviewed_at, time_zone,
  local_date, due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id)
SELECT $1, $2, folder_id, $15, $16, $17, $18, $8, $19, $9, $20, $21, $22, $23, $24, $25, $26 FROM rated`,
};

/** $1 to $14 as above, $15 the log's row, $16 and $17 when it was undone. */
const undoReviewStatement = {
  name: "study-undo-review",
  text: `${lockedCard}, turn AS (
  UPDATE user_scheduling
  SET calibration_a = $4, calibration_b = $5, version = version + 1
  FROM card WHERE user_id = $1 AND version = $3
  RETURNING version
), restored AS (
  UPDATE cards SET ${scheduledColumns}
  FROM turn WHERE cards.user_id = $1 AND cards.id = $2
  RETURNING cards.id
)
UPDATE reviews SET undone_at = $16, undone_date = $17
FROM restored WHERE reviews.user_id = $1 AND reviews.id = $15`,
};

export async function ratingContext(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  reviewId: string,
  studySessionId: number | null,
): Promise<RatingContext | undefined> {
  const { rows } = await pool.query<RatingContext>({
    ...ratingContextStatement,
    values: [owner, cardId, reviewId, studySessionId],
  });
  return rows[0];
}

/** Applies a rating and logs it; false when the state that it was computed from is no longer the present one. */
export async function logReview(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  version: number,
  review: NewReview,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    ...logReviewStatement,
    values: [
      owner,
      cardId,
      version,
      ...scheduledValues(review.stateAfter),
      review.reviewId,
      review.difficulty,
      review.answerResult,
      review.grade,
      review.timeZone,
      review.dueBefore,
      review.practice,
      review.retrievability,
      review.stateBefore,
      review.stateAfter,
      review.durationMs,
      review.studySessionId,
    ],
  });
  return rowCount === 1;
}

/** Puts a state back and marks its review undone; false when the state that was read is no longer the present one. */
export async function markUndone(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  version: number,
  undo: { reviewRow: number; state: ScheduledState; at: Date; date: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    ...undoReviewStatement,
    values: [owner, cardId, version, ...scheduledValues(undo.state), undo.reviewRow, undo.at, undo.date],
  });
  return rowCount === 1;
}

function scheduledValues(state: ScheduledState): unknown[] {
  return [
    state.calibrationA,
    state.calibrationB,
    state.difficulty,
    state.reviewCount,
    state.lastReviewedAt,
    state.lastReviewDate,
    state.nextReviewAt,
    state.interval,
    state.easeFactor,
    state.stability,
    state.memoryDifficulty,
  ];
}

/** What the calibration is the fold of: the scored reviews that stand, without one of them, in the order of the log. */
export async function scoredReviewsWithout(db: Queryable, owner: OwnerId, reviewRow: number) {
  const rows = await db
    .select({ retrievability: reviews.retrievability, grade: reviews.grade })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        isNull(reviews.undoneAt),
        isNotNull(reviews.retrievability),
        sql`${reviews.id} <> ${reviewRow}`,
      ),
    )
    .orderBy(asc(reviews.id));
  return rows.map(({ retrievability, grade }) => ({ retrievability: retrievability as number, recalled: grade > 1 }));
}

/** The learner, with how many new cards their day still takes. */
export async function learnerToday(db: Queryable, owner: OwnerId, today: LocalDate): Promise<LearnerToday> {
  const { rows } = await db.execute<LearnerToday>(sql`
    select calibration_a as "calibrationA", calibration_b as "calibrationB", version,
      desired_retention as "desiredRetention",
      case when new_cards_per_day is not null then greatest(0, new_cards_per_day - (
        select count(*) from reviews
        where user_id = ${owner} and local_date = ${today}::date and due_before is null and undone_at is null
      )) end as "newCardsLeft"
    from (select ${owner}::bigint as user_id) as learner
    left join user_scheduling using (user_id)
    left join user_preferences using (user_id)`);
  return rows[0] as LearnerToday;
}

/** Cards that are new or due before `endOfToday`, of one folder or of all: one range of the index cards_due. */
export async function pendingCards(
  db: Queryable,
  owner: OwnerId,
  endOfToday: Date,
  folderId: number | null,
): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(
      and(
        eq(cards.userId, owner),
        sql`coalesce(${cards.nextReviewAt}, '-infinity'::timestamptz) < ${endOfToday.toISOString()}::timestamptz`,
        folderId === null ? undefined : eq(cards.folderId, folderId),
      ),
    );
}

export async function cardsOfFolder(db: Queryable, owner: OwnerId, folderId: number): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.folderId, folderId)));
}

export async function folderExists(db: Queryable, owner: OwnerId, folderId: number): Promise<boolean> {
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.userId, owner), eq(folders.id, folderId)));
  return rows.length > 0;
}

export async function insertStudySession(
  db: Queryable,
  owner: OwnerId,
  session: { folderId: number | null; cardsStudied: number; startedAt: Date },
): Promise<StudySessionRow> {
  const [row] = await db
    .insert(studySessions)
    .values({ userId: owner, ...session })
    .returning();
  return row as StudySessionRow;
}

export type StudySessionChange = Partial<
  Pick<StudySessionRow, "cardsStudied" | "easyCount" | "goodCount" | "hardCount" | "completedAt">
>;

export async function updateStudySession(
  db: Queryable,
  owner: OwnerId,
  id: number,
  change: StudySessionChange,
): Promise<StudySessionRow | undefined> {
  const mine = and(eq(studySessions.userId, owner), eq(studySessions.id, id));
  if (Object.keys(change).length === 0) {
    const [row] = await db.select().from(studySessions).where(mine);
    return row;
  }
  const [row] = await db.update(studySessions).set(change).where(mine).returning();
  return row;
}

export async function scheduleSettings(db: Queryable) {
  const [settings, config] = await Promise.all([
    db.select().from(spacedRepetitionSettings).where(eq(spacedRepetitionSettings.isActive, true)),
    db.select().from(spacedRepetitionConfig),
  ]);
  return { settings, config };
}
