import type { Context } from "#context.ts";
import { currentStreak } from "#features/stats/stats.service.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import { computeSentAt, type DueReminder, findDueReminder, requireJob } from "./reminders.due.ts";
import { digestLetter, farewellLetter } from "./reminders.emails.ts";
import type { PlannedDigest } from "./reminders.jobs.ts";
import { updateMailed } from "./reminders.queries.ts";
import { isMailboxRefusal, noteRefusal } from "./reminders.refusals.ts";

/** Mails a planned reminder if it is still wanted. */
export async function deliverDigest(ctx: Context, planned: PlannedDigest, run: JobRun): Promise<void> {
  const due = await findDueReminder(ctx, planned, run, "mail");
  if (due) await mailReminder(ctx, due, run);
}

export async function mailReminder(ctx: Context, due: DueReminder, run: JobRun): Promise<void> {
  const { owner, reader, date, scheduledAt, isLast } = due;
  const letter = await writeReminder(ctx, due);
  requireJob(run);
  try {
    await sendLetter(ctx, letter, `recordatorio.${run.id}`);
  } catch (error) {
    if (isMailboxRefusal(error)) await noteRefusal(ctx, owner, reader.email, date, run.now);
    throw error;
  }
  await updateMailed(ctx.db, owner, scheduledAt, { sentAt: computeSentAt(due, run), isLast });
}

async function writeReminder(
  ctx: Context,
  { owner, reader, moment, folders, offersPlan, isLast }: DueReminder,
): Promise<Letter> {
  const [addressee, links] = [
    { ...reader, to: reader.email },
    { ...reader, appUrl: ctx.appUrl() },
  ];
  if (isLast) return farewellLetter(addressee, links);
  const streak = await currentStreak(ctx, owner, moment);
  return digestLetter(addressee, { folders, offersPlan, streak }, links);
}
