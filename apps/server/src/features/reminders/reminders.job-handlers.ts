import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { insertEmailReminders, isDayToRemind, lockDueUsers, updatePlans } from "./planning/planning.queries.ts";
import { deliverDigest } from "./reminders.digest.ts";
import { type PlannedDigest, reminderJobs } from "./reminders.jobs.ts";
import { createPlanner, type DueDay } from "./reminders.plan.ts";
import { deleteEmailReminders } from "./reminders.queries.ts";

// With CARDS_NOTED cards each, a batch stays well within the statement timeout.
const USERS_PER_BATCH = 100;
/** Enough to tell what a mail was about; somebody with thousands of due cards does not get thousands of rows a day. */
const CARDS_NOTED = 200;
const KEPT_DAYS = 60;
const DELETED_PER_BATCH = 5_000;
const DAY_MS = 86_400_000;

export function reminderJobHandlers(ctx: Context): JobHandlers<typeof reminderJobs> {
  return {
    async plan(_data, { now }) {
      while (await planBatch(ctx, now));
    },
    digest: (data, run) => deliverDigest(ctx, data, run),
    async prune(_data, { now }) {
      const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
      while ((await deleteEmailReminders(ctx.db, before, DELETED_PER_BATCH)) === DELETED_PER_BATCH);
    },
  };
}

/** Returns whether there may be more. */
async function planBatch(ctx: Context, now: Date): Promise<boolean> {
  return ctx.statements.transaction(async (transaction, client) => {
    const { users, mayBeMore } = await lockDueUsers(transaction, now, USERS_PER_BATCH);
    const plans = users.map(createPlanner(now));
    const toRemind: DueDay[] = [];
    for (const { day } of plans) {
      if (!day || !(await isDayToRemind(client, day))) continue;
      toRemind.push(day);
      if (!day.isLast) await insertEmailReminders(client, day, CARDS_NOTED, now);
    }
    if (plans.length > 0) await updatePlans(transaction, plans);
    if (toRemind.length > 0) await ctx.enqueue(transaction, reminderJobs.digest, toRemind.map(plannedDigest));
    return mayBeMore;
  });
}

function plannedDigest({ userId, date, timeZone, scheduledAt }: DueDay): PlannedDigest {
  return { userId, date, timeZone, scheduledAt: scheduledAt.toISOString() };
}
