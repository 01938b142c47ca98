import type { CardDifficulty } from "@repasa/contract/cards.ts";
import type { AnswerResult, Difficulty } from "@repasa/contract/study.ts";
import type { Grade } from "@repasa/scheduler/rating.ts";
import { bytes, createdAndUpdated, identity, instant, reference } from "#platform/db/columns.ts";
import {
  type BuildColumns,
  bigint,
  boolean,
  date,
  doublePrecision,
  type InferModelFromColumns,
  index,
  integer,
  isNotNull,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  unique,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

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

type InJson<Value> = Value extends Date ? string : Value;

/** A card's schedule and its user's calibration as the log keeps them, instants in ISO 8601. */
export type LoggedState = { [Name in keyof StoredSchedule]: InJson<StoredSchedule[Name]> } & {
  calibrationA: number;
  calibrationB: number;
  /** Missing in rows from before it was counted. */
  hardSinceForgotten?: number | null;
};

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
    /** The import that brought it; null for a rating given here. */
    importId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("reviews_review_id_unique").on(table.userId, table.reviewId),
    index("reviews_card").on(table.userId, table.cardId, table.id),
    index("reviews_local_date").on(table.userId, table.localDate),
    // Queries about past days need the few reviews that were undone on a later day.
    index("reviews_late_undo").on(table.userId, table.undoneDate).where(sql`undone_date > local_date`),
    index("reviews_import").on(table.userId, table.importId).where(isNotNull(table.importId)),
  ],
);

export type ReviewRow = typeof reviews.$inferSelect;

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
  /**
   * The highest id that a review of this user has, or that an import has put by for its own. Each review is given a higher
   * one, so that ids tell the order of the log wherever its rows are.
   */
  lastReviewId: bigint({ mode: "number" }).notNull().default(0),
  /** Of the memory model, as they were fitted to this user; null for everybody's. */
  weights: doublePrecision().array(),
  /**
   * The log up to this review was folded anew under the weights; null if that never was. Of older reviews the states and
   * retrievabilities in the log are by other weights. `foldedA` and `foldedB` are the calibration after it.
   */
  foldedThrough: reference(),
  foldedA: doublePrecision(),
  foldedB: doublePrecision(),
  /**
   * Up to this review, later than `foldedThrough`, calibration was folded, to `calibratedA` and `calibratedB`, so that an
   * undo need not fold the whole log. Null where that is not known.
   */
  calibratedThrough: reference(),
  calibratedA: doublePrecision(),
  calibratedB: doublePrecision(),
  /** The log up to this review is summed in `recall_days`; null where nothing is. */
  summedThrough: reference(),
  /** The version before which the weights cannot be due to be fitted (again). */
  refitCheckAt: bigint({ mode: "number" }).notNull().default(1000),
  /**
   * How many cards fall due on each date from `dueCountsFrom` on, as `schedule.load.ts` reads it; null until a day is
   * settled. Ratings and undos keep it; what is deleted stays counted until the next day.
   */
  dueCounts: bytes(),
  dueCountsFrom: date({ mode: "string" }),
});

/** Dates on which a share of what was due was asked for, and done: nothing was left pending. */
export const sharedDates = pgTable(
  "shared_dates",
  { userId: ownerReference().notNull(), date: date({ mode: "string" }).notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.date] })],
);

export const userDays = pgTable("user_days", {
  userId: ownerReference().primaryKey(),
  settledThrough: date({ mode: "string" }).notNull(),
  /** Up to this date `daily_figures` says what past days were, and below stands the streak; null where nothing is kept. */
  keptThrough: date({ mode: "string" }),
  /** The streak as it was after the last date studied up to then; null where it has to be told from all dates. */
  streakCurrent: integer(),
  streakLongest: integer(),
  streakUntil: date({ mode: "string" }),
});

/**
 * What the past days were on which something was studied or left pending, as they were settled. Folders that were deleted
 * since stay in the lists.
 */
export const dailyFigures = pgTable(
  "daily_figures",
  {
    userId: ownerReference().notNull(),
    date: date({ mode: "string" }).notNull(),
    /** How many reviews stood at the end of the day, and how long they took. */
    reviews: integer().notNull().default(0),
    durationMs: bigint({ mode: "number" }).notNull().default(0),
    /** The folders of cards that were reviewed when they were pending, and of those where all was practice. */
    reviewedFolders: folderIds(),
    practisedFolders: folderIds(),
    /** Folders with something pending at the end of the day. A break asks for nothing. */
    pendingFolders: folderIds(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.date] })],
);

function folderIds() {
  return bigint({ mode: "number" }).array().notNull().default([]);
}

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
