import type { ReviewMode } from "@repasa/contract/study.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { ChangedThings } from "#features/feed/feed.queries.ts";
import { learnerFields, learnerRow, planFields } from "#features/schedule/learner/learner.queries.ts";
import {
  calibrationColumnNames,
  type StoredLearner,
  type StoredPlan,
  scheduleColumnNames,
} from "#features/schedule/schedule.state.ts";
import { isSerializationFailure, isUniqueViolation } from "#platform/db/database-errors.ts";
import { desc, getTableColumns, getTableName, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Runner } from "#platform/db/prepared.ts";
import { userPreferences } from "#schema/account.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { examFolders, exams } from "#schema/exams.ts";
import { changeFeeds } from "#schema/feed.ts";
import { type LoggedCalibration, type LoggedState, reviews, userDays, userScheduling } from "#schema/schedule.ts";
import { studySessions } from "#schema/study.ts";

// ---- Rating and undoing: each reads in one statement and writes in one (decision 003) ----

type Folded = { foldedThrough: number | null; folded: LoggedCalibration | null };

/** The versions of the user's schedule and of the feed. Whatever changes a `RatingBasis` changes one of them (decision 003). */
export type RatingVersions = { version: number | null; position: number | null };

export type RatedCard = CardRow & RatingVersions & { sessionKnown: boolean };

/** What the ratings of all cards depend on. `examDates` are the dates of all exams on each folder, by its id. */
export type RatingBasis = StoredLearner &
  StoredPlan & { settledThrough: LocalDate | null; examDates: Readonly<Record<number, readonly LocalDate[]>> };

export type RatingRead = RatedCard & RatingBasis;

/** `review` is the logged review with the given `reviewId`; null if there is none. */
export type ReviewRead = RatingRead & Folded & { review: ExistingReview | null };

type ReviewRow = typeof reviews.$inferSelect;

export type ExistingReview = Pick<ReviewRow, "id" | "cardId" | "timeZone" | "grade" | "stateBefore" | "stateAfter"> & {
  undone: boolean;
  /** True if it is the card's last review that is not undone. */
  isLatest: boolean;
  /** True if it is the last review of all cards that is not undone. */
  isLast: boolean;
};

const table = {
  cards: getTableName(cards),
  reviews: getTableName(reviews),
  days: getTableName(userDays),
  preferences: getTableName(userPreferences),
  scheduling: getTableName(userScheduling),
  sessions: getTableName(studySessions),
  exams: getTableName(exams),
  examFolders: getTableName(examFolders),
  feeds: getTableName(changeFeeds),
};

/** The dates of the exams on each folder. `$1` is the user (see `OWNER_COLUMN`). */
const examDates = `(
    SELECT coalesce(json_object_agg(folder_id, dates), '{}') FROM (
      SELECT chosen.folder_id, json_agg(exam.date) AS dates FROM ${table.examFolders} AS chosen
      JOIN ${table.exams} AS exam ON exam.user_id = chosen.user_id AND exam.id = chosen.exam_id
      WHERE chosen.user_id = $1 GROUP BY chosen.folder_id) AS each)`;

const cardColumns = Object.keys(getTableColumns(cards)).map((name) => `card.${toSnakeCase(name)} AS "${name}"`);
const cardInstants = Object.entries(getTableColumns(cards)).flatMap(([name, { dataType }]) =>
  dataType === "date" ? [name] : [],
);

// The driver describes and parses each column of an answer by itself, so that a card in one column takes a third less of its time.
const ratedCardColumns = `(SELECT row_to_json(named) FROM (SELECT ${cardColumns.join(", ")}) AS named) AS card,
  ${table.scheduling}.version, feed.last_position AS "position", session.id IS NOT NULL AS "sessionKnown"`;
const ratedCardSource = `${table.cards} AS card
LEFT JOIN ${table.scheduling} ON ${table.scheduling}.user_id = card.user_id
LEFT JOIN ${table.feeds} AS feed ON feed.user_id = card.user_id
LEFT JOIN ${table.sessions} AS session ON session.user_id = card.user_id AND session.id = coalesce($3::bigint, 0)`;
const ratingColumns = `${ratedCardColumns},
  ${learnerFields}, ${planFields}, days.settled_through AS "settledThrough", ${examDates} AS "examDates"`;
const ratingSource = `${ratedCardSource}
LEFT JOIN ${table.preferences} ON ${table.preferences}.user_id = card.user_id
LEFT JOIN ${table.days} AS days ON days.user_id = card.user_id`;

const ratedCardStatement = {
  name: "study-rated-card",
  text: `SELECT ${ratedCardColumns} FROM ${ratedCardSource} WHERE card.user_id = $1 AND card.id = $2`,
};

