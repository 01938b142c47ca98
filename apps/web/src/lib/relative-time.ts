const format = new Intl.RelativeTimeFormat("es", { numeric: "always" });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/** Returns, for example, "hace 3 días". A future instant, from a clock that is ahead, counts as a moment ago. */
export function timeAgo(instant: string, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime();
  for (const [unit, length] of units) {
    if (passed >= length) return format.format(-Math.floor(passed / length), unit);
  }
  return "hace un momento";
}
