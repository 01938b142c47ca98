import type { Context } from "#context.ts";
import { createNotification } from "#features/push/push.notification.ts";
import { type PushedDevices, sendReminder } from "#features/push/push.sending.ts";
import { type JobRun, PermanentFailure } from "#platform/jobs/job.ts";
import { endOfDay } from "#platform/time/local-days.ts";
import { mailReminder } from "./reminders.digest.ts";
import { computeSentAt, type DueReminder, findDueReminder, requireJob } from "./reminders.due.ts";
import type { PlannedDigest } from "./reminders.jobs.ts";
import { updatePushed } from "./reminders.queries.ts";
import { formatWaitingCards } from "./reminders.wording.ts";

/** Pushes a planned reminder to the user's devices if it is still wanted. Without a device it is mailed. */
export async function deliverPush(ctx: Context, planned: PlannedDigest, run: JobRun): Promise<void> {
  const due = await findDueReminder(ctx, planned, run, "push");
  if (!due) return;
  requireJob(run);
  const hadReached = due.reader.lastPushFor?.getTime() === due.scheduledAt.getTime();
  const { living, sent, waiting } = await pushToDevices(ctx, due, run, hadReached);
  if (waiting > 0) throw new Error("a push service has to be called again");
  if (hadReached || sent > 0) return;
  if (living > 0) throw new PermanentFailure("no push service accepted the reminder");
  // A mail that the user has chosen as well is sent by a job of its own.
  if (due.reader.hasMailbox && !due.reader.channels.includes("mail")) await mailReminder(ctx, due, run);
}

function pushToDevices(ctx: Context, due: DueReminder, run: JobRun, hasReached: boolean): Promise<PushedDevices> {
  const { owner, reader, moment, folders, scheduledAt } = due;
  const count = folders.reduce((sum, { total }) => sum + total, 0);
  const msLeft = endOfDay(moment.today, reader).getTime() - run.now.getTime();
  // The last reminder has been sent once one channel has sent it; the letter says so, if there is one.
  const isLast = due.isLast && !reader.channels.includes("mail");
  return sendReminder(
    ctx,
    owner,
    {
      notification: createNotification(formatWaitingCards(count), count),
      ttlSeconds: Math.max(1, Math.floor(msLeft / 1000)),
      scheduledAt,
      hasReached,
      noteSent: (db) => updatePushed(db, owner, scheduledAt, { sentAt: computeSentAt(due, run), isLast }),
    },
    run.now,
  );
}
