import type { CalibratingReview } from "@repasa/scheduler/calibration.ts";
import { and, asc, desc, eq, getTableColumns, getTableName, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Pool } from "pg";
import type { Queryable } from "#db/pool.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { type CardRow, cards } from "#features/cards/cards.table.ts";
import { examDatesOf } from "#features/exams/exams.table.ts";
import {
  type LoggedState,
  learnerFields,
  learnerRow,
  planFields,
  reviews,
  type StoredLearner,
  type StoredPlan,
  scheduleColumnNames,
  userDays,
  userScheduling,
} from "#features/schedule/schedule.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { studySessions } from "./study.table.ts";

// ---- Rating and undoing: each reads in one statement and writes in one (decision 003) ----

type LearnerRow = StoredLearner & StoredPlan;

type Folded = Record<"foldedThrough" | "foldedA" | "foldedB", number | null>;

export type RatingRead = CardRow &
  LearnerRow &
  Folded & {
    version: number | null;
    settledThrough: LocalDate | null;
    sessionKnown: boolean;
    /** Of all exams on the card's folder. */
    examDates: LocalDate[];
    /** The review that has the `reviewId` already. */
    review: ExistingReview | null;
  };

type ReviewRow = typeof reviews.$inferSelect;

export type ExistingReview = Pick<ReviewRow, "id" | "cardId" | "timeZone" | "grade" | "stateBefore" | "stateAfter"> & {
  undone: boolean;
  /** Whether it is the card's last review that is not undone. */
  isLatest: boolean;
};

const table = {
  cards: getTableName(cards),
  reviews: getTableName(reviews),
  days: getTableName(userDays),
  preferences: getTableName(userPreferences),
  scheduling: getTableName(userScheduling),
  sessions: getTableName(studySessions),
};

const cardColumns = Object.keys(getTableColumns(cards)).map((name) => `card.${toSnakeCase(name)} AS "${name}"`);

export const ratingReadStatement = {
  name: "study-rating-read",
  /** What $1 and the others are, for bench/reviews.ts, which runs this text itself. */
  parameters: ["userId", "cardId", "reviewId", "studySessionId"],
  text: `
SELECT ${cardColumns.join(", ")},
  ${learnerFields}, ${planFields}, ${table.scheduling}.version,
  folded_through AS "foldedThrough", folded_a AS "foldedA", folded_b AS "foldedB", days.settled_through AS "settledThrough",
  session.id IS NOT NULL AS "sessionKnown", ${examDatesOf("card")} AS "examDates",
  CASE WHEN review.id IS NOT NULL THEN json_build_object(
    'id', review.id, 'cardId', review.card_id, 'grade', review.grade, 'undone', review.undone_at IS NOT NULL,
    'isLatest', NOT EXISTS (
      SELECT FROM ${table.reviews} AS later
      WHERE later.user_id = $1 AND later.card_id = review.card_id AND later.id > review.id AND later.undone_at IS NULL),
    'timeZone', review.time_zone, 'stateBefore', review.state_before, 'stateAfter', review.state_after) END AS review
FROM ${table.cards} AS card
LEFT JOIN ${table.scheduling} ON ${table.scheduling}.user_id = card.user_id
LEFT JOIN ${table.preferences} ON ${table.preferences}.user_id = card.user_id
LEFT JOIN ${table.days} AS days ON days.user_id = card.user_id
LEFT JOIN ${table.reviews} AS review ON review.user_id = card.user_id AND review.review_id = $3
LEFT JOIN ${table.sessions} AS session ON session.user_id = card.user_id AND session.id = $4
WHERE card.user_id = $1 AND card.id = $2`,
};

export async function selectRatingRead(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  reviewId: string,
  studySessionId: number | null,
): Promise<RatingRead | undefined> {
  const { rows } = await pool.query<RatingRead>({
    name: ratingReadStatement.name,
    text: ratingReadStatement.text,
    values: [owner, cardId, reviewId, studySessionId],
  });
  return rows[0];
}

/** As they are once the card falls due on its new date. */
type Counts = Pick<StoredPlan, "dueCounts">;

export type NewReview = Required<Omit<typeof reviews.$inferInsert, "undoneAt" | "undoneDate">>;

