import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { resolveFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type {
  ActivityDay,
  DailyReview,
  ForecastDay,
  NearDay,
  PendingFolder,
  ScheduledFolder,
  statsEndpoints,
  UserStats,
} from "@repasa/contract/stats.ts";
import { addDays, countDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { countAsked } from "@repasa/study-queue/days-ahead.ts";
import { DAYS_AHEAD } from "@repasa/study-queue/study-week.ts";
import type { Context } from "#context.ts";
import { findFolders } from "#features/folders/folders.service.ts";
import { findBreak } from "#features/pace/pace.service.ts";
import { computeStreak, countActivity } from "#features/schedule/days/days.service.ts";
import type { FolderCounts } from "#features/schedule/pending/pending.queries.ts";
import {
  countDueAhead,
  countDueByDay,
  countFallingDueByFolder,
  countPendingByFolder,
  countPendingOnVisit,
  findDayStatuses,
  findFoldersOn,
  isRestDay,
  sumPending,
} from "#features/schedule/schedule.service.ts";
import { findUnsettledStreakGaps, settlePastDays } from "#features/schedule/schedule.settling.ts";
import { listAskedDays } from "#features/week/week.asked.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { datesOf, type Moment } from "#platform/time/local-days.ts";
import { selectTotals } from "./stats.queries.ts";

const byName = new Intl.Collator("es");
const ACTIVITY_YEARS = 5;
const DAYS_AROUND = 5;

// No review is earlier and no card falls due later. PostgreSQL and JavaScript disagree on very distant years.
const FIRST_DATE = "1970-01-01";
const LAST_DATE = "2999-12-31";

export async function userStats(ctx: Context, owner: OwnerId, moment: Moment): Promise<UserStats> {
  await settlePastDays(ctx, owner, moment);
  const [folders, totals, { current, longest }] = await Promise.all([
    countPendingByFolder(ctx, owner, moment),
    selectTotals(ctx.db, owner, moment.today),
    computeStreak(ctx, owner, moment),
  ]);
  const { pending, ...waiting } = sumPending(folders);
  return {
    ...totals,
    cardsDueToday: pending,
    ...waiting,
    foldersWithPendingCards: folders.filter(({ total }) => total > 0).length,
    currentStreak: current,
    longestStreak: longest,
  };
}

/** Returns the streak in days, for a reminder. Settles nothing, because a reminder is not a visit of the user. */
export async function currentStreak(ctx: Context, owner: OwnerId, moment: Moment): Promise<number> {
  const unsettled = await findUnsettledStreakGaps(ctx, owner, moment);
  return (await computeStreak(ctx, owner, moment, unsettled)).current;
}

export async function dailyReview(ctx: Context, owner: OwnerId, moment: Moment): Promise<DailyReview> {
  await settlePastDays(ctx, owner, moment);
  const [counts, currentBreak] = await Promise.all([
    countPendingByFolder(ctx, owner, moment),
    findBreak(ctx, owner, moment),
  ]);
  const { pending, ...waiting } = sumPending(counts);
  return { date: moment.today, totalDue: pending, ...waiting, break: currentBreak, folders: toPendingFolders(counts) };
}

/**
 * Lists the folders that a reminder names: those that Home would list at the same moment. `due` is the number of all due cards, those
 * that wait for another day included.
 */
export async function listPendingFolders(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
): Promise<{ folders: PendingFolder[]; due: number }> {
  const counts = await countPendingOnVisit(ctx, owner, moment);
  const due = counts.reduce((sum, folder) => sum + folder.total - folder.new + folder.dueWaiting, 0);
  return { folders: toPendingFolders(counts), due };
}

function toPendingFolders(counts: readonly FolderCounts[]): PendingFolder[] {
  return counts
    .filter(({ total }) => total > 0)
    .map(({ newWaiting: _new, dueWaiting: _due, ...folder }) => ({
      ...folder,
      ...resolveFolderFace(folder.name, folder),
    }))
    .sort((a, b) => byName.compare(a.name, b.name) || a.folderId - b.folderId);
}

export async function scheduledFolders(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  date: LocalDate,
): Promise<ScheduledFolder[]> {
  if (!isWithinReach(date)) return [];
  if (date > moment.today) {
    const [due, asked] = await Promise.all([
      countFallingDueByFolder(ctx, owner, date),
      countAskedByFolder(ctx, owner, moment, date),
    ]);
    const ids = [...new Set([...due.keys(), ...(asked?.keys() ?? [])])];
    return (await findFolders(ctx, owner, moment, ids)).map((folder) => ({
      ...folder,
      dueOnDate: due.get(folder.id) ?? 0,
      asked: asked && (asked.get(folder.id) ?? 0),
    }));
  }
  const scheduled = (await findFoldersOn(ctx, owner, moment, date)).filter((folder) => folder.scheduled);
  const ids = scheduled.map(({ folderId }) => folderId);
  return (await findFolders(ctx, owner, moment, ids)).map((folder) => ({ ...folder, dueOnDate: null, asked: null }));
}

/** Counts by folder what a future date will ask; null more than a week ahead. */
async function countAskedByFolder(ctx: Context, owner: OwnerId, moment: Moment, date: LocalDate) {
  const days = countDays({ from: moment.today, to: date }) - 1;
  if (days > DAYS_AHEAD) return null;
  const counts = new Map<number, number>();
  const [day] = (await listAskedDays(ctx, owner, moment, days)).slice(-1);
  for (const { folderId } of day?.cards ?? []) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  return counts;
}

export async function completedFolders(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  date: LocalDate,
): Promise<Folder[]> {
  if (!isWithinReach(date) || date > moment.today) return [];
  const completed = (await findFoldersOn(ctx, owner, moment, date)).filter(
    ({ reviewed, leftPending }) => reviewed && !leftPending,
  );
  return findFolders(
    ctx,
    owner,
    moment,
    completed.map(({ folderId }) => folderId),
  );
}

export async function activity(
  ctx: Pick<Context, "db">,
  owner: OwnerId,
  moment: Moment,
  query: QueryOf<typeof statsEndpoints.activity>,
): Promise<ActivityDay[]> {
  const to = query.to ?? moment.today;
  if (query.from === undefined && !isWithinReach(to)) return [];
  const from = query.from ?? addDays(to, -364);
  if (Temporal.PlainDate.compare(from, to) > 0) throw badRange("La fecha inicial es posterior a la final");
  if (Temporal.PlainDate.compare(Temporal.PlainDate.from(from).add({ years: ACTIVITY_YEARS }), to) < 0) {
    throw badRange(`El intervalo no puede superar los ${ACTIVITY_YEARS} años`);
  }
  if (!isWithinReach(to)) return [];
  return countActivity(ctx, owner, { from: isWithinReach(from) ? from : FIRST_DATE, to });
}

export async function forecast(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<ForecastDay[]> {
  await settlePastDays(ctx, owner, moment);
  const [due, asked, rests] = await Promise.all([
    countDueByDay(ctx, owner, moment, days),
    listAskedDays(ctx, owner, moment, days - 1),
    isRestDay(ctx, owner, moment),
  ]);
  return due.map((day, index) => {
    const ahead = asked[index - 1];
    return { ...day, asked: ahead ? countAsked(ahead) : rests ? 0 : day.count };
  });
}

/** @param around The date in the middle. A browser whose clock is wrong sends another date than today. */
export async function nearDays(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  around: LocalDate = moment.today,
): Promise<NearDay[]> {
  if (!isWithinReach(around)) return [];
  const from = addDays(around, -DAYS_AROUND);
  const yesterday = addDays(around, -1);
  const last = yesterday < moment.today ? yesterday : moment.today;
  // The student's clock may be wrong: nothing is computed for days that are more than a week ahead of the server's.
  const daysAhead = Math.min(DAYS_AHEAD, countDays({ from: moment.today, to: addDays(around, DAYS_AROUND) }) - 1);
  const [past, countDueIn, asked] = await Promise.all([
    from <= last ? findDayStatuses(ctx, owner, moment, from, last) : [],
    countDueAhead(ctx, owner, { today: around }, DAYS_AROUND),
    listAskedDays(ctx, owner, moment, daysAhead),
  ]);
  const askedOn = new Map(asked.map((day, index) => [addDays(moment.today, index + 1), countAsked(day)]));
  const statuses = new Map(past.map((day) => [day.date, day]));
  return datesOf({ from, to: addDays(around, DAYS_AROUND) }).map((date, index) => ({
    date,
    completed: statuses.get(date)?.completed ?? false,
    studied: statuses.get(date)?.studied ?? false,
    due: index > DAYS_AROUND ? countDueIn(index - DAYS_AROUND) : 0,
    asked: askedOn.get(date) ?? 0,
  }));
}

function isWithinReach(date: LocalDate): boolean {
  return date >= FIRST_DATE && date <= LAST_DATE;
}

function badRange(message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path: "from", message }] });
}
