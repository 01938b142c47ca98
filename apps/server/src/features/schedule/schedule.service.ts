import type { Context } from "#context.ts";
import { addDays, endOfDay, type LocalDate, type Moment, startOfDay, todayOf } from "#local-days.ts";
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
export { isSettled, settlePastDays, unsettledGaps } from "./schedule.settling.ts";
export { learnerOf, loggedState, scheduleOf, stateAfterRating, weightsIn, withState } from "./schedule.state.ts";
export type { LoggedState } from "./schedule.table.ts";

export function pendingCards(ctx: Context, owner: OwnerId, moment: Moment, folderId: number | null) {
  return selectPendingCards(ctx.db, owner, todayOf(moment), folderId);
}

export function pendingByFolder(ctx: Context, owner: OwnerId, moment: Moment): Promise<FolderCounts[]> {
  return selectPendingByFolder(ctx.db, owner, todayOf(moment));
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
export async function dueAhead(ctx: Context, owner: OwnerId, moment: Moment, days: number) {
  const { today, timeZone } = moment;
  const ends = Array.from({ length: days + 1 }, (_, day) => endOfDay(addDays(today, day), timeZone));
  const rows = await selectDueCounts(ctx.db, owner, ends);
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return (day: number): number => counts.get(day) ?? 0;
}

export function fallingDueByFolder(ctx: Context, owner: OwnerId, { timeZone }: Moment, date: LocalDate) {
  return selectFallingDueByFolder(ctx.db, owner, startOfDay(date, timeZone), endOfDay(date, timeZone));
}

export function foldersOn(ctx: Context, owner: OwnerId, moment: Moment, date: LocalDate): Promise<FolderDay[]> {
  return date === moment.today
    ? selectFoldersToday(ctx.db, owner, todayOf(moment))
    : selectFoldersOnPastDay(ctx.db, owner, { date, end: endOfDay(date, moment.timeZone) });
}
