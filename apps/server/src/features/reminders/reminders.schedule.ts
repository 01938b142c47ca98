import { addDays, type Calendar, type LocalDate, localDateOf } from "@repasa/scheduler/local-dates.ts";
import { endOfDay } from "#platform/time/local-days.ts";

const HOUR_MS = 3_600_000;

/** What a clock shows when a reminder is wanted. */
export type ClockTime = { hour: number; minute: number };

export type ReminderTime = Calendar & ClockTime & { servedDate: LocalDate | null };

/** The next local date that may have a mail, and its time there: in the past when today's has come unserved. */
export function nextReminder(now: Date, time: ReminderTime): { date: LocalDate; at: Date } {
  const { servedDate } = time;
  const today = localDateOf(now, time);
  // After a flight west over the date line, today may be before the served date.
  for (
    let date = servedDate !== null && servedDate >= today ? addDays(servedDate, 1) : today;
    ;
    date = addDays(date, 1)
  ) {
    const at = timeOn(date, time, time);
    if (at === null) continue;
    // Where clocks go back over the beginning of a day, its first hour is shown twice, with the date before in between.
    if (date > today && at <= now) return { date, at: timeOn(date, time, time, "later") ?? at };
    return { date, at };
  }
}

/**
 * When clocks show a time on a local date; one before the beginning of days lies at its end, in the night. One that clocks
 * skip is moved on by the skip, or back where that is another date; a repeated one is the first. Where a skip left none of
 * these on the date, its last hour takes their place. Null on a date that a place never had.
 */
export function timeOn(
  date: LocalDate,
  { hour, minute }: ClockTime,
  calendar: Calendar,
  ofTwo: "earlier" | "later" = "earlier",
): Date | null {
  const night = hour < calendar.dayStartHour ? 1 : 0;
  const wall = Temporal.PlainDate.from(addDays(date, night)).toPlainDateTime({ hour, minute });
  for (const disambiguation of [ofTwo === "later" ? "later" : "compatible", "earlier"] as const) {
    const at = new Date(wall.toZonedDateTime(calendar.timeZone, { disambiguation }).epochMilliseconds);
    if (localDateOf(at, calendar) === date) return at;
  }
  const last = new Date(endOfDay(date, calendar).getTime() - HOUR_MS);
  return localDateOf(last, calendar) === date ? last : null;
}

/**
 * After switching reminders on or choosing another time. When that has passed today, they begin tomorrow, unless
 * today's mail is already due since `waiting`.
 */
export function scheduleAfterChoice(
  now: Date,
  time: ReminderTime,
  waiting: Date | null,
): { servedDate: LocalDate | null; nextReminderAt: Date } {
  const { date, at } = nextReminder(now, time);
  if (at > now) return { servedDate: time.servedDate, nextReminderAt: at };
  if (waiting !== null && waiting <= now && localDateOf(waiting, time) === date) {
    return { servedDate: time.servedDate, nextReminderAt: waiting };
  }
  return { servedDate: date, nextReminderAt: nextReminder(now, { ...time, servedDate: date }).at };
}

/** After moving to another time zone: a date whose time has passed there is due at once. */
export function scheduleAfterMove(now: Date, time: ReminderTime): Date {
  const { at } = nextReminder(now, time);
  return at > now ? at : now;
}
