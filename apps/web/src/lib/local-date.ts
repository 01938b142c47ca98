/** Dates are `YYYY-MM-DD` in the time zone of the device, which every request sends to the server. */

const DAY_MS = 86_400_000;

/** Returns the study date of an instant: before the hour at which days begin, it is the previous calendar date. */
export function localDateOf(instant: Date | string, dayStartHour: number): string {
  const date = typeof instant === "string" ? new Date(instant) : instant;
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  const shown = `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}`;
  return date.getHours() < dayStartHour ? addDays(shown, -1) : shown;
}

/** Uses UTC because there every day has 24 hours; format the result with `timeZone: "UTC"`. */
export function utcMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

export function addDays(date: string, days: number): string {
  return new Date(utcMidnight(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to).getTime() - utcMidnight(from).getTime()) / DAY_MS;
}

/** Orders dates, or instants in UTC, from past to future. `localeCompare` would load a collation: 60 ms on a modest phone. */
export function compareDates(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export function isInRanges(date: string, ranges: readonly { from: string; to: string }[]): boolean {
  return ranges.some(({ from, to }) => from <= date && date <= to);
}
