import {
  addDays,
  type Calendar,
  computeLocalDate,
  countDays,
  type DateRange,
  type LocalDate,
} from "@repasa/scheduler/local-dates.ts";

/** A local date with the instant at which it ends. */
export type DatedEnd = { readonly date: LocalDate; readonly end: Date };

export type Moment = Calendar & { readonly now: Date; readonly today: LocalDate };

// A fixed set instead of a cache of the names that clients send, which could be filled with invented ones.
const canonicalZones = new Set(Intl.supportedValuesOf("timeZone"));

/** Returns the IANA zone that a client names, in canonical spelling; UTC if the name is missing or unknown. */
export function knownTimeZone(name: string | undefined): string {
  if (!name || name.length > 64) return "UTC";
  return canonicalZones.has(name) ? name : (canonicalZone(name) ?? "UTC");
}

// Temporal would also accept offsets such as +02:00, but a client means a place, whose clocks may change.
function canonicalZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name) || name.includes("[")) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}

export function momentAt(now: Date, { timeZone, dayStartHour }: Calendar): Moment {
  return { now, timeZone, dayStartHour, today: computeLocalDate(now, { timeZone, dayStartHour }) };
}

/** Returns the first instant of a local date: when the clock first shows the hour at which days begin, or has skipped it. */
export function startOfDay(date: LocalDate, { timeZone, dayStartHour }: Calendar): Date {
  const clock = Temporal.PlainDate.from(date).toPlainDateTime({ hour: dayStartHour });
  const shown = clock.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  // For a skipped time, "earlier" is the instant before the clock change.
  const start = shown.toPlainDateTime().equals(clock) ? shown : shown.getTimeZoneTransition("next");
  return new Date((start ?? shown).epochMilliseconds);
}

export function endOfDay(date: LocalDate, calendar: Calendar): Date {
  return startOfDay(addDays(date, 1), calendar);
}

/** Lists the dates of a range in order. */
export function datesOf({ from, to }: DateRange): LocalDate[] {
  return Array.from({ length: Math.max(0, countDays({ from, to })) }, (_, day) => addDays(from, day));
}

/** Counts the dates of a range that lie in other ranges, which must not overlap. */
export function datesWithin({ from, to }: DateRange, ranges: readonly DateRange[]): number {
  return ranges.reduce((sum, range) => {
    const common = { from: range.from > from ? range.from : from, to: range.to < to ? range.to : to };
    return sum + Math.max(0, countDays(common));
  }, 0);
}

export function isAmong(date: LocalDate, ranges: readonly DateRange[]): boolean {
  return ranges.some(({ from, to }) => from <= date && date <= to);
}

/** Removes the dates of one range from others; returns what is left of them, in order. */
export function withoutRange(ranges: readonly DateRange[], gone: DateRange): DateRange[] {
  return ranges
    .flatMap(({ from, to }) => [
      { from, to: to < gone.from ? to : addDays(gone.from, -1) },
      { from: from > gone.to ? from : addDays(gone.to, 1), to },
    ])
    .filter(({ from, to }) => from <= to);
}

/** Returns the same time of day a number of local days later; if a clock change skips it, it is moved by the length of the change. */
export function sameTimeAfter(instant: Date, days: number, timeZone: string): Date {
  return new Date(zoned(instant, timeZone).add({ days }).epochMilliseconds);
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
