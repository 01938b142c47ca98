import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { Calendar, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { afterAll } from "vitest";
import { completedFolders, scheduledFolders, userStats } from "#features/stats/stats.service.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { createStudyLog } from "#testing/study-log.ts";
import { testContext } from "#testing/test-context.ts";
import { createTestDatabase } from "#testing/test-database.ts";

/** Very different zones: in both hemispheres, on both sides of the date line, with odd minutes, with and without clock changes. */
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

/** Returns the calendar of a user in a time zone. */
export function calendarIn(timeZone: string, dayStartHour = DEFAULT_DAY_START_HOUR): Calendar {
  return { timeZone, dayStartHour };
}

/** Returns the moment at which a zone's wall clock shows a time: `at("2026-03-29 02:30", "Europe/Madrid")`. */
export function at(wall: string, timeZone: string, dayStartHour?: number): Moment {
  const zoned = Temporal.PlainDateTime.from(wall.replace(" ", "T")).toZonedDateTime(timeZone);
  return momentAt(new Date(zoned.epochMilliseconds), calendarIn(timeZone, dayStartHour));
}

/** Returns the moment that is a time after the beginning of a study day: "00:00" is its first instant, "23:59:59.999" its last. */
export function afterDayStart(dateAndTime: string, timeZone: string, dayStartHour?: number): Moment {
  const calendar = calendarIn(timeZone, dayStartHour);
  const wall = Temporal.PlainDateTime.from(dateAndTime.replace(" ", "T")).add({ hours: calendar.dayStartHour });
  return at(wall.toString(), timeZone, dayStartHour);
}

/** Creates the database of a file with tests of statistics, which calls this at its top, and functions that add users. */
export async function sharedStatsWorld() {
  const database = await createTestDatabase();
  afterAll(database.drop);

  return {
    pool: database.db.pool,

    /** Returns the context of a further server on the same database. */
    newServer: () => testContext(database.db),

    /** Creates a user who has studied nothing yet, on a server of their own. */
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
        /** Returns the names of the folders that were scheduled and completed on a date. */
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
        gaps: () => selectStreakGaps(database.db.pool, owner),
      };
    },
  };
}

type StatsWorld = Awaited<ReturnType<typeof sharedStatsWorld>>;
export type StatsUser = Awaited<ReturnType<StatsWorld["newUser"]>>;
