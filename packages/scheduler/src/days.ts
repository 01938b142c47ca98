/**
 * A local calendar day as a whole number: days since 1970-01-01, which is day 0. The proleptic Gregorian calendar is
 * used throughout, and no clock, time zone or daylight saving time takes part: the caller decides which local date
 * "today" is, and from there on days are integers that can be subtracted.
 */
export type Day = number;

const DAYS_PER_ERA = 146_097; // 400 Gregorian years repeat exactly
const EPOCH_SHIFT = 719_468; // days from 0000-03-01 to 1970-01-01
const FIRST_DAY = -719_528; // 0000-01-01
const LAST_DAY = 2_932_896; // 9999-12-31
const ZERO = 48;
const DASH = 45;

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * The day number of a local date.
 *
 * @param localDate ISO 8601 calendar date, exactly `YYYY-MM-DD`, years 0000 to 9999.
 * @returns Whole days since 1970-01-01, negative before it.
 * @throws RangeError when the text has another form or names a date that does not exist (`2026-02-29`).
 */
export function dayOf(localDate: string): Day {
  const year = digits(localDate, 0, 4);
  const month = digits(localDate, 5, 7);
  const date = digits(localDate, 8, 10);
  const wellFormed =
    localDate.length === 10 && localDate.charCodeAt(4) === DASH && localDate.charCodeAt(7) === DASH && year >= 0;
  if (!wellFormed || !(month >= 1 && month <= 12) || !(date >= 1 && date <= daysInMonth(year, month))) {
    throw new RangeError(`Not a local date (YYYY-MM-DD): "${localDate}"`);
  }
  // Years counted from March put the leap day last, so that month lengths follow one straight line.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const marchMonth = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + date - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_SHIFT;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/**
 * The local date of a day number; the exact inverse of {@link dayOf}.
 *
 * @param day Whole days since 1970-01-01.
 * @returns ISO 8601 calendar date `YYYY-MM-DD`.
 * @throws RangeError when `day` is not an integer or falls outside the years 0000 to 9999.
 */
export function dateOfDay(day: Day): string {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) throw new RangeError(`Not a day number: ${day}`);
  const shifted = day + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  // Taking out the leap days before dividing; the terms are the lengths of 4, 100 and 400 years in days, less one.
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`;
}
