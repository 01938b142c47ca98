import type { Backlog, BreakDays, CatchUp } from "@repasa/contract/pace.ts";
import type { PresentBreak } from "@repasa/contract/stats.ts";
import { formatApproximateTime } from "#lib/about-time.ts";
import { daysBetween, utcMidnight } from "#lib/local-date.ts";
import { counted, formatCount, inDays } from "#lib/plural.ts";

const date = new Intl.DateTimeFormat("es", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** Returns "el jueves, 3 de diciembre". */
export function formatDate(localDate: string): string {
  return `el ${date.format(utcMidnight(localDate))}`;
}

/** Describes the suggested plan: "29 repasos al día durante 6 días, unos 4 minutos cada uno". */
export function describePlan({ pending, minutes, suggestion: { days, perDay } }: Backlog): string {
  const each = pending > 0 ? Math.round((minutes * perDay) / pending) : 0;
  return `${counted(perDay, "repaso", "repasos")} al día durante ${counted(days, "día", "días")}, ${formatApproximateTime(each)} cada uno`;
}

/** Returns "Hoy te tocan 45 repasos", "Hoy llevas 12 de 45 repasos" or "Tu parte de hoy está hecha". */
export function describeTodaysShare({ perDay, doneToday }: CatchUp): string {
  if (doneToday >= perDay) return "Tu parte de hoy está hecha";
  if (doneToday === 0) return `Hoy te ${perDay === 1 ? "toca" : "tocan"} ${counted(perDay, "repaso", "repasos")}`;
  return `Hoy llevas ${formatCount(doneToday)} de ${counted(perDay, "repaso", "repasos")}`;
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
