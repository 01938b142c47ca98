import type { Preferences } from "@repasa/contract/account.ts";
import {
  addDays,
  type Calendar,
  computeLocalDate,
  countDays,
  type DateRange,
  type LocalDate,
} from "@repasa/scheduler/local-dates.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { datesWithin, isAmong } from "#platform/time/local-days.ts";
import { findNextReminder } from "./reminders.schedule.ts";

/** After this number of local days without a visit, not counting breaks, one last reminder is sent. */
export const DAYS_TO_FAREWELL = 14;

export type Channel = Preferences["reminderChannels"][number];

export type DueUser = Calendar & {
  userId: OwnerId;
  lastVisitAt: Date;
  nextReminderAt: Date;
  servedDate: LocalDate | null;
  farewellSentAt: Date | null;
  reminder: boolean;
  hour: number;
  minute: number;
  channels: Channel[];
  /** Breaks that end on the date of the last visit or later. */
  breaks: DateRange[];
};

/** A local date that gets a reminder if something is pending and nothing was studied. Never a date in a break. */
export type DueDay = {
  userId: OwnerId;
  date: LocalDate;
  timeZone: string;
  scheduledAt: Date;
  isLast: boolean;
  channels: Channel[];
};

export type Plan = {
  userId: OwnerId;
  nextReminderAt: Date | null;
  servedDate: LocalDate | null;
  day: DueDay | null;
};

/** Returns a function that plans the users of a batch. Most have the same calendar and time, and share the calendar arithmetic. */
export function createPlanner(now: Date) {
  const dates = new Map<string, PlannedDate>();

  return function planUser(user: DueUser): Plan {
    const { userId, timeZone, servedDate } = user;
    const stays = { userId, servedDate, day: null };
    if (!user.reminder || isSilent(user)) return { ...stays, nextReminderAt: null };
    const key = `${timeZone} ${user.dayStartHour} ${user.hour}:${user.minute} ${servedDate}`;
    const planned = dates.get(key) ?? computePlannedDate(user, now);
    dates.set(key, planned);
    const { date, at, following } = planned;
    // The missed date is already over, and nothing is sent for a past date.
    if (at > now) return { ...stays, nextReminderAt: at };
    if (isAmong(date, user.breaks)) return { userId, nextReminderAt: following, servedDate: date, day: null };
    const scheduledAt = user.nextReminderAt > at ? user.nextReminderAt : at;
    const isLast = isLongAway(user, now);
    return {
      userId,
      nextReminderAt: following,
      servedDate: date,
      day: { userId, date, timeZone, scheduledAt, isLast, channels: user.channels },
    };
  };
}

type PlannedDate = { date: LocalDate; at: Date; following: Date };

function computePlannedDate(user: DueUser, now: Date): PlannedDate {
  const { date, at } = findNextReminder(now, user);
  return {
    date,
    at,
    following: findNextReminder(now, { ...user, servedDate: date }).at,
  };
}

export function isLongAway(user: Calendar & Pick<DueUser, "lastVisitAt" | "breaks">, now: Date): boolean {
  const away = { from: addDays(computeLocalDate(user.lastVisitAt, user), 1), to: computeLocalDate(now, user) };
  return countDays(away) - datesWithin(away, user.breaks) >= DAYS_TO_FAREWELL;
}

export function isSilent({ lastVisitAt, farewellSentAt }: Pick<DueUser, "lastVisitAt" | "farewellSentAt">): boolean {
  return farewellSentAt !== null && farewellSentAt >= lastVisitAt;
}
