/**
 * A local calendar day as a whole number: days since 1970-01-01, which is day 0. No clock, time zone or daylight saving
 * time is involved: the caller decides which local date "today" is, and days are integers that can be subtracted.
 */
export type Day = number;

const MILLISECONDS_PER_DAY = 86_400_000;
const DAYS_IN_400_YEARS = 146_097;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Converts a local date to its day number.
 *
 * @param localDate ISO 8601 calendar date, exactly `YYYY-MM-DD`, years 0000 to 9999.
 * @returns Whole days since 1970-01-01, negative before it.
 * @throws RangeError when the text has another form or is a date that does not exist (`2026-02-29`).
 */
export function toDayNumber(localDate: string): Day {
  const year = Number(localDate.slice(0, 4));
  const month = Number(localDate.slice(5, 7));
  const date = Number(localDate.slice(8, 10));
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999; the calendar repeats every 400 years.
  const instant = new Date(Date.UTC(year + 400, month - 1, date));
  const exists = instant.getUTCMonth() === month - 1 && instant.getUTCDate() === date;
  if (!exists || !ISO_DATE.test(localDate)) throw new RangeError(`Not a local date (YYYY-MM-DD): "${localDate}"`);
  return instant.getTime() / MILLISECONDS_PER_DAY - DAYS_IN_400_YEARS;
}

/**
 * Converts a day number to its local date; the exact inverse of {@link toDayNumber}.
 *
 * @param day Whole days since 1970-01-01.
 * @returns ISO 8601 calendar date `YYYY-MM-DD`.
 * @throws RangeError when `day` is not an integer or falls outside the years 0000 to 9999.
 */
export function toLocalDate(day: Day): string {
  const date = new Date(day * MILLISECONDS_PER_DAY);
  const year = date.getUTCFullYear();
  if (!Number.isInteger(day) || !(year >= 0 && year <= 9999)) throw new RangeError(`Not a day number: ${day}`);
  return date.toISOString().slice(0, 10);
}
