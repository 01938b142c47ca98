import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import type { Calendar, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { afterAll } from "vitest";
import { completedFolders, scheduledFolders, userStats } from "#features/stats/stats.service.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import { streakGaps } from "#testing/streak-gaps.ts";
import { createStudyLog } from "#testing/study-log.ts";
import { testContext } from "#testing/test-context.ts";
import { createTestDatabase } from "#testing/test-database.ts";

/** Zones far apart: both hemispheres, both sides of the date line, odd minutes, with and without clock changes. */
export const ZONES = [
  "UTC",
  "America/Sao_Paulo",
  "Europe/Madrid",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "America/New_York",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

/** The days of somebody there who has not chosen another hour. */
export function inZone(timeZone: string, dayStartHour = DEFAULT_DAY_START_HOUR): Calendar {
  return { timeZone, dayStartHour };
}

/** A wall clock somewhere: `at("2026-03-29 02:30", "Europe/Madrid")`. */
export function at(wall: string, timeZone: string, dayStartHour?: number): Moment {
  const zoned = Temporal.PlainDateTime.from(wall.replace(" ", "T")).toZonedDateTime(timeZone);
  return momentAt(new Date(zoned.epochMilliseconds), inZone(timeZone, dayStartHour));
}

/** So long after the beginning of a date, on the wall clock: "00:00" is its first instant, "23:59:59.999" its last. */
export function into(dateAndTime: string, timeZone: string, dayStartHour?: number): Moment {
  const calendar = inZone(timeZone, dayStartHour);
  const wall = Temporal.PlainDateTime.from(dateAndTime.replace(" ", "T")).add({ hours: calendar.dayStartHour });
  return at(wall.toString(), timeZone, dayStartHour);
}

/** A database for the statistics tests of the file that calls this at its top, with any number of users in it. */
export async function sharedStatsWorld() {
  const database = await createTestDatabase();
  afterAll(database.drop);

  return {
    pool: database.db.pool,

    /** The context of one more server on the database. */
    newServer: () => testContext(database.db),

    /** A user who has studied nothing yet, on a server of their own. */
    async newUser() {
      const ctx = testContext(database.db);
      const log = await createStudyLog(ctx, database.db.pool);
      const { owner } = log;
      return {
        ctx,
        owner,
        log,
        async streak(moment: Moment) {
          const { currentStreak, longestStreak } = await userStats(ctx, owner, moment);
          return { current: currentStreak, longest: longestStreak };
        },
        /** The names of the folders that a date had. */
        async day(moment: Moment, date: LocalDate) {
          const names = (folders: { name: string }[]) => folders.map(({ name }) => name).sort();
          return {
            scheduled: names(await scheduledFolders(ctx, owner, moment, date)),
            completed: names(await completedFolders(ctx, owner, moment, date)),
          };
        },
        async dueToday(moment: Moment): Promise<number> {
          return (await userStats(ctx, owner, moment)).cardsDueToday;
        },
        gaps: () => streakGaps(database.db.pool, owner),
      };
    },
  };
}

export type StatsWorld = Awaited<ReturnType<typeof sharedStatsWorld>>;
export type StatsUser = Awaited<ReturnType<StatsWorld["newUser"]>>;