// Parameters of both writes: $1 user, $2 card, $3 version, then the state, then what each of them adds.
const learnerNames = ["calibrationA", "calibrationB", "hardSinceForgotten"] as const;
const stateNames = [...learnerNames, ...scheduleColumnNames] as const;
const stateParameters = numbered(stateNames, 4);
const logNames = Object.keys(getTableColumns(reviews)).filter(
  (name) => !["id", "userId", "cardId", "undoneAt", "undoneDate"].includes(name),
) as (keyof NewReview)[];
const ratingNames = [...logNames, "dueCounts"] as const;
const ratingParameters = numbered(ratingNames, 4 + stateNames.length);

function numbered<Name extends string>(names: readonly Name[], first: number) {
  return Object.fromEntries(names.map((name, index) => [name, `$${first + index}`])) as Record<Name, string>;
}

// The card is locked first, then the version decides: if another server rated or undid since the state was read, no row
// gets through, and nothing is written.
const lockedCard = `
WITH card AS (
  SELECT id FROM ${table.cards} WHERE user_id = $1 AND id = $2 FOR UPDATE
)`;
const cardChanges = scheduleColumnNames.map((name) => `"${toSnakeCase(name)}" = ${stateParameters[name]}`);
const changedCard = `
  UPDATE ${table.cards} AS changed SET ${cardChanges.join(", ")}
  FROM turn WHERE changed.user_id = $1 AND changed.id = $2
  RETURNING changed.id`;

export const logReviewStatement = {
  name: "study-log-review",
  /** As above, for bench/reviews.ts. */
  parameters: ["userId", "cardId", "version", ...stateNames.map((name) => `stateAfter.${name}`), ...ratingNames],
  text: `${lockedCard}, turn AS (
  INSERT INTO ${table.scheduling} AS learner (user_id, ${learnerNames.map(toSnakeCase).join(", ")}, version)
  SELECT $1, ${learnerNames.map((name) => stateParameters[name]).join(", ")}, 1 FROM card
  ON CONFLICT (user_id) DO UPDATE
  SET ${learnerNames.map((name) => `${toSnakeCase(name)} = excluded.${toSnakeCase(name)}`).join(", ")},
    due_counts = ${ratingParameters.dueCounts}, version = learner.version + 1
  WHERE learner.version = $3
  RETURNING version
), rated AS (${changedCard})
INSERT INTO ${table.reviews} (user_id, card_id, ${logNames.map(toSnakeCase).join(", ")})
SELECT $1, $2, ${logNames.map((name) => ratingParameters[name]).join(", ")} FROM rated`,
};

const undoNames = ["id", "at", "date", "foldedA", "foldedB", "dueCounts"] as const;
const undoParameters = numbered(undoNames, 4 + stateNames.length);

const undoReviewStatement = {
  name: "study-undo-review",
  text: `${lockedCard}, turn AS (
  UPDATE ${table.scheduling}
  SET ${learnerNames.map((name) => `${toSnakeCase(name)} = ${stateParameters[name]}`).join(", ")},
    folded_a = ${undoParameters.foldedA}, folded_b = ${undoParameters.foldedB},
    due_counts = ${undoParameters.dueCounts}, version = version + 1
  FROM card WHERE user_id = $1 AND version = $3
  RETURNING version
), restored AS (${changedCard})
UPDATE ${table.reviews} AS review SET undone_at = ${undoParameters.at}, undone_date = ${undoParameters.date}
FROM restored WHERE review.user_id = $1 AND review.id = ${undoParameters.id}`,
};

/** Logs a rating and changes card and calibration by it; false when `version` is no longer the present one. */
export async function insertReview(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  version: number,
  review: NewReview & Counts,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: logReviewStatement.name,
    text: logReviewStatement.text,
    values: [owner, cardId, version, ...valuesOf(review.stateAfter, stateNames), ...valuesOf(review, ratingNames)],
  });
  return rowCount === 1;
}

export type Undo = Omit<Folded, "foldedThrough"> &
  Counts & { id: number; state: LoggedState; at: Date; date: LocalDate };

