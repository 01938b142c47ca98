import { addDays, type Calendar, computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { endOfDay } from "#platform/time/local-days.ts";

const HOUR_MS = 3_600_000;

/** The time of day at which a user wants the reminder, as clocks show it. */
export type ClockTime = { hour: number; minute: number };

export type ReminderTime = Calendar & ClockTime & { servedDate: LocalDate | null };

/** Returns the next local date that may get a reminder, and its instant: in the past if today's time has passed without one. */
export function findNextReminder(now: Date, time: ReminderTime): { date: LocalDate; at: Date } {
  const { servedDate } = time;
  const today = computeLocalDate(now, time);
  // After a flight west over the date line, today may be before the served date.
  for (
    let date = servedDate !== null && servedDate >= today ? addDays(servedDate, 1) : today;
    ;
    date = addDays(date, 1)
  ) {
    const at = resolveClockTime(date, time, time);
    if (at === null) continue;
    // Where clocks go back over the beginning of a day, its first hour is shown twice, with the date before in between.
    if (date > today && at <= now) return { date, at: resolveClockTime(date, time, time, "later") ?? at };
    return { date, at };
  }
}

/**
 * Returns the instant at which clocks show a time on a local date.
 *
 * - A time before the hour at which days begin is at the end of the date, in the night.
 * - A time that clocks skip is moved later by the skipped duration, or earlier if that would be on another date.
 * - The first of two repeated times is returned, unless `ofTwo` says otherwise.
 * - If a skip leaves none of these on the date, it is the date's last hour. Null for a date that the time zone never had.
 */
export function resolveClockTime(
  date: LocalDate,
  { hour, minute }: ClockTime,
  calendar: Calendar,
  ofTwo: "earlier" | "later" = "earlier",
): Date | null {
  const night = hour < calendar.dayStartHour ? 1 : 0;
  const wall = Temporal.PlainDate.from(addDays(date, night)).toPlainDateTime({ hour, minute });
  for (const disambiguation of [ofTwo === "later" ? "later" : "compatible", "earlier"] as const) {
    const at = new Date(wall.toZonedDateTime(calendar.timeZone, { disambiguation }).epochMilliseconds);
    if (computeLocalDate(at, calendar) === date) return at;
  }
  const last = new Date(endOfDay(date, calendar).getTime() - HOUR_MS);
  return computeLocalDate(last, calendar) === date ? last : null;
}

/**
 * Returns the schedule after reminders were switched on or another time was chosen. If the time has passed today, they start
 * tomorrow, unless today's reminder has already been due since `waiting`.
 */
export function scheduleAfterTimeChoice(
  now: Date,
  time: ReminderTime,
  waiting: Date | null,
): { servedDate: LocalDate | null; nextReminderAt: Date } {
  const { date, at } = findNextReminder(now, time);
  if (at > now) return { servedDate: time.servedDate, nextReminderAt: at };
  if (waiting !== null && waiting <= now && computeLocalDate(waiting, time) === date) {
    return { servedDate: time.servedDate, nextReminderAt: waiting };
  }
  return { servedDate: date, nextReminderAt: findNextReminder(now, { ...time, servedDate: date }).at };
}

/** Returns the next reminder after a move to another time zone. If today's time has passed there, it is due at once. */
export function scheduleAfterZoneChange(now: Date, time: ReminderTime): Date {
  const { at } = findNextReminder(now, time);
  return at > now ? at : now;
}
