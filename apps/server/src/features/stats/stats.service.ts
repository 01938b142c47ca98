import type { Folder } from "@repasa/contract/folders.ts";
import type { ActivityDay, DailyReview, DayCount, UserStats } from "@repasa/contract/stats.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import { addDays, endOfDay, type LocalDate, localDateOf, type Moment, startOfDay } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  type FolderDay,
  insertGaps,
  lockSettledThrough,
  selectActivity,
  selectCounts,
  selectDueCounts,
  selectFoldersFallingDue,
  selectFoldersOnPastDay,
  selectFoldersToday,
  selectHistory,
  selectPendingByFolder,
  selectPendingSince,
  selectReviewTimesElsewhere,
  selectSettledThrough,
  updateSettledThrough,
} from "./stats.queries.ts";
import { type DayRun, runsWithout, streakOf } from "./stats.streak.ts";

type Dependencies = {
  db: Queryable;
  foldersByIds: (owner: OwnerId, moment: Moment, ids: readonly number[]) => Promise<Folder[]>;
};

export type StatsService = ReturnType<typeof createStatsService>;

const byName = new Intl.Collator("es");
const ACTIVITY_YEARS = 5;
const REMEMBERED_USERS = 10_000;

export function createStatsService({ db, foldersByIds }: Dependencies) {
  // A settled day stays settled, so that what was once read need not be asked again before each rating.
  const settledThrough = new Map<OwnerId, LocalDate>();

  /**
   * Keeps what the days before today were, as the streak sees them; nothing that happens later changes them. It must run
   * before anything that changes what is pending (a rating, an undo, a deletion): as every such change was preceded by
   * it, the cards still are what they were at the end of each day that isn't settled. Does nothing when no day is left.
   */
  async function settle(owner: OwnerId, moment: Moment): Promise<void> {
    const yesterday = addDays(moment.today, -1);
    const isDone = (settled: LocalDate | null | undefined) => settled != null && settled >= yesterday;
    if (isDone(settledThrough.get(owner))) return;
    if (!isDone(await selectSettledThrough(db, owner))) {
      await db.transaction(async (transaction) => {
        const settled = await lockSettledThrough(transaction, owner);
        if (isDone(settled)) return;
        await insertGaps(transaction, owner, await gapsAfter(transaction, owner, moment, settled));
        await updateSettledThrough(transaction, owner, yesterday);
      });
    }
    if (settledThrough.size >= REMEMBERED_USERS) settledThrough.clear();
    settledThrough.set(owner, yesterday);
  }

  async function foldersOn(owner: OwnerId, moment: Moment, date: LocalDate): Promise<FolderDay[]> {
    const end = endOfDay(date, moment.timeZone);
    return date === moment.today
      ? selectFoldersToday(db, owner, date, end)
      : selectFoldersOnPastDay(db, owner, date, end);
  }

  return {
    settle,

    /** The streak, for who writes to somebody and not on their behalf: nothing is settled, only told. */
    async currentStreak(owner: OwnerId, moment: Moment): Promise<number> {
      const settled = await selectSettledThrough(db, owner);
      const { studied, gaps } = await selectHistory(db, owner);
      const isDone = settled !== undefined && settled >= addDays(moment.today, -1);
      const since = isDone ? [] : await gapsAfter(db, owner, moment, settled ?? null);
      return streakOf({ studied, gaps: [...gaps, ...since], today: moment.today }).current;
    },

    async userStats(owner: OwnerId, moment: Moment): Promise<UserStats> {
      await settle(owner, moment);
      const counts = await selectCounts(db, owner, moment.today, endOfDay(moment.today, moment.timeZone));
      const { current, longest } = streakOf({ ...(await selectHistory(db, owner)), today: moment.today });
      return { ...counts, currentStreak: current, longestStreak: longest };
    },

    async dailyReview(owner: OwnerId, { today, timeZone }: Moment): Promise<DailyReview> {
      const folders = await selectPendingByFolder(db, owner, endOfDay(today, timeZone));
      folders.sort((a, b) => byName.compare(a.name, b.name) || a.folderId - b.folderId);
      return { date: today, totalDue: folders.reduce((sum, folder) => sum + folder.total, 0), folders };
    },

    async scheduledFolders(owner: OwnerId, moment: Moment, date: LocalDate): Promise<Folder[]> {
      if (!isWithinReach(date)) return [];
      if (date > moment.today) {
        const { timeZone } = moment;
        const ids = await selectFoldersFallingDue(db, owner, startOfDay(date, timeZone), endOfDay(date, timeZone));
        return foldersByIds(owner, moment, ids);
      }
      const folders = (await foldersOn(owner, moment, date)).filter((folder) => folder.scheduled);
      return foldersByIds(owner, moment, idsOf(folders));
    },

    async completedFolders(owner: OwnerId, moment: Moment, date: LocalDate): Promise<Folder[]> {
      if (!isWithinReach(date) || date > moment.today) return [];
      const folders = (await foldersOn(owner, moment, date)).filter((folder) => folder.reviewed && !folder.leftPending);
      return foldersByIds(owner, moment, idsOf(folders));
    },

    async activity(
      owner: OwnerId,
      moment: Moment,
      asked: { from?: LocalDate | undefined; to?: LocalDate | undefined },
    ): Promise<ActivityDay[]> {
      const to = asked.to ?? moment.today;
      if (asked.from === undefined && !isWithinReach(to)) return [];
      const from = asked.from ?? addDays(to, -364);
      if (Temporal.PlainDate.compare(from, to) > 0) throw badRange("La fecha inicial es posterior a la final");
      if (Temporal.PlainDate.compare(Temporal.PlainDate.from(from).add({ years: ACTIVITY_YEARS }), to) < 0) {
        throw badRange(`El intervalo no puede superar los ${ACTIVITY_YEARS} años`);
      }
      if (!isWithinReach(to)) return [];
      return selectActivity(db, owner, { from: isWithinReach(from) ? from : FIRST_DATE, to });
    },

    async forecast(owner: OwnerId, { today, timeZone }: Moment, days: number): Promise<DayCount[]> {
      const dates = Array.from({ length: days }, (_, index) => addDays(today, index));
      const ends = dates.map((date) => endOfDay(date, timeZone));
      const counts = new Map<number, number>();
      for (const { day, count } of await selectDueCounts(db, owner, ends, ends.at(-1) as Date)) counts.set(day, count);
      return dates.map((date, day) => ({ date, count: counts.get(day) ?? 0 }));
    },
  };
}

