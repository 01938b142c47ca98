import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { datesOf, type Moment } from "#platform/time/local-days.ts";
import { findPastDays } from "./days/days.service.ts";
import { selectLearner } from "./learner/learner.queries.ts";
import type { PastDay } from "./past/past.queries.ts";
import {
  type FolderCounts,
  type FolderDay,
  selectFoldersToday,
  selectPendingByFolder,
  selectPendingOnVisit,
} from "./pending/pending.queries.ts";
import { type QueueScope, type QueueSlice, selectQueuePlaces } from "./queue/queue.queries.ts";
import {
  type ScheduledRow,
  selectBreakDates,
  selectDueCounts,
  selectFallingDueByFolder,
  selectFolderIds,
  selectHasReviews,
  selectScheduled,
} from "./schedule.queries.ts";
import { settlePastDays } from "./schedule.settling.ts";
import type { StoredLearner, StoredPlan } from "./schedule.state.ts";
import { type ReviewLimits, selectNewInPlan, selectReviewLimits, selectShares } from "./shares/shares.queries.ts";

/** Returns the stored learner, and the stored plan, which also affects due dates. */
export function findLearner(db: Queryable, owner: OwnerId): Promise<StoredLearner & StoredPlan> {
  return selectLearner(db, owner);
}

/** Returns whether the log of a user has a review, undone or not. */
export function hasReviews(db: Queryable, owner: OwnerId): Promise<boolean> {
  return selectHasReviews(db, owner);
}

export function findQueuePlaces(ctx: Context, owner: OwnerId, today: LocalDate, scope: QueueScope, slice: QueueSlice) {
  return selectQueuePlaces(ctx.db, owner, today, scope, slice);
}

export function findSchedules(ctx: Context, owner: OwnerId, ids: readonly number[]): Promise<ScheduledRow[]> {
  return selectScheduled(ctx.db, owner, ids);
}

/** Returns today's shares, for a statement that selects what is pending today. */
export async function findShares(ctx: Context, owner: OwnerId, moment: Moment) {
  await settlePastDays(ctx, owner, moment);
  const { today: date } = moment;
  return { date, shares: await selectShares(ctx.db, owner, date) };
}

export function findReviewLimits(ctx: Context, owner: OwnerId, { today }: Moment): Promise<ReviewLimits> {
  return selectReviewLimits(ctx.db, owner, today);
}

