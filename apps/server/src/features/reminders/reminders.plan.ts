import { addDays, endOfDay, type LocalDate, localDateOf } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { nextReminder } from "./reminders.schedule.ts";

/** After so many local days without a visit one last mail is sent. */
export const DAYS_TO_FAREWELL = 14;

export type DueUser = {
  userId: OwnerId;
  timeZone: string;
  lastVisitAt: Date;
  nextReminderAt: Date;
  servedDate: LocalDate | null;
  farewellSentAt: Date | null;
  reminder: boolean;
  hour: number;
};

/** A local date that gets a mail if something is pending and nothing was studied. */
export type DueDay = {
  userId: OwnerId;
  date: LocalDate;
  dayEnd: Date;
  timeZone: string;
  scheduledAt: Date;
  isLast: boolean;
};

export type Plan = {
  userId: OwnerId;
  nextReminderAt: Date | null;
  servedDate: LocalDate | null;
  day: DueDay | null;
};

/** Plans a batch of users; those of one zone and hour, which are most, share the calendar arithmetic. */
export function createPlanner(now: Date) {
  const calendars = new Map<string, Calendar>();

  return function planOf(user: DueUser): Plan {
    const { userId, timeZone, servedDate } = user;
    const stays = { userId, servedDate, day: null };
    if (!user.reminder || isSilent(user)) return { ...stays, nextReminderAt: null };
    const key = `${timeZone} ${user.hour} ${servedDate}`;
    const calendar = calendars.get(key) ?? calendarOf(user, now);
    calendars.set(key, calendar);
    const { date, at, dayEnd, following } = calendar;
    // The hour was missed by more than the rest of its date: there is no mail for a past day.
    if (at > now) return { ...stays, nextReminderAt: at };
    const scheduledAt = user.nextReminderAt > at ? user.nextReminderAt : at;
    const isLast = isLongAway(user, now);
    return {
      userId,
      nextReminderAt: following,
      servedDate: date,
      day: { userId, date, dayEnd, timeZone, scheduledAt, isLast },
    };
  };
}

type Calendar = { date: LocalDate; at: Date; dayEnd: Date; following: Date };

function calendarOf(user: DueUser, now: Date): Calendar {
  const { date, at } = nextReminder(now, user);
  return {
    date,
    at,
    dayEnd: endOfDay(date, user.timeZone),
    following: nextReminder(now, { ...user, servedDate: date }).at,
  };
}

export function isLongAway({ lastVisitAt, timeZone }: Pick<DueUser, "lastVisitAt" | "timeZone">, now: Date): boolean {
  return addDays(localDateOf(lastVisitAt, timeZone), DAYS_TO_FAREWELL) <= localDateOf(now, timeZone);
}

export function isSilent({ lastVisitAt, farewellSentAt }: Pick<DueUser, "lastVisitAt" | "farewellSentAt">): boolean {
  return farewellSentAt !== null && farewellSentAt >= lastVisitAt;
}