/** What is pending today, by folder. */
export function dailyReview(ctx: Context, owner: OwnerId, moment: Moment): Promise<DailyReview> {
  return createStatsService({ db: ctx.db, foldersByIds: async () => [] }).dailyReview(owner, moment);
}

/** The streak in days, for a mail to its owner. */
export function currentStreak(ctx: Context, owner: OwnerId, moment: Moment): Promise<number> {
  return createStatsService({ db: ctx.db, foldersByIds: async () => [] }).currentStreak(owner, moment);
}

/**
 * The runs of unsettled days at whose end something was pending. As a card stays pending until it is rated, they reach
 * from the day on which the first of what is pending became so through yesterday. A date that a traveller never saw, or
 * saw little of, is not missed when they studied within its hours, on another date elsewhere.
 */
async function gapsAfter(
  db: Queryable,
  owner: OwnerId,
  { today, timeZone }: Moment,
  settled: LocalDate | null,
): Promise<DayRun[]> {
  const since = await selectPendingSince(db, owner, startOfDay(today, timeZone));
  if (!since) return [];
  const pendingFrom = localDateOf(since, timeZone);
  const from = settled !== null && settled >= pendingFrom ? addDays(settled, 1) : pendingFrom;
  const gap = { from, to: addDays(today, -1) };
  // Dates of one instant in two places are at most two apart.
  const around = { from: addDays(gap.from, -2), to: addDays(gap.to, 2) };
  const elsewhere = await selectReviewTimesElsewhere(db, owner, around, timeZone);
  return runsWithout(gap, [...new Set(elsewhere.map((time) => localDateOf(time, timeZone)))]);
}

function idsOf(folders: readonly FolderDay[]): number[] {
  return folders.map((folder) => folder.folderId);
}

// Nothing was reviewed before, or falls due after; the database and JavaScript disagree on years far from here.
const FIRST_DATE = "1970-01-01";
const LAST_DATE = "2999-12-31";

function isWithinReach(date: LocalDate): boolean {
  return date >= FIRST_DATE && date <= LAST_DATE;
}

function badRange(message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path: "from", message }] });
}