const ratingReadStatement = {
  name: "study-rating-read",
  text: `SELECT ${ratingColumns} FROM ${ratingSource} WHERE card.user_id = $1 AND card.id = $2`,
};

const reviewReadStatement = {
  name: "study-review-read",
  text: `
SELECT ${ratingColumns}, folded_through AS "foldedThrough", folded,
  CASE WHEN review.id IS NOT NULL THEN json_build_object(
    'id', review.id, 'cardId', review.card_id, 'grade', review.grade, 'undone', review.undone_at IS NOT NULL,
    'isLatest', NOT EXISTS (
      SELECT 1 FROM ${table.reviews} AS later
      WHERE later.user_id = $1 AND later.card_id = review.card_id AND later.id > review.id AND later.undone_at IS NULL),
    'isLast', NOT EXISTS (
      SELECT 1 FROM ${table.reviews} AS later
      WHERE later.user_id = $1 AND later.id > review.id AND later.undone_at IS NULL),
    'timeZone', review.time_zone, 'stateBefore', review.state_before, 'stateAfter', review.state_after) END AS review
FROM ${ratingSource}
LEFT JOIN ${table.reviews} AS review ON review.user_id = card.user_id AND review.review_id = $4
WHERE card.user_id = $1 AND card.id = $2`,
};

export const selectRatedCard = selectByStatement<RatedCard>(ratedCardStatement);

export const selectRatingRead = selectByStatement<RatingRead>(ratingReadStatement);

function selectByStatement<Read extends CardRow>(statement: { name: string; text: string }) {
  return async (reader: Runner, owner: OwnerId, cardId: number, studySessionId: number | null) => {
    const values = [owner, cardId, studySessionId];
    return withCard((await reader.query<InJson<Read>>({ ...statement, values })).rows[0]);
  };
}

export async function selectReviewRead(
  reader: Runner,
  owner: OwnerId,
  cardId: number,
  reviewId: string,
): Promise<ReviewRead | undefined> {
  const values = [owner, cardId, null, reviewId];
  return withCard((await reader.query<InJson<ReviewRead>>({ ...reviewReadStatement, values })).rows[0]);
}

/** A read with its card in JSON, in which instants are texts. */
type InJson<Read extends CardRow> = Omit<Read, keyof CardRow> & { card: Record<string, unknown> };

function withCard<Read extends CardRow>(read: InJson<Read> | undefined): Read | undefined {
  if (!read) return undefined;
  const { card, ...rest } = read;
  for (const name of cardInstants) if (card[name] !== null) card[name] = new Date(card[name] as string);
  return Object.assign(card, rest) as unknown as Read;
}

/** The counts of due dates after the card's due date has changed. */
type Counts = Pick<StoredPlan, "dueCounts">;

export type NewReview = Required<Omit<typeof reviews.$inferInsert, "undoneAt" | "undoneDate" | "importId">>;

// The parameters of the undo are user, card and version, then the state, then its own values.
const stateNames = [...calibrationColumnNames, ...scheduleColumnNames] as const;
const stateParameters = numberParameters(stateNames, 4);

/** The columns that `log_review` takes by name. User and card are separate parameters, and the function assigns the id. */
export const loggedColumns = (Object.keys(getTableColumns(reviews)) as (keyof ReviewRow)[])
  .filter((name) => !["id", "userId", "cardId", "undoneAt", "undoneDate", "importId"].includes(name))
  .map((name) => ({ name: name as keyof NewReview, column: toSnakeCase(name) }));

function numberParameters<Name extends string>(names: readonly Name[], first: number) {
  return Object.fromEntries(names.map((name, index) => [name, `$${first + index}`])) as Record<Name, string>;
}

const lockedCard = `
WITH card AS (
  SELECT id FROM ${table.cards} WHERE user_id = $1 AND id = $2 FOR UPDATE
)`;
const cardChanges = scheduleColumnNames.map((name) => `"${toSnakeCase(name)}" = ${stateParameters[name]}`);
const changedCard = `
  UPDATE ${table.cards} AS changed SET ${cardChanges.join(", ")}
  FROM turn WHERE changed.user_id = $1 AND changed.id = $2
  RETURNING changed.id`;

// The function is defined in a migration. It locks in the same order as the statement below, takes the card's new schedule and the
// calibration from the log entry's `state_after`, and returns false if the card is gone.
const logReviewStatement = {
  name: "study-log-review",
  text: "SELECT log_review($1, $2, $3, $4, $5) AS written",
};

const undoNames = ["id", "at", "date", "folded", "dueCounts", "calibratedThrough", "calibrated"] as const;
const undoParameters = numberParameters(undoNames, 4 + stateNames.length);

