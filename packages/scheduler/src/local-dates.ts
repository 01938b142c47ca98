import { toDayNumber, toLocalDate } from "#days.ts";

/** A date of a user's calendar, `YYYY-MM-DD`. */
export type LocalDate = string;

/** The calendar of a user: an IANA time zone, and the local hour, 0 to 6, at which a day begins. */
export type Calendar = { readonly timeZone: string; readonly dayStartHour: number };

/** A range of dates, both ends included. */
export type DateRange = { from: LocalDate; to: LocalDate };

/**
 * Computes the date to which an instant belongs: before the hour at which days begin, the date of the day before.
 *
 * @throws RangeError when the time zone is unknown.
 */
export function computeLocalDate(instant: Date, { timeZone, dayStartHour }: Calendar): LocalDate {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const date = clock.toPlainDate();
  return (clock.hour < dayStartHour ? date.subtract({ days: 1 }) : date).toString();
}

/**
 * Returns the date so many days after a date, or before it if `days` is negative.
 *
 * @throws RangeError when `date` is not a local date.
 */
export function addDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(toDayNumber(date) + days);
}

/** Counts the dates of a range; returns 0 or less if it ends before it begins. */
export function countDays({ from, to }: DateRange): number {
  return toDayNumber(to) - toDayNumber(from) + 1;
}
