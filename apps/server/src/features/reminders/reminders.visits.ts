import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type Context, perContext } from "#context.ts";
import { isUserGone } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import { isSilent } from "./reminders.plan.ts";
import { lockReminders, selectCalendar, touchVisit, updateReminders } from "./reminders.queries.ts";
import { scheduleAfterTimeChoice, scheduleAfterZoneChange } from "./reminders.schedule.ts";

const HOUR_MS = 3_600_000;
const MAX_CACHED_USERS = 10_000;

type LastVisit = Readonly<{ at: Date; today: LocalDate; timeZone: string }>;

/** Caches visits to avoid most writes: a visit within an hour, on the same date and in the same zone changes nothing. */
const cachedVisits = perContext(() => new Map<OwnerId, LastVisit>());

export async function noteVisit(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  const { now, today, timeZone } = moment;
  const visits = cachedVisits(ctx);
  const last = visits.get(owner);
  const isSamePlace = last?.timeZone === timeZone && last.today === today;
  if (isSamePlace && now.getTime() - last.at.getTime() < HOUR_MS) return;
  if (visits.size >= MAX_CACHED_USERS) visits.clear();
  const visit: LastVisit = { at: now, today, timeZone };
  visits.set(owner, visit);
  // Visits are noted beside their calls, so that an earlier one may reach the database after a later one.
  const isOvertaken = () => (visits.get(owner) ?? visit) !== visit;
  try {
    if (!(await touchVisit(ctx.db, owner, now, timeZone))) await planAfterVisit(ctx, owner, moment, isOvertaken);
  } catch (error) {
    visits.delete(owner);
    if (!isUserGone(error)) throw error;
  }
}

/** Returns the moment of a job about a user who makes no call: that of the zone in which the user was last seen, else of UTC. */
export async function findMoment({ db }: Pick<Context, "db">, owner: OwnerId, now: Date): Promise<Moment> {
  const { timeZone, dayStartHour } = await selectCalendar(db, owner);
  return momentAt(now, { timeZone: timeZone ?? "UTC", dayStartHour });
}

/** Plans reminders for a user who was away or in another zone. After an absence they start as after a choice. */
async function planAfterVisit(ctx: Context, owner: OwnerId, moment: Moment, isOvertaken: () => boolean): Promise<void> {
  const { now, timeZone } = moment;
  await ctx.db.transaction(async (transaction) => {
    const row = await lockReminders(transaction, owner, moment);
    if (isOvertaken()) return;
    const time = { ...row, timeZone, hour: row.reminderHour, minute: row.reminderMinute };
    const startsAgain = row.nextReminderAt === null || isSilent(row);
    await updateReminders(transaction, owner, {
      timeZone,
      lastVisitAt: now,
      ...(!row.reminder && { nextReminderAt: null }),
      ...(row.reminder && startsAgain && scheduleAfterTimeChoice(now, time, null)),
      ...(row.reminder &&
        !startsAgain &&
        row.timeZone !== timeZone && { nextReminderAt: scheduleAfterZoneChange(now, time) }),
    });
  });
}
