import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, localDate } from "#fields.ts";
import { folder } from "#folders.ts";

export const userStats = z.object({
  cardsDueToday: count,
  totalFolders: count,
  foldersWithPendingCards: count,
  totalCards: count,
  reviewedToday: count,
  currentStreak: count,
  longestStreak: count,
});
export type UserStats = z.output<typeof userStats>;

export const pendingFolder = z.object({
  folderId: id,
  name: z.string(),
  total: count,
  new: count,
  hard: count,
  medium: count,
  easy: count,
});
export type PendingFolder = z.output<typeof pendingFolder>;

export const dailyReview = z.object({ date: localDate, totalDue: count, folders: z.array(pendingFolder) });
export type DailyReview = z.output<typeof dailyReview>;

export const dayCount = z.object({ date: localDate, count });
export type DayCount = z.output<typeof dayCount>;

const onDate = z.object({ date: localDate });
const days = z.pipe(
  z._default(
    z
      .string({ error: "Los días deben ser un número de 1 a 365" })
      .check(z.regex(/^[1-9]\d{0,2}$/, { error: "Los días deben ser un número de 1 a 365" })),
    "30",
  ),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.lte(365, { error: "Los días deben ser un número de 1 a 365" })),
  ),
);

export const statsEndpoints = {
  userStats: defineEndpoint({
    method: "GET",
    path: "/api/user/stats",
    summary: "What is due, how much there is, and the streak",
    response: userStats,
  }),
  dailyReview: defineEndpoint({
    method: "GET",
    path: "/api/cards/daily-review",
    summary: "Today's pending cards by folder and difficulty",
    response: dailyReview,
  }),
  completedFolders: defineEndpoint({
    method: "GET",
    path: "/api/folders/completed/{date}",
    summary: "Folders studied on a date with nothing left pending at its end",
    params: onDate,
    response: z.array(folder),
  }),
  scheduledFolders: defineEndpoint({
    method: "GET",
    path: "/api/folders/scheduled/{date}",
    summary: "Folders with cards pending on a past date or today, or falling due on a future one",
    params: onDate,
    response: z.array(folder),
  }),
  activity: defineEndpoint({
    method: "GET",
    path: "/api/user/activity",
    summary: "Reviews per local date; dates without reviews are left out",
    query: z.object({ from: z.optional(localDate), to: z.optional(localDate) }),
    response: z.array(dayCount),
  }),
  forecast: defineEndpoint({
    method: "GET",
    path: "/api/user/forecast",
    summary: "Cards falling due per local date, from today on; today holds everything pending",
    query: z.object({ days }),
    response: z.array(dayCount),
  }),
};
