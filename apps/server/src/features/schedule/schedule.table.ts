import type { CardDifficulty } from "@repasa/contract/cards.ts";
import type { AnswerResult, Difficulty } from "@repasa/contract/study.ts";
import { SHORT_DAY } from "@repasa/scheduler/backlog.ts";
import { DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import { LEAD_DAYS } from "@repasa/scheduler/new-cards.ts";
import type { Grade } from "@repasa/scheduler/rating.ts";
import { type BuildColumns, type InferModelFromColumns, type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { bytes, createdAndUpdated, identity, instant, reference } from "#db/columns.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { ownerReference } from "#features/auth/auth.table.ts";
import { hasExamAfter, nearestExams } from "#features/exams/exams.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

/** The columns of `cards` that a rating changes. Statements, the log and the type below derive from this list. */
export const scheduleColumns = () => ({
  difficulty: varchar({ length: 10 }).$type<CardDifficulty>().notNull().default("new"),
  reviewCount: integer().notNull().default(0),
  lastReviewedAt: instant(),
  /** The user's local date then: elapsed days must not depend on the time zone of later calls. */
  lastReviewDate: date({ mode: "string" }),
  nextReviewAt: instant(),
  /** The user's local date on which the card falls due, wherever they are then: this, not the instant, makes it pending. */
  nextReviewDate: date({ mode: "string" }),
  interval: integer().notNull().default(2),
  easeFactor: integer().notNull().default(250),
  stability: doublePrecision(),
  memoryDifficulty: doublePrecision(),
});

export type StoredSchedule = InferModelFromColumns<BuildColumns<"cards", ReturnType<typeof scheduleColumns>, "pg">>;

export const scheduleColumnNames = Object.keys(scheduleColumns()) as (keyof StoredSchedule)[];

/** Whether a card was never rated, or is as if it had not been. The indexes `cards_new` and `cards_due` answer it. */
export const isNew = sql`next_review_date is null`;

/** Whether a card falls due on a local date or before: one range of the index `cards_due`, which new cards lie outside. */
export const isDueBy = (date: LocalDate | SQL) => sql`next_review_date <= ${date}::date`;

// What is pending on a user's local date: the cards that are due by then and the oldest of the new ones, of each as many as
// are the date's share. Nothing else says what is pending. The arguments are values or columns of the statement.

/**
 * How many due and new cards a date has room for, null for all, whether new ones are rationed for exams, and if so a query
 * for the ids of those that are the date's share.
 */
export type Shares = { readonly due: SQL; readonly fresh: SQL; readonly rationed: SQL; readonly rationedIds: SQL };

export function sharesOf(owner: OwnerId | SQL, date: LocalDate | SQL): Shares {
  const fresh = newShare(owner, date);
  const ids = rationedIds(newCards(owner), owner, date, fresh);
  return { due: dueShare(owner, date), fresh, rationed: hasExamAfter(owner, date), rationedIds: ids };
}

/** Whether a row of `user_preferences` has a plan to catch up on a date. */
export const isCatchingUp = (date: LocalDate | SQL) => sql`coalesce(catch_up_until >= ${date}::date, false)`;

export const isBegunOn = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`user_id = ${owner} and local_date = ${date}::date and due_before is null and ${isCounted}`;

/** `newCardsPerDay` less the cards that were first rated on the date; none while the user catches up, unless for exams. */
const newShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select case when ${isCatchingUp(date)} and not ${hasExamAfter(owner, date)} then 0
    when new_cards_per_day is not null then greatest(0, new_cards_per_day - (
      select count(*) from ${reviews} where ${isBegunOn(owner, date)}
    )) end
  from ${userPreferences} where user_id = ${owner})`;

/** What the date asks for less the due cards that were rated on it; null for all. */
const dueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select greatest(0, ${shareInAll(owner, date)} - ${ratedDue(owner, date)}) from ${paceOn(owner, date)}
  where reviews_per_day is not null or even_until is not null)`;

/**
 * One row to select from: a user's preferences, the last break that has begun by a date, and until when the date asks for
 * an even part of what is due; null where there is none. A plan to catch up goes before what is spread after a break, whose
 * part is never a short day nor more than `reviewsPerDay`.
 */
export const paceOn = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(select) as pace
  left join ${userPreferences} on user_id = ${owner}
  left join lateral (
    select from_date, to_date, spread_until from ${userBreaks}
    where user_id = ${owner} and from_date <= ${date}::date order by from_date desc limit 1
  ) as last_break on true
  left join lateral (
    select case when ${isCatchingUp(date)} then catch_up_until when ${isSpreading(date)} then spread_until end as even_until,
      case when ${isCatchingUp(date)} then 0 else ${sql.raw(`${SHORT_DAY}`)} end as even_least,
      case when not ${isCatchingUp(date)} then reviews_per_day end as even_most
  ) as even on true`;

/** Whether on the date of a row of `paceOn` what fell due in its break is spread. */
export const isSpreading = (date: LocalDate | SQL) =>
  sql`coalesce(to_date < ${date}::date and spread_until >= ${date}::date, false)`;

/** Whether a date is one of a break. */
export const isInBreak = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`exists (
  select from ${userBreaks} where user_id = ${owner} and from_date <= ${date}::date and to_date >= ${date}::date)`;

/** How many due cards were rated on a date. */
export const ratedDue = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select count(*) from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and due_before is not null and not practice and ${isCounted})`;

/** How many due cards a date asks for, those rated on it among them: an expression over a row of `paceOn`. */
export const shareInAll = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`case
    when even_until is null then reviews_per_day
    else least(even_most, greatest(even_least, ceil((${ratedDue(owner, date)} + (
      select count(*) from cards where user_id = ${owner} and next_review_date <= even_until
        and not (coalesce(last_review_date >= ${date}::date, false) and next_review_date > ${date}::date)
    ))::numeric / (even_until - ${date}::date + 1))::integer))
  end`;

// By the default forgetting curve: what a fitted one would change in the order is small.
const DECAY = sql.raw(String(DEFAULT_DECAY));
const FACTOR = sql.raw(String(0.9 ** (-1 / DEFAULT_DECAY) - 1));
const LEAD = sql.raw(String(LEAD_DAYS));
const recallAfter = (days: SQL) => sql`power(1 + ${FACTOR} * ${days} / stability, -${DECAY})`;

/** How much of a card's recall is lost from a date to the next: `lossUntilTomorrow` of packages/scheduler in SQL. */
const lossUntilTomorrow = (date: LocalDate | SQL) => {
  const elapsed = sql`greatest(0, ${date}::date - last_review_date)`;
  return sql`(${recallAfter(elapsed)} - ${recallAfter(sql`(${elapsed} + 1)`)})`;
};

/** Due cards in the order in which a share takes them. */
const mostLossFirst = (date: LocalDate | SQL) => sql`${lossUntilTomorrow(date)} desc nulls last, id`;

export const newCards = (owner: OwnerId | SQL) => sql`(select * from cards where user_id = ${owner} and ${isNew})`;

/** The rows of `cards` that are pending: a table to select from. Without a share it is one range of each index. */
export const pendingCards = (owner: OwnerId | SQL, date: LocalDate | SQL, shares: Shares) => sql`(
  select * from cards where user_id = ${owner} and ${isDueBy(date)} and ${shares.due} is null
  union all
  (select * from cards where user_id = ${owner} and ${isDueBy(date)} and ${shares.due} is not null
    order by ${mostLossFirst(date)} limit ${shares.due})
  union all
  ${newShareOf(newCards(owner), shares)})`;

/** The rows of `cards` that are due or new, and beyond the shares: a table to select from. */
export const waitingCards = (owner: OwnerId | SQL, date: LocalDate | SQL, shares: Shares) => sql`(
  (select * from cards where user_id = ${owner} and ${isDueBy(date)} and ${shares.due} is not null
    order by ${mostLossFirst(date)} offset ${shares.due})
  union all
  (select * from ${newCards(owner)} as fresh where not ${shares.rationed} and ${shares.fresh} is not null
    order by created_at, id offset ${shares.fresh})
  union all
  select * from ${newCards(owner)} as fresh where ${shares.rationed} and id not in (${shares.rationedIds}))`;

/** Of a table of new cards, the rows that are the date's share. */
export const newShareOf = (cards: SQL, shares: Omit<Shares, "due">) => sql`
  (select * from ${cards} as fresh where not ${shares.rationed} order by created_at, id limit ${shares.fresh})
  union all
  select * from ${cards} as fresh where ${shares.rationed} and id in (${shares.rationedIds})`;

/**
 * The share of who has exams to come: of each exam day its ration, by `rationNewCards` of packages/scheduler, the nearest
 * first, and then other cards. While the user catches up only those go on whose last new cards would otherwise come late.
 */
export const rationedIds = (cards: SQL, owner: OwnerId | SQL, date: LocalDate | SQL, fresh: SQL) => sql`
  with target as ${nearestExams(owner, date)},
  begun as (
    select exam_date, count(*) as begun from ${reviews} join target using (folder_id)
    where ${isBegunOn(owner, date)} group by exam_date
  ),
  pause as (select catch_up_until from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(date)}),
  ranked as (
    select id, created_at, exam_date, exam_date - ${date}::date as days_left, coalesce(begun, 0) as begun,
      count(*) over same_day as unseen, row_number() over (same_day order by created_at, id) as place
    from ${cards} as fresh left join target using (folder_id) left join begun using (exam_date)
    window same_day as (partition by exam_date)
  )
  select id from ranked
  where coalesce(exam_date <= (select catch_up_until + ${LEAD} from pause), not exists (select from pause))
    and coalesce(place <= ceil((unseen + begun) / greatest(days_left - ${LEAD}, ceil(days_left / 2.0))) - begun, true)
  order by exam_date, created_at, id limit ${fresh}`;

type InJson<Value> = Value extends Date ? string : Value;

/** A card's schedule and its user's calibration as the log keeps them, instants in ISO 8601. */
export type LoggedState = { [Name in keyof StoredSchedule]: InJson<StoredSchedule[Name]> } & {
  calibrationA: number;
  calibrationB: number;
  /** Missing in rows from before it was counted. */
  hardSinceForgotten?: number | null;
};

/**
 * Whether a card in a state of the log was due by a date, which ended at an instant; null when it was new. Entries from
 * before cards kept the date on which they fall due have the instant alone.
 */
export const wasDueBy = (state: SQL, { date, end }: { date: SQL; end: SQL }) => sql`coalesce(
  (${state}->>'nextReviewDate')::date <= ${date}, (${state}->>'nextReviewAt')::timestamptz < ${end})`;

/** The log: one row a rating, changed only to mark it undone. It outlives its card and folder. */
export const reviews = pgTable(
  "reviews",
  {
    /** Grows in the order in which a user's ratings were applied. */
    id: identity(),
    userId: ownerReference().notNull(),
    reviewId: uuid().notNull(),
    cardId: reference().notNull(),
    folderId: reference().notNull(),
    difficulty: varchar({ length: 10 }).$type<Difficulty>().notNull(),
    /** As the learner gave it, null where the rating did not say it. */
    answerResult: varchar({ length: 10 }).$type<AnswerResult>(),
    /** What the rating counts as: 1 Again, 2 Hard, 3 Good, 4 Easy; null for what may be an Again or a Hard. */
    grade: smallint().$type<Grade>(),
    reviewedAt: instant().notNull(),
    timeZone: text().notNull(),
    localDate: date({ mode: "string" }).notNull(),
    dueBefore: instant(),
    practice: boolean().notNull(),
    /** The recall probability before the rating; null when the review does not count for calibration. */
    retrievability: doublePrecision(),
    stateBefore: jsonb().$type<LoggedState>().notNull(),
    stateAfter: jsonb().$type<LoggedState>().notNull(),
    durationMs: integer(),
    studySessionId: reference(),
    undoneAt: instant(),
    undoneDate: date({ mode: "string" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("reviews_review_id_unique").on(table.userId, table.reviewId),
    index("reviews_card").on(table.userId, table.cardId, table.id),
    index("reviews_local_date").on(table.userId, table.localDate),
    // Queries about past days need the few reviews that were undone on a later day.
    index("reviews_late_undo").on(table.userId, table.undoneDate).where(sql`undone_date > local_date`),
  ],
);

/** Whether a review counts as studied on its local date: undoing it on a later date does not change the past. */
export const isCounted = sql`(undone_date is null or undone_date > local_date)`;

/**
 * What is known of a user's memory beyond the cards. `version` counts ratings, undos, folds and settled days, so that a
 * write can tell whether what it read is stale.
 */
export const userScheduling = pgTable("user_scheduling", {
  userId: ownerReference().primaryKey(),
  calibrationA: doublePrecision().notNull().default(1),
  calibrationB: doublePrecision().notNull().default(0),
  /** How often Difícil was pressed since the last "No la recordé"; null if that never was. */
  hardSinceForgotten: integer(),
  version: bigint({ mode: "number" }).notNull().default(0),
  /** Of the memory model, as they were fitted to this user; null for everybody's. */
  weights: doublePrecision().array(),
  /**
   * The log up to this review was folded anew under the weights; null if that never was. Of older reviews the states and
   * retrievabilities in the log are by other weights. `foldedA` and `foldedB` are the calibration after it.
   */
  foldedThrough: reference(),
  foldedA: doublePrecision(),
  foldedB: doublePrecision(),
  /** The version before which the weights cannot be due to be fitted (again). */
  refitCheckAt: bigint({ mode: "number" }).notNull().default(1000),
  /**
   * How many cards fall due on each date from `dueCountsFrom` on, as `schedule.load.ts` reads it; null until a day is
   * settled. Ratings and undos keep it; what is deleted stays counted until the next day.
   */
  dueCounts: bytes(),
  dueCountsFrom: date({ mode: "string" }),
});

/** What the database holds about a learner, null where it holds nothing yet. */
export type StoredLearner = {
  calibrationA: number | null;
  calibrationB: number | null;
  hardSinceForgotten: number | null;
  desiredRetention: number | null;
  /** As the database writes them: only who makes a model of them has to read them. */
  weights: string | null;
};

/** What else decides over a user's due dates, null where nothing is known or chosen. */
export type StoredPlan = {
  dueCounts: Uint8Array | null;
  dueCountsFrom: LocalDate | null;
  quietDays: number[] | null;
};

// What is selected of a learner, in raw SQL and with the tables under their own names. `learnerRow` has the tables.
export const learnerFields = fieldsOf<StoredLearner>({
  calibrationA: "user_scheduling.calibration_a",
  calibrationB: "user_scheduling.calibration_b",
  hardSinceForgotten: "user_scheduling.hard_since_forgotten",
  desiredRetention: "user_preferences.desired_retention",
  weights: "user_scheduling.weights::text",
});

export const planFields = fieldsOf<StoredPlan>({
  dueCounts: "user_scheduling.due_counts",
  dueCountsFrom: "user_scheduling.due_counts_from",
  quietDays: "user_preferences.quiet_days",
});

function fieldsOf<Stored>(columns: Record<keyof Stored, string>): string {
  return Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(", ");
}

/** One row, whether or not the user has any in these tables. */
export const learnerRow = (owner: OwnerId) => sql`(select ${owner}::bigint as user_id) as learner
  left join ${userScheduling} using (user_id) left join ${userPreferences} using (user_id)`;

/** Dates on which a share of what was due was asked for, and done: nothing was left pending. */
export const sharedDates = pgTable(
  "shared_dates",
  { userId: ownerReference().notNull(), date: date({ mode: "string" }).notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.date] })],
);

