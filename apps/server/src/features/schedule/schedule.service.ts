import type { Context } from "#context.ts";
import { addDays, endOfDay, type LocalDate, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  type FolderCounts,
  type FolderDay,
  selectDueCounts,
  selectFallingDueByFolder,
  selectFoldersOnPastDay,
  selectFoldersToday,
  selectPendingByFolder,
  selectPendingCards,
} from "./schedule.queries.ts";

export { countDueDates, movedCounts, planOf } from "./schedule.load.ts";
export { loadScheduleSettings } from "./schedule.settings.ts";
export { changeDays, isSettled, passOverDates, settlePastDays, unsettledGaps } from "./schedule.settling.ts";
export {
  learnerOf,
  loggedState,
  scheduleOf,
  stateAfterRating,
  weightsIn,
  withDueDate,
  withState,
} from "./schedule.state.ts";
export type { LoggedState } from "./schedule.table.ts";

export function pendingCards(ctx: Context, owner: OwnerId, moment: Moment, folderId: number | null) {
  return selectPendingCards(ctx.db, owner, moment.today, folderId);
}

export function pendingByFolder(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderCounts[]> {
  return selectPendingByFolder(ctx.db, owner, moment.today);
}

/** What is pending of some folders together, and how many new and due cards wait for another day. */
export function sumOf(folders: readonly FolderCounts[]): { pending: number; newWaiting: number; dueWaiting: number } {
  return {
    pending: folders.reduce((sum, { total }) => sum + total, 0),
    newWaiting: folders.reduce((sum, { newWaiting }) => sum + newWaiting, 0),
    dueWaiting: folders.reduce((sum, { dueWaiting }) => sum + dueWaiting, 0),
  };
}

/** How many cards fall due on each of so many days; the first is today and holds everything pending. */
export async function dueByDay(ctx: Context, owner: OwnerId, moment: Moment, days: number) {
  const [folders, ahead] = await Promise.all([
    pendingByFolder(ctx, owner, moment),
    dueAhead(ctx, owner, moment, days - 1),
  ]);
  return Array.from({ length: days }, (_, day) => ({
    date: addDays(moment.today, day),
    count: day === 0 ? sumOf(folders).pending : ahead(day),
  }));
}

/** How many cards fall due on a day to come, up to so many days ahead; 1 is tomorrow. */
export async function dueAhead(ctx: Context, owner: OwnerId, { today }: Moment, days: number) {
  const counts = await selectDueCounts(ctx.db, owner, { from: addDays(today, 1), to: addDays(today, days) });
  return (day: number): number => counts.get(addDays(today, day)) ?? 0;
}

export function fallingDueByFolder(ctx: Context, owner: OwnerId, date: LocalDate) {
  return selectFallingDueByFolder(ctx.db, owner, date);
}

export function foldersOn(ctx: Context, owner: OwnerId, moment: Moment, date: LocalDate): Promise<FolderDay[]> {
  return date === moment.today
    ? selectFoldersToday(ctx.db, owner, date)
    : selectFoldersOnPastDay(ctx.db, owner, { date, end: endOfDay(date, moment) });
}
