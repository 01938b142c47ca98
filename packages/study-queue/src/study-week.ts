import type { Calibration } from "@repasa/scheduler/calibration.ts";
import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Difficulty } from "@repasa/scheduler/rating.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";

/** The number of days after today whose cards a {@link StudyWeek} contains. */
export const DAYS_AHEAD = 7;

/** The number of dates by whose load due days are chosen, today included. The longest interval ends on the last of them. */
export const LOAD_DATES = 366;

/** The number of dates in {@link StudyWeek.dueCounts}, so that {@link LOAD_DATES} of them are known on each day of the week. */
export const COUNTED_DATES = LOAD_DATES + DAYS_AHEAD;

/** More ratings than are delivered while a week is read. */
export const RECEIVED_RATINGS = 100;

/** Longer ago than any review. */
export const UNKNOWN_AGO = 100_000;

/**
 * Cards that were rated, as columns of equal length: the values at one place belong to one card. They are the cards that fall
 * due by the end of the week, also suspended ones, and those that were rated today.
 *
 * - `idSteps`: the id of each card minus that of the card before it, or minus 0.
 * - `group`: a number that siblings have in common, in {@link NewColumns} too; 0 for a card without siblings.
 * - `stability`, `memoryDifficulty`: as in `MemoryState` of the scheduler; 0 on a card whose memory is not known.
 * - `reviewedAgo`: whole days from the last review to `date`, {@link UNKNOWN_AGO} if that is not known.
 * - `dueIn`: whole days from `date` to the due date, below 0 for an overdue card.
 * - `difficulty`: the difficulty of the last rating.
 * - `reviewCount`: the number of ratings so far.
 */
type RatedColumns = {
  readonly idSteps: readonly number[];
  readonly folderId: readonly number[];
  readonly group: readonly number[];
  readonly stability: readonly number[];
  readonly memoryDifficulty: readonly number[];
  readonly reviewedAgo: readonly number[];
  readonly dueIn: readonly number[];
  readonly difficulty: readonly ("new" | Difficulty)[];
  readonly reviewCount: readonly number[];
  readonly suspended: readonly boolean[];
};

/**
 * All cards that were never rated, also suspended ones, in the order in which they are introduced; columns as in
 * {@link RatedColumns}. `suspended` is absent in a week that an earlier version stored, which had no suspended new cards.
 */
type NewColumns = Pick<RatedColumns, "idSteps" | "folderId" | "group"> & Partial<Pick<RatedColumns, "suspended">>;

/** Numbers of cards by date: `counts[0]` belongs to the date `from`. */
type CountsByDate = { readonly from: LocalDate; readonly counts: readonly number[] };

/** An exam that is still to come, with the folders whose cards are scheduled for it. */
export type WeekExam = { readonly name: string; readonly date: LocalDate; readonly folderIds: readonly number[] };

/** `spreadUntil`: the last date over which the cards that fell due in the break are spread; `to` where none are. */
export type WeekBreak = Readonly<DateRange> & { readonly spreadUntil: LocalDate };

/**
 * Everything that a device needs to ask the cards of a date and of the next {@link DAYS_AHEAD} days without a network, except
 * their texts.
 *
 * - `date`: the student's study date for which the server computed it.
 * - `learner`: `weights` is null for the default weights of FSRS-6.
 * - `weekdays`: the desired load of each weekday, Monday first; null if all are alike.
 * - `load`: the stored numbers of cards by due date, by which the buttons of `date` are planned; null where none are stored. They
 *   may still include deleted cards.
 * - `dueCounts`: the exact numbers from `date` on, for the days that follow; {@link COUNTED_DATES} of them.
 * - `exams`: those after `date`, the nearest first.
 * - `breaks`: those that may affect one of the days, or a later one.
 * - `newCardsPerDay`, `reviewsPerDay`: the student's limits; null for none.
 * - `catchUp`: a plan to catch up, `perDay` cards a day up to and including `until`; null without one.
 * - `reviewed`: the number of due cards that were rated on `date`.
 * - `started`: the number of cards of each folder that were first rated on `date`.
 * - `received`: the `reviewId` of the last ratings that the week includes, {@link RECEIVED_RATINGS} at most. A device cannot tell
 *   otherwise whether a rating that was delivered during the call is one of them.
 */
export type StudyWeek = {
  readonly date: LocalDate;
  readonly learner: {
    readonly settings: SchedulerSettings;
    readonly weights: readonly number[] | null;
    readonly calibration: Calibration;
  };
  readonly weekdays: readonly number[] | null;
  readonly load: CountsByDate | null;
  readonly dueCounts: readonly number[];
  readonly exams: readonly WeekExam[];
  readonly breaks: readonly WeekBreak[];
  readonly newCardsPerDay: number | null;
  readonly reviewsPerDay: number | null;
  readonly catchUp: { readonly until: LocalDate; readonly perDay: number } | null;
  readonly reviewed: number;
  readonly started: readonly { readonly folderId: number; readonly count: number }[];
  readonly received: readonly string[];
  readonly rated: RatedColumns;
  readonly fresh: NewColumns;
};
