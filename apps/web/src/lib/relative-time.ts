import { counted } from "#lib/plural.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  ["año", "años", 365 * DAY],
  ["mes", "meses", 30 * DAY],
  ["día", "días", DAY],
  ["hora", "horas", HOUR],
  ["minuto", "minutos", MINUTE],
] as const;

/** Returns, for example, "hace 3 días". A future instant, from a clock that is ahead, counts as a moment ago. */
export function timeAgo(instant: string, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime();
  for (const [one, many, length] of units) {
    if (passed >= length) return `hace ${counted(Math.floor(passed / length), one, many)}`;
  }
  return "hace un momento";
}