// The card is locked first, then the version is compared: if another server has rated or undone since the state was read, no
// row matches, and nothing is written.
const undoReviewStatement = {
  name: "study-undo-review",
  text: `${lockedCard}, turn AS (
  UPDATE ${table.scheduling}
  SET ${calibrationColumnNames.map((name) => `${toSnakeCase(name)} = ${stateParameters[name]}`).join(", ")},
    folded = ${undoParameters.folded}, due_counts = ${undoParameters.dueCounts}, version = version + 1,
    summed_through = CASE WHEN summed_through < ${undoParameters.id} THEN summed_through END,
    calibrated_through = coalesce(${undoParameters.calibratedThrough}::bigint,
      CASE WHEN calibrated_through < ${undoParameters.id} THEN calibrated_through END),
    calibrated = coalesce(${undoParameters.calibrated}::jsonb, calibrated)
  FROM card WHERE user_id = $1 AND version = $3
  RETURNING version
), restored AS (${changedCard})
UPDATE ${table.reviews} AS review SET undone_at = ${undoParameters.at}, undone_date = ${undoParameters.date}
FROM restored WHERE review.user_id = $1 AND review.id = ${undoParameters.id}`,
};

/** - `changed`: what has changed beside the card. */
export type NewRating = { review: NewReview & Counts; changed: readonly ChangedThings[] };

/**
 * Logs a rating, updates the card and the calibration, and records what has changed beside the card. Nothing is written if `version`
 * is no longer the present one ("stale"), or if the log already has the `reviewId` ("duplicate").
 */
export async function insertReview(
  runner: Runner,
  owner: OwnerId,
  cardId: number,
  version: number,
  { review, changed }: NewRating,
): Promise<"written" | "stale" | "duplicate"> {
  const changes = changed.length > 0 ? changed : undefined;
  try {
    const { rows } = await runner.query<{ written: boolean }>({
      ...logReviewStatement,
      values: [owner, cardId, version, { ...toLogEntry(review), changes }, review.dueCounts],
    });
    return rows[0]?.written === true ? "written" : "stale";
  } catch (error) {
    if (isUniqueViolation(error, "reviews_review_id_unique")) return "duplicate";
    if (isSerializationFailure(error)) return "stale";
    throw error;
  }
}

function toLogEntry(review: NewReview): Record<string, unknown> {
  return Object.fromEntries(loggedColumns.map(({ name, column }) => [column, review[name]]));
}

export type Undo = Pick<Folded, "folded"> &
  Counts & {
    id: number;
    state: LoggedState;
    at: Date;
    date: LocalDate;
    calibratedThrough: number | null;
    calibrated: LoggedCalibration | null;
  };

/** Marks a review undone and restores a state. Returns false if `version` is no longer the present one. */
export async function updateUndone(
  runner: Runner,
  owner: OwnerId,
  cardId: number,
  version: number,
  undo: Undo,
): Promise<boolean> {
  const { rowCount } = await runner.query({
    ...undoReviewStatement,
    values: [owner, cardId, version, ...valuesOf(undo.state, stateNames), ...valuesOf(undo, undoNames)],
  });
  return rowCount === 1;
}

function valuesOf<Row extends object>(row: Row, names: readonly (keyof Row)[]): unknown[] {
  return names.map((name) => row[name]);
}

// ---- A card's history ----

export async function selectCardWithLearner(db: Queryable, owner: OwnerId, cardId: number) {
  const { rows } = await db.execute<CardRow & StoredLearner>(sql`
    select ${sql.raw(cardColumns.join(", "))}, ${sql.raw(learnerFields)}
    from ${learnerRow(owner)} join ${cards} as card using (user_id) where card.user_id = ${owner} and card.id = ${cardId}`);
  return rows[0];
}

/** Returns all reviews of a card, including undone ones, the latest first. */
export async function selectReviewsOfCard(db: Queryable, owner: OwnerId, cardId: number) {
  return db
    .select({
      reviewId: reviews.reviewId,
      reviewedAt: reviews.reviewedAt,
      date: reviews.localDate,
      difficulty: reviews.difficulty,
      answerResult: reviews.answerResult,
      interval: sql<number>`case when ${reviews.mode} = 'choose'
        then greatest(coalesce((${reviews.stateAfter}->>'nextReviewDate')::date - ${reviews.localDate}, 0), 0)
        else (${reviews.stateAfter}->>'interval')::integer end`,
      practice: reviews.practice,
      mode: sql<ReviewMode>`case when ${reviews.mode} = 'test' then 'flip' else ${reviews.mode} end`,
      hints: reviews.hints,
      undone: sql<boolean>`${reviews.undoneAt} is not null`,
    })
    .from(reviews)
    .where(isOwn(reviews, owner, { cardId }))
    .orderBy(desc(reviews.id));
}
