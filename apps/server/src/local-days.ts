import { dateOfDay, dayOf } from "@repasa/scheduler/days.ts";

/** A calendar date in a user's time zone, `YYYY-MM-DD`. */
export type LocalDate = string;

export type DateRange = { from: LocalDate; to: LocalDate };

/** A local date with the instant at which it ends. */
export type DatedEnd = { readonly date: LocalDate; readonly end: Date };

export type Moment = { readonly now: Date; readonly timeZone: string; readonly today: LocalDate };

// A fixed set, not a cache of the names that clients send: invented ones could fill that.
const canonicalZones = new Set(Intl.supportedValuesOf("timeZone"));

/** The IANA zone that a client names, in canonical spelling; UTC where the name is missing or unknown. */
export function knownTimeZone(name: string | undefined): string {
  if (!name || name.length > 64) return "UTC";
  return canonicalZones.has(name) ? name : (canonicalZone(name) ?? "UTC");
}

// Temporal would also take offsets such as +02:00, but a client means a place, whose clocks may change.
function canonicalZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name) || name.includes("[")) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}

export function momentAt(now: Date, timeZone: string): Moment {
  return { now, timeZone, today: localDateOf(now, timeZone) };
}

export function localDateOf(instant: Date, timeZone: string): LocalDate {
  return zoned(instant, timeZone).toPlainDate().toString();
}

/** The first instant of a local date, which is not midnight where a clock change skips that. */
export function startOfDay(date: LocalDate, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

export function endOfDay(date: LocalDate, timeZone: string): Date {
  return startOfDay(addDays(date, 1), timeZone);
}

export function todayOf({ today, timeZone }: Moment): DatedEnd {
  return { date: today, end: endOfDay(today, timeZone) };
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayOf(date) + days);
}

/** The same time of day so many local days later, moved on by the change where a clock change skips it. */
export function sameTimeAfter(instant: Date, days: number, timeZone: string): Date {
  return new Date(zoned(instant, timeZone).add({ days }).epochMilliseconds);
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