/** Marks a review undone and restores a state; false when `version` is no longer the present one. */
export async function updateUndone(
  pool: Pool,
  owner: OwnerId,
  cardId: number,
  version: number,
  undo: Undo,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    ...undoReviewStatement,
    values: [owner, cardId, version, ...valuesOf(undo.state, stateNames), ...valuesOf(undo, undoNames)],
  });
  return rowCount === 1;
}

function valuesOf<Row extends object>(row: Row, names: readonly (keyof Row)[]): unknown[] {
  return names.map((name) => row[name]);
}

/** The scored reviews that stand after one of the log, without another, in the order of the log. */
export async function selectScoredReviewsWithout(db: Queryable, owner: OwnerId, id: number, after: number | null) {
  const rows = await db
    .select({ retrievability: reviews.retrievability, grade: reviews.grade })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        isNull(reviews.undoneAt),
        isNotNull(reviews.retrievability),
        ne(reviews.id, id),
        gt(reviews.id, after ?? 0),
      ),
    )
    .orderBy(asc(reviews.id));
  return rows as CalibratingReview[];
}

/** `hardSinceForgotten` as the other reviews that stand tell it. */
export async function selectHardSinceForgottenWithout(db: Queryable, owner: OwnerId, id: number) {
  const standing = sql`user_id = ${owner} and undone_at is null and id <> ${id}`;
  const { rows } = await db.execute<{ hard: number }>(sql`
    select (select count(*) from ${reviews} where ${standing} and id > forgotten.id and coalesce(grade, 2) = 2) as hard
    from (select id from ${reviews} where ${standing} and grade = 1 order by id desc limit 1) as forgotten`);
  return rows[0]?.hard ?? null;
}

export async function selectLearner(db: Queryable, owner: OwnerId): Promise<LearnerRow> {
  const { rows } = await db.execute<LearnerRow>(
    sql`select ${sql.raw(learnerFields)}, ${sql.raw(planFields)} from ${learnerRow(owner)}`,
  );
  return rows[0] as LearnerRow;
}

// ---- A card's past ----

export async function selectCardWithLearner(db: Queryable, owner: OwnerId, cardId: number) {
  const { rows } = await db.execute<CardRow & StoredLearner>(sql`
    select ${sql.raw(cardColumns.join(", "))}, ${sql.raw(learnerFields)}
    from ${learnerRow(owner)} join ${cards} as card using (user_id) where card.user_id = ${owner} and card.id = ${cardId}`);
  return rows[0];
}

/** All reviews of a card, undone ones too, the latest first. */
export async function selectReviewsOfCard(db: Queryable, owner: OwnerId, cardId: number) {
  return db
    .select({
      reviewId: reviews.reviewId,
      reviewedAt: reviews.reviewedAt,
      date: reviews.localDate,
      difficulty: reviews.difficulty,
      answerResult: reviews.answerResult,
      interval: sql<number>`(${reviews.stateAfter}->>'interval')::integer`,
      practice: reviews.practice,
      undone: sql<boolean>`${reviews.undoneAt} is not null`,
    })
    .from(reviews)
    .where(and(eq(reviews.userId, owner), eq(reviews.cardId, cardId)))
    .orderBy(desc(reviews.id));
}

// ---- Sessions ----

export type StudySessionRow = typeof studySessions.$inferSelect;
type NewStudySession = Pick<StudySessionRow, "folderId" | "cardsStudied" | "startedAt">;

type Changeable = "cardsStudied" | "easyCount" | "goodCount" | "hardCount" | "completedAt";
type StudySessionChange = { [Name in Changeable]?: StudySessionRow[Name] | undefined };

export async function insertStudySession(db: Queryable, owner: OwnerId, session: NewStudySession) {
  const [row] = await db
    .insert(studySessions)
    .values({ userId: owner, ...session })
    .returning();
  return row as StudySessionRow;
}

export async function updateStudySession(
  db: Queryable,
  owner: OwnerId,
  id: number,
  change: StudySessionChange,
): Promise<StudySessionRow | undefined> {
  const own = and(eq(studySessions.userId, owner), eq(studySessions.id, id));
  const [row] = Object.values(change).every((value) => value === undefined)
    ? await db.select().from(studySessions).where(own)
    : await db.update(studySessions).set(change).where(own).returning();
  return row;
}
