/**
 * A local calendar day as a whole number: days since 1970-01-01, which is day 0. No clock, time zone or daylight saving
 * time takes part: the caller decides which local date "today" is, and from there on days are integers to subtract.
 */
export type Day = number;

const MILLISECONDS_PER_DAY = 86_400_000;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The day number of a local date.
 *
 * @param localDate ISO 8601 calendar date, exactly `YYYY-MM-DD`, years 0000 to 9999.
 * @returns Whole days since 1970-01-01, negative before it.
 * @throws RangeError when the text has another form or names a date that does not exist (`2026-02-29`).
 */
export function dayOf(localDate: string): Day {
  const [, year, month, date] = ISO_DATE.exec(localDate)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) throw notALocalDate(localDate);
  // Unlike `Date.UTC`, this does not take the years 0 to 99 for 1900 to 1999.
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, date);
  if (instant.getUTCMonth() !== month - 1 || instant.getUTCDate() !== date) throw notALocalDate(localDate);
  return instant.getTime() / MILLISECONDS_PER_DAY;
}

function notALocalDate(text: string): RangeError {
  return new RangeError(`Not a local date (YYYY-MM-DD): "${text}"`);
}

/**
 * The local date of a day number; the exact inverse of {@link dayOf}.
 *
 * @param day Whole days since 1970-01-01.
 * @returns ISO 8601 calendar date `YYYY-MM-DD`.
 * @throws RangeError when `day` is not an integer or falls outside the years 0000 to 9999.
 */
export function localDateOf(day: Day): string {
  const date = new Date(day * MILLISECONDS_PER_DAY);
  const year = date.getUTCFullYear();
  if (!Number.isInteger(day) || !(year >= 0 && year <= 9999)) throw new RangeError(`Not a day number: ${day}`);
  return date.toISOString().slice(0, 10);
}
