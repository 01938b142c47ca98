import type { PendingFolder } from "@repasa/contract/stats.ts";
import { type Calendar, computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { offersPlanOnVisit } from "#features/pace/pace.service.ts";
import { listPendingFolders } from "#features/stats/stats.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type JobRun, PermanentFailure } from "#platform/jobs/job.ts";
import { isAmong, type Moment, momentAt } from "#platform/time/local-days.ts";
import type { PlannedDigest } from "./reminders.jobs.ts";
import { type Channel, isLongAway, isSilent } from "./reminders.plan.ts";
import { deleteUnsent, hasBeenSent, hasStudied, type Reader, selectReader } from "./reminders.queries.ts";

/** A planned reminder that is still wanted. */
export type DueReminder = {
  readonly owner: OwnerId;
  readonly reader: Reader;
  readonly date: LocalDate;
  /** Identifies the reminder. */
  readonly scheduledAt: Date;
  readonly moment: Moment;
  readonly folders: readonly PendingFolder[];
  /** True if Home offers to spread these cards over days. */
  readonly offersPlan: boolean;
  /** True if none follows until the next visit. */
  readonly isLast: boolean;
};

/**
 * Decides once more about a planned reminder: everything that the plan was based on may have changed since. Returns null if it is no
 * longer wanted by this channel, or was sent.
 */
export async function findDueReminder(
  ctx: Context,
  { userId: owner, date, timeZone, scheduledAt: planned }: PlannedDigest,
  run: JobRun,
  channel: Channel,
): Promise<DueReminder | null> {
  const scheduledAt = new Date(planned);
  const reader = await selectReader(ctx.db, owner);
  if (!reader) return null;
  const isMailed = reader.lastReminderFor?.getTime() === scheduledAt.getTime();
  const isSent = isMailed || reader.lastPushFor?.getTime() === scheduledAt.getTime();
  // An earlier attempt has mailed it, but ended before the job was completed.
  if (isMailed && (channel === "mail" || !reader.channels.includes("mail"))) return null;
  const moment = momentAt(run.now, reader);
  const isOver = hasEnded(date, { ...reader, timeZone }, run.now);
  const isOn = reader.reminder && reader.channels.includes(channel) && (isSent || !isSilent(reader));
  const isWanted = isOn && (await isDayToRemind(ctx, owner, reader, isOver ? [date] : [date, moment.today]));
  const isOnTime = isWanted && date >= moment.today;
  const { folders, due } = isOnTime ? await listPendingFolders(ctx, owner, moment) : { folders: [], due: 0 };
  if (folders.length === 0) {
    await deleteUnsent(ctx.db, owner, scheduledAt);
    if (isWanted && isOver && !isSent && !(await hasBeenSent(ctx.db, owner, scheduledAt))) {
      throw new PermanentFailure("the day was over before its reminder could be sent");
    }
    return null;
  }
  const offersPlan = await offersPlanOnVisit(ctx, owner, moment, due);
  return { owner, reader, date, scheduledAt, moment, folders, offersPlan, isLast: isLongAway(reader, run.now) };
}

/** Returns whether there is no break on the dates, and nothing was studied. */
async function isDayToRemind({ db }: Context, owner: OwnerId, reader: Reader, dates: LocalDate[]): Promise<boolean> {
  // A break that started since counts for the present date, not for the planned one.
  if (isAmong(dates.at(-1) as LocalDate, reader.breaks)) return false;
  return !(await hasStudied(db, owner, dates));
}

/** Compares in the planned time zone: in the user's present zone the date may be over only because they travelled. */
function hasEnded(date: LocalDate, calendar: Calendar, now: Date): boolean {
  return date < computeLocalDate(now, calendar);
}

/** Throws if this worker was considered dead, and another one has the job. Call it last before sending. */
export function requireJob({ signal }: JobRun): void {
  if (signal?.aborted) throw new Error("the reminder is in another worker's hands");
}

/** Returns the instant at which a reminder was sent: not before it was scheduled, even if this worker's clock is behind the planner's. */
export function computeSentAt({ scheduledAt }: Pick<DueReminder, "scheduledAt">, { now }: JobRun): Date {
  return now > scheduledAt ? now : scheduledAt;
}
