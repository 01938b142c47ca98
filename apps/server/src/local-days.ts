import { localDateOf as dateOfDay, dayOf } from "@repasa/scheduler/days.ts";

/** A calendar date of somebody somewhere, `YYYY-MM-DD`. */
export type LocalDate = string;

/** Where and when a call takes place: the user's time zone, the instant, and the local date there. */
export type Moment = { readonly now: Date; readonly timeZone: string; readonly today: LocalDate };

const zonesByName = new Map<string, string>();

/** The IANA zone that a client names, in its canonical spelling, or UTC where it names none that is known. */
export function knownTimeZone(name: string | undefined): string {
  if (!name || name.length > 64) return "UTC";
  const known = zonesByName.get(name) ?? canonicalZone(name) ?? "UTC";
  if (zonesByName.size < 1000) zonesByName.set(name, known);
  return known;
}

// An offset such as +02:00 is a valid zone for Temporal; a client means a place, which has a calendar of its own.
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

/** The first instant of a local date; where midnight does not exist that day, the first that does. */
export function startOfDay(date: LocalDate, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first instant after a local date. */
export function endOfDay(date: LocalDate, timeZone: string): Date {
  return startOfDay(addDays(date, 1), timeZone);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayOf(date) + days);
}

/** The same time of day so many local days later; a time that a clock change skips moves on by the change. */
export function sameTimeAfter(instant: Date, days: number, timeZone: string): Date {
  return new Date(zoned(instant, timeZone).add({ days }).epochMilliseconds);
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
