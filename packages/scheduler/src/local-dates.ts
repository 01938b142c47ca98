import { dateOfDay, dayOf } from "#days.ts";

/** A date by which a user's days are counted, `YYYY-MM-DD`. */
export type LocalDate = string;

/** How a user's days are counted: an IANA time zone, and the hour of the clock there, 0 to 6, at which a day begins. */
export type Calendar = { readonly timeZone: string; readonly dayStartHour: number };

/** Both ends belong to the range. */
export type DateRange = { from: LocalDate; to: LocalDate };

/**
 * The date that an instant counts for: until the hour at which days begin, the one before that of the clock there.
 *
 * @throws RangeError when the time zone is unknown.
 */
export function localDateOf(instant: Date, { timeZone, dayStartHour }: Calendar): LocalDate {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const date = clock.toPlainDate();
  return (clock.hour < dayStartHour ? date.subtract({ days: 1 }) : date).toString();
}

/** @throws RangeError when `date` is not a local date. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayOf(date) + days);
}

/** How many dates a range has; 0 or less when it ends before it begins. */
export function lengthOf({ from, to }: DateRange): number {
  return dayOf(to) - dayOf(from) + 1;
}