export const userDays = pgTable("user_days", {
  userId: ownerReference().primaryKey(),
  settledThrough: date({ mode: "string" }).notNull(),
});

/** Ranges of settled dates that ended with something pending. Each date in them without a review ends a streak. */
export const streakGaps = pgTable(
  "streak_gaps",
  {
    userId: ownerReference().notNull(),
    fromDate: date({ mode: "string" }).notNull(),
    toDate: date({ mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromDate] })],
);

/** Dates that ask for nothing: apart, with a date between them. Those that are over stay, and no longer change. */
export const userBreaks = pgTable(
  "user_breaks",
  {
    userId: ownerReference().notNull(),
    fromDate: date({ mode: "string" }).notNull(),
    toDate: date({ mode: "string" }).notNull(),
    /** The last of the dates over which is spread what fell due in it; `toDate` where nothing is. */
    spreadUntil: date({ mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromDate] })],
);

export const spacedRepetitionSettings = pgTable("spaced_repetition_settings", {
  id: identity().primaryKey(),
  settingName: varchar({ length: 50 }).notNull().unique("spaced_repetition_settings_name_unique"),
  settingType: varchar({ length: 20 }).notNull(),
  valueMinutes: integer(),
  /** Hundredths: 90 means 0.90. */
  valueDecimal: integer(),
  description: text(),
  isActive: boolean().notNull().default(true),
  ...createdAndUpdated(),
});

export const spacedRepetitionConfig = pgTable("spaced_repetition_config", {
  id: identity().primaryKey(),
  difficulty: varchar({ length: 20 }).notNull().unique("spaced_repetition_config_difficulty_unique"),
  intervalMinutes: integer().notNull(),
});
