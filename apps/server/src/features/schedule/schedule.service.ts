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

export { loadScheduleSettings } from "./schedule.settings.ts";
export { isSettled, passOverDates, settlePastDays, unsettledGaps } from "./schedule.settling.ts";
export { learnerOf, loggedState, scheduleOf, stateAfterRating, withDueDate, withState } from "./schedule.state.ts";
export type { LoggedState } from "./schedule.table.ts";

export function pendingCards(ctx: Context, owner: OwnerId, moment: Moment, folderId: number | null) {
  return selectPendingCards(ctx.db, owner, moment.today, folderId);
}

export function pendingByFolder(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderCounts[]> {
  return selectPendingByFolder(ctx.db, owner, moment.today);
}

/** What is pending of some folders together, and how many new cards wait for another day. */
export function sumOf(folders: readonly FolderCounts[]): { pending: number; waiting: number } {
  return {
    pending: folders.reduce((sum, { total }) => sum + total, 0),
    waiting: folders.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** How many cards fall due on each of so many days; the first is today and holds everything pending. */
export async function dueByDay(ctx: Context, owner: OwnerId, moment: Moment, days: number) {
  const dates = Array.from({ length: days }, (_, day) => addDays(moment.today, day));
  const later = { from: addDays(moment.today, 1), to: addDays(moment.today, days - 1) };
  const [folders, counts] = await Promise.all([
    pendingByFolder(ctx, owner, moment),
    selectDueCounts(ctx.db, owner, later),
  ]);
  counts.set(moment.today, sumOf(folders).pending);
  return dates.map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

export function fallingDueByFolder(ctx: Context, owner: OwnerId, date: LocalDate) {
  return selectFallingDueByFolder(ctx.db, owner, date);
}

export function foldersOn(ctx: Context, owner: OwnerId, moment: Moment, date: LocalDate): Promise<FolderDay[]> {
  return date === moment.today
    ? selectFoldersToday(ctx.db, owner, date)
    : selectFoldersOnPastDay(ctx.db, owner, { date, end: endOfDay(date, moment) });
}
