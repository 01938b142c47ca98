import type { Context } from "#context.ts";
import { addDays, endOfDay, endOfToday, type LocalDate, type Moment, startOfDay } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
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
export { calibrationOf, loggedState, scheduleOf, settingsFor, stateAfterRating, withState } from "./schedule.state.ts";
export type { LoggedState } from "./schedule.table.ts";

export function pendingCards(ctx: Context, owner: OwnerId, moment: Moment, folderId: number | null) {
  return selectPendingCards(ctx.db, owner, endOfToday(moment), folderId);
}

export function pendingByFolder(ctx: Context, owner: OwnerId, moment: Moment) {
  return selectPendingByFolder(ctx.db, owner, endOfToday(moment));
}

/** How many cards fall due on each of so many days; the first is today and holds everything pending. */
export async function dueByDay(ctx: Context, owner: OwnerId, { today, timeZone }: Moment, days: number) {
  const dates = Array.from({ length: days }, (_, day) => addDays(today, day));
  const rows = await selectDueCounts(
    ctx.db,
    owner,
    dates.map((date) => endOfDay(date, timeZone)),
  );
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return dates.map((date, day) => ({ date, count: counts.get(day) ?? 0 }));
}

export function fallingDueByFolder(ctx: Context, owner: OwnerId, { timeZone }: Moment, date: LocalDate) {
  return selectFallingDueByFolder(ctx.db, owner, startOfDay(date, timeZone), endOfDay(date, timeZone));
}

export function foldersOn(ctx: Context, owner: OwnerId, moment: Moment, date: LocalDate): Promise<FolderDay[]> {
  const end = endOfDay(date, moment.timeZone);
  return date === moment.today
    ? selectFoldersToday(ctx.db, owner, date, end)
    : selectFoldersOnPastDay(ctx.db, owner, date, end);
}