/** The caller has settled the days before, which moves the end of a plan to catch up. */
export function countPendingByFolder(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderCounts[]> {
  return selectPendingByFolder(ctx.statements.pooled, owner, moment.today);
}

/** Counts the new cards that today would still ask if a plan to catch up began: those of exams that cannot wait until it ends. */
export function countNewInPlan(ctx: Context, owner: OwnerId, { today }: Moment, until: LocalDate): Promise<number> {
  return selectNewInPlan(ctx.db, owner, today, until);
}

/** Counts what a visit would find pending. Settles nothing, because a plan to catch up that passes its end without a visit is over. */
export function countPendingOnVisit(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderCounts[]> {
  return selectPendingOnVisit(ctx.statements.pooled, owner, moment.today);
}

/** Returns whether today is in a break: its pending cards may be studied, but it asks for nothing. */
export async function isRestDay({ db }: Context, owner: OwnerId, { today }: Moment): Promise<boolean> {
  return (await selectBreakDates(db, owner, { from: today, to: today })).length > 0;
}

/** Sums the pending cards of folders, and the new and due cards that wait for another day. */
export function sumPending(folders: readonly FolderCounts[]): {
  pending: number;
  newWaiting: number;
  dueWaiting: number;
} {
  return {
    pending: folders.reduce((sum, { total }) => sum + total, 0),
    newWaiting: folders.reduce((sum, { newWaiting }) => sum + newWaiting, 0),
    dueWaiting: folders.reduce((sum, { dueWaiting }) => sum + dueWaiting, 0),
  };
}

/** Returns how many cards fall due on each of the next `days` days. The first is today and counts everything pending. */
export async function countDueByDay(ctx: Context, owner: OwnerId, moment: Moment, days: number) {
  const [folders, ahead] = await Promise.all([
    countPendingByFolder(ctx, owner, moment),
    countDueAhead(ctx, owner, moment, days - 1),
  ]);
  return Array.from({ length: days }, (_, day) => ({
    date: addDays(moment.today, day),
    count: day === 0 ? sumPending(folders).pending : ahead(day),
  }));
}

/** Returns a function that gives the number of cards due 1 to `days` days after today; 1 is tomorrow. */
export async function countDueAhead(ctx: Context, owner: OwnerId, { today }: Pick<Moment, "today">, days: number) {
  const counts = await selectDueCounts(ctx.db, owner, { from: addDays(today, 1), to: addDays(today, days) });
  return (day: number): number => counts.get(addDays(today, day)) ?? 0;
}

export type DayStatus = { date: LocalDate; completed: boolean; studied: boolean };

/**
 * Returns for each day of a range whether something was studied, and whether the day was completed: something was studied in a
 * folder that still exists, and nothing was left pending. The range may not end after today.
 */
export async function findDayStatuses(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  from: LocalDate,
  to: LocalDate,
): Promise<DayStatus[]> {
  const [present, days] = await Promise.all([
    selectFolderIds(ctx.db, owner),
    findFoldersOnDates(ctx, owner, moment, { from, to }),
  ]);
  return datesOf({ from, to }).map((date) => {
    const all = days.get(date) ?? [];
    const folders = all.filter(({ folderId }) => present.has(folderId));
    const completed = folders.some(isReviewed) && !folders.some(isMissed);
    return { date, completed, studied: all.some(isReviewed) };
  });
}

const isReviewed = ({ reviewed }: FolderDay) => reviewed;

function isMissed({ scheduled, reviewed, leftPending }: FolderDay): boolean {
  return scheduled && (leftPending || !reviewed);
}

export function countFallingDueByFolder(ctx: Context, owner: OwnerId, date: LocalDate) {
  return selectFallingDueByFolder(ctx.db, owner, date);
}

/** Returns the folders that were reviewed or pending on a date, which may not be in the future. */
export async function findFoldersOn(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  date: LocalDate,
): Promise<FolderDay[]> {
  return (await findFoldersOnDates(ctx, owner, moment, { from: date, to: date })).get(date) ?? [];
}

/** Does the same as `findFoldersOn` for each date of a range. Dates without such folders are left out. */
export async function findFoldersOnDates(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { from, to }: DateRange,
): Promise<Map<LocalDate, FolderDay[]>> {
  const { today } = moment;
  const yesterday = addDays(today, -1);
  const last = to < yesterday ? to : yesterday;
  const [past, present] = await Promise.all([
    from <= last ? findPastDays(ctx, owner, moment, { from, to: last }) : [],
    from <= today && today <= to ? findFoldersToday(ctx, owner, moment) : [],
  ]);
  const days = new Map(past.map((day) => [day.date, toFolderDays(day)]));
  return present.length > 0 ? days.set(today, present) : days;
}

async function findFoldersToday(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderDay[]> {
  await settlePastDays(ctx, owner, moment);
  return selectFoldersToday(ctx.db, owner, moment.today);
}

function toFolderDays({ reviewedFolders, practisedFolders, pendingFolders }: PastDay): FolderDay[] {
  const reviewed = new Set([...reviewedFolders, ...practisedFolders]);
  const pending = new Set(pendingFolders);
  const scheduled = new Set([...reviewedFolders, ...pendingFolders]);
  return [...reviewed.union(pending)].map((folderId) => ({
    folderId,
    reviewed: reviewed.has(folderId),
    scheduled: scheduled.has(folderId),
    leftPending: pending.has(folderId),
  }));
}
