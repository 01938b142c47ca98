import { capitalize } from "#lib/capitalize.ts";
import { utcMidnight } from "#lib/local-date.ts";

const dayMonth = new Intl.DateTimeFormat("es", { day: "numeric", month: "short", timeZone: "UTC" });
const dayOfYear = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
const fullDay = new Intl.DateTimeFormat("es", { ...dayOfYear, year: "numeric" });
const fullDayMonth = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });
const fullDayOfYear = new Intl.DateTimeFormat("es", dayOfYear);
const weekdayDay = new Intl.DateTimeFormat("es", { weekday: "long", day: "numeric", timeZone: "UTC" });
const percents = new Intl.NumberFormat("es", { style: "percent", maximumFractionDigits: 0 });

/** Returns, for example, "14 sept". */
export function shortDay(date: string): string {
  return dayMonth.format(utcMidnight(date)).replace(".", "");
}

/** Returns, for example, "lunes, 14 de septiembre de 2026". */
export function longDay(date: string): string {
  return fullDay.format(utcMidnight(date));
}

/** Returns, for example, "lunes, 14 de septiembre". */
export function longDayOfYear(date: string): string {
  return fullDayOfYear.format(utcMidnight(date));
}

/** Returns, for example, "12 de diciembre". */
export function dayAndMonth(date: string): string {
  return fullDayMonth.format(utcMidnight(date));
}

/** Returns, for example, "Jueves 26", capitalized for the beginning of a line. */
export function weekdayAndDay(date: string): string {
  return capitalize(weekdayDay.format(utcMidnight(date)).replace(",", ""));
}

/** Returns, for example, "91 %". */
export function percent(share: number): string {
  return percents.format(share);
}

/** Returns, for example, "entre el 66 % y el 91 %", or "en torno al 66 %" if rounding leaves one number. */
export function percentBand(low: number, high: number): string {
  const [from, to] = [percent(low), percent(high)];
  return from === to ? `en torno al ${from}` : `entre el ${from} y el ${to}`;
}
