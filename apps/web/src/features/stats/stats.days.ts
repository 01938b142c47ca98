import type { UserStats } from "@repasa/contract/stats.ts";
import { capitalize } from "#lib/capitalize.ts";
import { addDays, utcMidnight } from "#lib/local-date.ts";
import { counted, formatCount } from "#lib/plural.ts";

export const DAYS_AROUND = 5;

/**
 * `begun`: something was studied, but cards were left pending. `neutral`: the day is before the account existed, and no imported review was given on it.
 * `unknown`: the data is not loaded.
 */
export type DayStatus = "begun" | "break" | "completed" | "current" | "future" | "missed" | "neutral" | "unknown";

export type DayOutcome = {
  /** Undefined while it is loading. */
  completed: boolean | undefined;
  /** True if something was studied on a past day. */
  studied?: boolean | undefined;
  /** True if the day is part of a break. */
  resting?: boolean;
};

export function listStripDates(today: string): string[] {
  return Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => addDays(today, index - DAYS_AROUND));
}

export function determineDayStatus(date: string, today: string, memberSince: string, outcome: DayOutcome): DayStatus {
  const { completed, studied, resting } = outcome;
  if (date >= today && resting) return "break";
  if (date === today) return "current";
  if (date > today) return "future";
  if (date < memberSince && !studied) return "neutral";
  if (completed === undefined) return "unknown";
  if (completed) return "completed";
  if (resting) return "break";
  return studied ? "begun" : "missed";
}

export function selectUncompleted<F extends { id: number }>(
  scheduled: readonly F[],
  completed: readonly { id: number }[],
): F[] {
  const done = new Set(completed.map(({ id }) => id));
  return scheduled.filter(({ id }) => !done.has(id));
}

type FolderCounts = Pick<UserStats, "totalFolders" | "foldersWithPendingCards">;

/** Returns the share of folders without pending cards in whole percent; 0 without folders. */
export function computeDonePercent({ totalFolders, foldersWithPendingCards }: FolderCounts): number {
  if (totalFolders === 0) return 0;
  return Math.round(((totalFolders - foldersWithPendingCards) / totalFolders) * 100);
}

export function describeFolders({ totalFolders, foldersWithPendingCards }: FolderCounts): string {
  return foldersWithPendingCards > 0
    ? `${counted(foldersWithPendingCards, "carpeta", "carpetas")} con revisiones pendientes`
    : counted(totalFolders, "carpeta completada", "carpetas completadas");
}

/** Returns, for example, "1 de 6 carpetas al día", or "1 de 6 carpetas sin pendientes hoy" if due cards wait for another day. */
export function describeUpToDate({
  totalFolders,
  foldersWithPendingCards,
  dueWaiting,
}: FolderCounts & Pick<UserStats, "dueWaiting">): string {
  const done = Math.max(0, totalFolders - foldersWithPendingCards);
  const state = dueWaiting > 0 ? "sin pendientes hoy" : "al día";
  return `${formatCount(done)} de ${counted(totalFolders, "carpeta", "carpetas")} ${state}`;
}

const WEEKDAYS = ["DOM", "LUN", "MAR", "MIE", "JUE", "VIE", "SAB"] as const;

export function formatWeekday(date: string): string {
  return WEEKDAYS[utcMidnight(date).getUTCDay()] ?? "";
}

export function getDayOfMonth(date: string): number {
  return utcMidnight(date).getUTCDate();
}

const months = new Intl.DateTimeFormat("es", { month: "long", year: "numeric", timeZone: "UTC" });
const monthNames = new Intl.DateTimeFormat("es", { month: "long", timeZone: "UTC" });
const fullDates = new Intl.DateTimeFormat("es", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** Returns "Septiembre de 2026". */
export function formatMonth(date: string): string {
  return capitalize(months.format(utcMidnight(date)));
}

/** Returns "lunes, 14 de septiembre". */
export function formatFullDate(date: string): string {
  return fullDates.format(utcMidnight(date));
}

/** Returns "de septiembre". */
export function formatOfMonth(date: string): string {
  return `de ${monthNames.format(utcMidnight(date))}`;
}
