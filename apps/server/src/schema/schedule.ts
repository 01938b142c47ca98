import type { CardDifficulty } from "@repasa/contract/cards.ts";
import type { AnswerResult, Difficulty, LoggedMode } from "@repasa/contract/study.ts";
import type { Grade } from "@repasa/scheduler/rating.ts";
import { bytes, createdAndUpdated, identity, indexWhereSet, instant, reference } from "#platform/db/columns.ts";
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

/** The columns of `cards` that a rating changes. Statements, the log and the type below are derived from this list. */
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

/** The columns of `user_scheduling` that hold a calibration (packages/scheduler, calibration.ts). */
export const calibrationColumns = () => ({
  calibrationA: doublePrecision().notNull().default(1),
  calibrationB: doublePrecision().notNull().default(0),
  hardSinceForgotten: integer(),
  recalledCount: doublePrecision().notNull().default(0),
  hardRecalledCount: doublePrecision().notNull().default(0),
  recalledInARow: integer().notNull().default(0),
});

export type StoredCalibration = InferModelFromColumns<
  BuildColumns<"user_scheduling", ReturnType<typeof calibrationColumns>, "pg">
>;

/** A calibration in JSON. Rows of the log that are older than a count lack it. */
export type LoggedCalibration = Pick<StoredCalibration, "calibrationA" | "calibrationB"> & Partial<StoredCalibration>;

type InJson<Value> = Value extends Date ? string : Value;

/** A card's schedule and its user's calibration as the log stores them, with instants in ISO 8601. */
export type LoggedState = { [Name in keyof StoredSchedule]: InJson<StoredSchedule[Name]> } & LoggedCalibration;

/** The log: a row for each rating, changed only to mark it undone. A row outlives its card and folder. */
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
    /** The learner's answer; null where the rating did not include it. */
    answerResult: varchar({ length: 10 }).$type<AnswerResult>(),
    /** The grade: 1 Again, 2 Hard, 3 Good, 4 Easy; null for a rating that may be an Again or a Hard. */
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
    /** The import that added the review; null for a rating given here. */
    importId: uuid(),
    mode: varchar({ length: 6 }).$type<LoggedMode>().notNull().default("flip"),
    /** The steps of `Pista` that were taken before a typed answer, 0 to 3. */
    hints: smallint().notNull().default(0),
    /**
     * The card whose answer was given in place of this one's; null where none was. Not a foreign key: a review outlives the card, and
     * who reads it joins the user's cards.
     */
    confusedWith: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("reviews_review_id_unique").on(table.userId, table.reviewId),
    index("reviews_card").on(table.userId, table.cardId, table.id),
    index("reviews_local_date").on(table.userId, table.localDate),
    // Queries about past days need the few reviews that were undone on a later day.
    index("reviews_late_undo").on(table.userId, table.undoneDate).where(sql`undone_date > local_date`),
    index("reviews_confused").on(table.userId, table.id).where(isNotNull(table.confusedWith)),
    indexWhereSet("reviews_import", table.userId, table.importId),
  ],
);

export type ReviewRow = typeof reviews.$inferSelect;

/**
 * A user's memory beyond the cards. `version` counts ratings, undos, folds and settled days, so that a write can detect that
 * what it has read is stale.
 */
export const userScheduling = pgTable("user_scheduling", {
  userId: ownerReference().primaryKey(),
  ...calibrationColumns(),
  version: bigint({ mode: "number" }).notNull().default(0),
  /**
   * The highest id that a review of this user has or that an import has reserved. Each review is given a higher one, so that
   * ids give the order of the log, whichever node stores its rows.
   */
  lastReviewId: bigint({ mode: "number" }).notNull().default(0),
  /** Weights of the memory model, fitted to this user; null for the default weights. */
  weights: doublePrecision().array(),
  /**
   * The log up to this review was folded again with the weights; null if it never was. The log has the states and
   * retrievabilities of these reviews by other weights, or the calibrations by other rules. `folded` is the calibration after
   * the fold.
   */
  foldedThrough: reference(),
  folded: jsonb().$type<LoggedCalibration>(),
  /**
   * The calibration was folded up to this review, later than `foldedThrough`, to `calibrated`, so that an undo need not fold
   * the whole log. Null where that is not known.
   */
  calibratedThrough: reference(),
  calibrated: jsonb().$type<LoggedCalibration>(),
  /** The log up to this review is summed in `recall_days`; null where no review is. */
  summedThrough: reference(),
  /** The version before which the weights need not be fitted (again); 0 if the log has to be folded again in any case. */
  refitCheckAt: bigint({ mode: "number" }).notNull().default(1000),
  /**
   * The number of cards that fall due on each date from `dueCountsFrom` on, as `schedule.load.ts` reads it; null until a day
   * is settled. Ratings and undos update it; deleted cards stay counted until the next day.
   */
  dueCounts: bytes(),
  dueCountsFrom: date({ mode: "string" }),
});

/** Dates on which only a share of the due cards was pending and all of it was reviewed: nothing was left. */
export const sharedDates = pgTable(
  "shared_dates",
  { userId: ownerReference().notNull(), date: date({ mode: "string" }).notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.date] })],
);

export const userDays = pgTable("user_days", {
  userId: ownerReference().primaryKey(),
  settledThrough: date({ mode: "string" }).notNull(),
  /**
   * `daily_figures` and the streak below are stored up to this date; null where nothing is stored. An exported account has
   * the property's name as a field.
   */
  keptThrough: date({ mode: "string" }),
  /** The streak after the last date studied up to then; null where it has to be computed from all dates. */
  streakCurrent: integer(),
  streakLongest: integer(),
  streakUntil: date({ mode: "string" }),
});

/**
 * Past days on which something was studied or left pending, as they were settled. Folders that were deleted since stay in
 * the lists.
 */
export const dailyFigures = pgTable(
  "daily_figures",
  {
    userId: ownerReference().notNull(),
    date: date({ mode: "string" }).notNull(),
    /** The number of reviews that were not undone by the end of the day, and their duration. */
    reviews: integer().notNull().default(0),
    durationMs: bigint({ mode: "number" }).notNull().default(0),
    /** The folders in which a pending card was reviewed, and those in which all reviews were practice. */
    reviewedFolders: folderIds(),
    practisedFolders: folderIds(),
    /** Folders with something pending at the end of the day. Nothing is pending in a break. */
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

/** Breaks, with at least a date between them. Those that are over stay and no longer change. */
export const userBreaks = pgTable(
  "user_breaks",
  {
    userId: ownerReference().notNull(),
    fromDate: date({ mode: "string" }).notNull(),
    toDate: date({ mode: "string" }).notNull(),
    /** The last of the dates over which the cards that fell due in the break are spread; `toDate` where none are. */
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
