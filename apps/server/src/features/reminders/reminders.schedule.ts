import { addDays, type LocalDate, localDateOf } from "#local-days.ts";

export type ReminderTime = {
  timeZone: string;
  hour: number;
  servedDate: LocalDate | null;
};

/** The next local date that may have a mail, and when its hour begins: in the past when today's has begun unserved. */
export function nextReminder(now: Date, { timeZone, hour, servedDate }: ReminderTime): { date: LocalDate; at: Date } {
  const today = localDateOf(now, timeZone);
  // After a flight west over the date line, today may be before the served date.
  for (
    let date = servedDate !== null && servedDate >= today ? addDays(servedDate, 1) : today;
    ;
    date = addDays(date, 1)
  ) {
    const at = hourOn(date, hour, timeZone);
    if (at === null) continue;
    // Where clocks go back over midnight, a date's first hour is shown twice, with the date before in between.
    if (date > today && at <= now) return { date, at: hourOn(date, hour, timeZone, "later") ?? at };
    return { date, at };
  }
}

/**
 * When an hour begins on a local date. An hour that clocks skip begins after the skip, or before it where that is another
 * date; a repeated one the first time. Null on a date that the zone skipped.
 */
export function hourOn(
  date: LocalDate,
  hour: number,
  timeZone: string,
  ofTwo: "earlier" | "later" = "earlier",
): Date | null {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({ hour });
  for (const disambiguation of [ofTwo === "later" ? "later" : "compatible", "earlier"] as const) {
    const zoned = wall.toZonedDateTime(timeZone, { disambiguation });
    if (zoned.toPlainDate().toString() === date) return new Date(zoned.epochMilliseconds);
  }
  return null;
}

/**
 * After switching reminders on or choosing another hour. When that hour has passed today, they begin tomorrow, unless
 * today's mail is already due since `waiting`.
 */
export function scheduleAfterChoice(
  now: Date,
  time: ReminderTime,
  waiting: Date | null,
): { servedDate: LocalDate | null; nextReminderAt: Date } {
  const { date, at } = nextReminder(now, time);
  if (at > now) return { servedDate: time.servedDate, nextReminderAt: at };
  if (waiting !== null && waiting <= now && localDateOf(waiting, time.timeZone) === date) {
    return { servedDate: time.servedDate, nextReminderAt: waiting };
  }
  return { servedDate: date, nextReminderAt: nextReminder(now, { ...time, servedDate: date }).at };
}

/** After moving to another time zone: a date whose hour has passed there is due at once. */
export function scheduleAfterMove(now: Date, time: ReminderTime): Date {
  const { at } = nextReminder(now, time);
  return at > now ? at : now;
}
