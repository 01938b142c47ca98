import { type Calendar, computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { currentStreak, dailyReview } from "#features/stats/stats.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type JobRun, PermanentFailure } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import { isAmong, type Moment, momentAt } from "#platform/time/local-days.ts";
import { digestLetter, farewellLetter } from "./reminders.emails.ts";
import type { PlannedDigest } from "./reminders.jobs.ts";
import { isLongAway, isSilent } from "./reminders.plan.ts";
import { deleteUnsent, hasBeenSent, hasStudied, type Reader, selectReader, updateSent } from "./reminders.queries.ts";
import { isMailboxRefusal, noteRefusal } from "./reminders.refusals.ts";

/** Sends a planned reminder if it is still wanted: everything that the plan was based on may have changed since. */
export async function deliverDigest(ctx: Context, planned: PlannedDigest, run: JobRun): Promise<void> {
  const { userId: owner, date, timeZone } = planned;
  const scheduled = new Date(planned.scheduledAt);
  const reader = await selectReader(ctx.db, owner);
  if (!reader) return;
  // An earlier attempt has sent it, but ended before the job was completed.
  if (reader.lastReminderFor?.getTime() === scheduled.getTime()) return;
  const moment = momentAt(run.now, reader);
  const isOver = hasEnded(date, { ...reader, timeZone }, run.now);
  const isWanted = await isMailWanted(ctx, owner, reader, isOver ? [date] : [date, moment.today]);
  const digest = isWanted && date >= moment.today ? await writeDigest(ctx, owner, moment, reader) : null;
  if (digest === null) {
    await deleteUnsent(ctx.db, owner, scheduled);
    if (isWanted && isOver && !(await hasBeenSent(ctx.db, owner, scheduled))) {
      throw new PermanentFailure("the day was over before its mail could be sent");
    }
    return;
  }
  // This worker was considered dead, and another one has the job.
  if (run.signal?.aborted) throw new Error("the mail is in another worker's hands");
  const isLast = isLongAway(reader, run.now);
  try {
    await sendLetter(ctx, isLast ? writeFarewell(ctx, reader) : digest, `recordatorio.${run.id}`);
  } catch (error) {
    if (isMailboxRefusal(error)) await noteRefusal(ctx, owner, reader.email, date, run.now);
    throw error;
  }
  // Not before `scheduled`, even if this worker's clock is behind the planner's.
  const sentAt = run.now > scheduled ? run.now : scheduled;
  await updateSent(ctx.db, owner, scheduled, { sentAt, isLast });
}

/** Returns whether a user wants a reminder for the dates: reminders are on, there is no break, and nothing was studied. */
async function isMailWanted({ db }: Context, owner: OwnerId, reader: Reader, dates: LocalDate[]): Promise<boolean> {
  if (!reader.reminder || isSilent(reader)) return false;
  // A break that started since counts for the present date, not for the planned one.
  if (isAmong(dates.at(-1) as LocalDate, reader.breaks)) return false;
  return !(await hasStudied(db, owner, dates));
}

async function writeDigest(ctx: Context, owner: OwnerId, moment: Moment, reader: Reader): Promise<Letter | null> {
  const { folders } = await dailyReview(ctx, owner, moment);
  if (folders.length === 0) return null;
  const streak = await currentStreak(ctx, owner, moment);
  return digestLetter({ ...reader, to: reader.email }, { folders, streak }, { ...reader, appUrl: ctx.appUrl() });
}

function writeFarewell(ctx: Context, reader: Reader): Letter {
  return farewellLetter({ ...reader, to: reader.email }, { ...reader, appUrl: ctx.appUrl() });
}

/** Compares in the planned time zone: in the user's present zone the date may be over only because they travelled. */
function hasEnded(date: LocalDate, calendar: Calendar, now: Date): boolean {
  return date < computeLocalDate(now, calendar);
}
