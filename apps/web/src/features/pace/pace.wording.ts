import type { Backlog, BreakDays, CatchUp } from "@repasa/contract/pace.ts";
import type { PresentBreak } from "@repasa/contract/stats.ts";
import { countSessionCards, type SessionSize } from "#features/preferences/preferences.portion.ts";
import { daysBetween, utcMidnight } from "#lib/local-date.ts";
import { counted, formatCount, inDays } from "#lib/plural.ts";

const date = new Intl.DateTimeFormat("es", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** Returns "el jueves, 3 de diciembre". */
function formatDate(localDate: string): string {
  return `el ${date.format(utcMidnight(localDate))}`;
}

/** Names the button that starts the suggested plan: "Hacer 45 hoy", or "Repartir el resto" if today's part is done already. */
export function describePlanStart({ suggestion: { leftToday } }: Backlog): string {
  return leftToday > 0 ? `Hacer ${formatCount(leftToday)} hoy` : "Repartir el resto";
}

/** Describes the sessions of a plan's share of today if it takes several: "en sesiones de 20"; null if one has all of it. */
export function describePlanSessions({ suggestion: { leftToday } }: Backlog, size: SessionSize): string | null {
  const portion = countSessionCards(leftToday, size);
  return portion < leftToday ? `en sesiones de ${formatCount(portion)}` : null;
}

/** Names the number of cards that the suggested plan asks today: "40 cartas hoy"; null if today's part is done already. */
export function describePlanToday({ suggestion: { leftToday } }: Backlog): string | null {
  return leftToday > 0 ? counted(leftToday, "carta hoy", "cartas hoy") : null;
}

/** Describes the suggested plan: "De 333 cartas pendientes: al día en 6 días." */
export function describePlan({ suggestion: { days, leftToday } }: Backlog, total: number): string {
  const when = `al día en ${counted(days, "día", "días")}.`;
  return leftToday > 0
    ? `De ${counted(total, "carta pendiente", "cartas pendientes")}: ${when}`
    : `Así estarás ${when}`;
}

/** Returns, for example, "Estarás al día el jueves, 3 de diciembre." How much of today is done stands beside the ring. */
export function describePlanProgress({ perDay, doneToday, until }: CatchUp): string {
  const end = `Estarás al día ${formatDate(until)}.`;
  return doneToday >= perDay ? `Tu parte de hoy está hecha. ${end}` : end;
}

type PlanDay = Pick<CatchUp, "doneToday"> & {
  /** How many cards are pending, new ones included, as the button beside it asks them. */
  pending: number;
};

/** Returns the share of what a plan asks today that is done, in percent, 0 to 100. */
export function computePlanPercent({ doneToday, pending }: PlanDay): number {
  return (100 * doneToday) / Math.max(1, doneToday + pending);
}

/** Returns, for example, "12 de 45 cartas de hoy". */
export function describePlanDay({ doneToday, pending }: PlanDay): string {
  return `${formatCount(doneToday)} de ${counted(doneToday + pending, "carta", "cartas")} de hoy`;
}

const dayMonth = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });
const dayOnly = new Intl.DateTimeFormat("es", { day: "numeric", timeZone: "UTC" });

/** Returns "14 de diciembre". */
const formatDayMonth = (localDate: string) => dayMonth.format(utcMidnight(localDate));

/** Returns "del 5 al 14 de diciembre", "del 28 de diciembre al 3 de enero" or "el 5 de diciembre". */
export function formatBreak({ from, to }: BreakDays): string {
  if (from === to) return `el ${formatDayMonth(from)}`;
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `del ${sameMonth ? dayOnly.format(utcMidnight(from)) : formatDayMonth(from)} al ${formatDayMonth(to)}`;
}

/** Returns the length and the start of a break: "10 días. Empieza en 3 días" or "10 días, en curso". */
export function describeBreak({ from, to }: BreakDays, today: string): string {
  const length = counted(daysBetween(from, to) + 1, "día", "días");
  if (from <= today) return `${length}, en curso`;
  return `${length}. Empieza ${inDays(daysBetween(today, from)).toLocaleLowerCase("es")}`;
}

/** Returns "En pausa hasta el 14 de diciembre". */
export function describeOngoingBreak({ to }: Pick<BreakDays, "to">): string {
  return `En pausa hasta el ${formatDayMonth(to)}`;
}

/** Returns "Tras tu pausa, 34 repasos al día hasta el 20 de diciembre". */
export function describeSpread(perDay: number, { spreadUntil }: Pick<PresentBreak, "spreadUntil">): string {
  return `Tras tu pausa, ${counted(perDay, "repaso", "repasos")} al día hasta el ${formatDayMonth(spreadUntil)}`;
}
