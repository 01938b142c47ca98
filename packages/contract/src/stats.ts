import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, dateRange, dayNumber, id, localDate } from "#fields.ts";
import { faceFields, folder, waitingCounts } from "#folders.ts";

const nextExam = z.object({ id, name: z.string(), date: localDate });
export type NextExam = z.output<typeof nextExam>;

export const userStats = z.object({
  cardsDueToday: count,
  ...waitingCounts,
  totalFolders: count,
  foldersWithPendingCards: count,
  totalCards: count,
  reviewedToday: count,
  currentStreak: count,
  longestStreak: count,
  /** The nearest exam, including one today. */
  nextExam: z.nullable(nextExam),
  /** The breaks that include a date from a week before today to a week after it, the oldest first. */
  breaks: z.array(dateRange),
});
export type UserStats = z.output<typeof userStats>;

const pendingFolder = z.object({
  folderId: id,
  name: z.string(),
  ...faceFields,
  total: count,
  new: count,
  hard: count,
  medium: count,
  easy: count,
});
export type PendingFolder = z.output<typeof pendingFolder>;

/** The current break, or the last one while the cards that fell due in it are spread over the days after it. */
const presentBreak = z.extend(dateRange, {
  spreadUntil: localDate,
  /** Today's share of these cards, as a number of reviews; null during the break. */
  perDay: z.nullable(count),
});
export type PresentBreak = z.output<typeof presentBreak>;

const dailyReview = z.object({
  date: localDate,
  totalDue: count,
  ...waitingCounts,
  /** During a break nothing has to be studied today, but the pending cards may be. */
  break: z.nullable(presentBreak),
  folders: z.array(pendingFolder),
});
export type DailyReview = z.output<typeof dailyReview>;

const scheduledFolder = z.extend(folder, {
  /** The number of cards that fall due on exactly that date; null for today and the past. */
  dueOnDate: z.nullable(count),
  /** The number of cards that the date will ask, see `nearDay`; null for today, the past, and dates more than a week ahead. */
  asked: z.nullable(count),
});
export type ScheduledFolder = z.output<typeof scheduledFolder>;

const dayCount = z.object({ date: localDate, count });
export type DayCount = z.output<typeof dayCount>;

const forecastDay = z.extend(dayCount, {
  /** The number of cards that the day will ask, see `nearDay`; today those that are pending, in a break none. */
  asked: count,
});
export type ForecastDay = z.output<typeof forecastDay>;

const activityDay = z.extend(dayCount, {
  /** The total of the durations that were measured. */
  durationMs: count,
});
export type ActivityDay = z.output<typeof activityDay>;

/** One of eleven days: a date, the five before it and the five after it. */
export const nearDay = z.object({
  date: localDate,
  /** For a day before the date: true if something was studied and nothing was left pending. */
  completed: z.boolean(),
  /** For a day before the date: true if something was studied. Such a day may still be incomplete. */
  studied: z.boolean(),
  /** For a day after the date: the number of cards that fall due on it. */
  due: count,
  /**
   * For a day after today: the number of cards that it will ask if everything is studied that is asked before. It includes the day's
   * share of new cards and what limits, a plan to catch up, breaks and exams carry over to it, but not the cards that are studied
   * from today on and come back.
   */
  asked: count,
});
export type NearDay = z.output<typeof nearDay>;

const onDate = z.object({ date: localDate });
export const statsEndpoints = {
  userStats: defineEndpoint("GET /api/user/stats", {
    summary: "Returns the due cards, the totals, the streak and the next exam",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    largeRead: "summary",
    response: userStats,
  }),
  dailyReview: defineEndpoint("GET /api/cards/daily-review", {
    summary: "Returns today's pending cards by folder and difficulty",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    largeRead: "count",
    response: dailyReview,
  }),
  completedFolders: defineEndpoint("GET /api/folders/completed/{date}", {
    summary: "Lists the folders studied on a date with nothing left pending at its end",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    params: onDate,
    response: z.array(folder),
  }),
  scheduledFolders: defineEndpoint("GET /api/folders/scheduled/{date}", {
    summary: "Lists the folders with cards pending on a past date or today, or falling due on a future one",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    params: onDate,
    response: z.array(scheduledFolder),
  }),
  nearDays: defineEndpoint("GET /api/user/days", {
    summary:
      "Returns the results of the five days before a date (default: today) and the cards due in the five days after it",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    largeRead: "summary",
    query: z.object({ around: z.optional(localDate) }),
    response: z.array(nearDay),
  }),
  activity: defineEndpoint("GET /api/user/activity", {
    summary: "Returns the reviews and study time of each local date that has any",
    reads: ["reviews"],
    mayBeStale: true,
    largeRead: "statistics",
    query: z.object({ from: z.optional(localDate), to: z.optional(localDate) }),
    response: z.array(activityDay),
  }),
  forecast: defineEndpoint("GET /api/user/forecast", {
    summary: "Counts the cards falling due on each local date from today on; today's are all that are pending",
    reads: ["cards", "reviews", "preferences", "exams"],
    largeRead: "summary",
    query: z.object({ days: dayNumber }),
    response: z.array(forecastDay),
  }),
};
