import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { insertEmailReminders, isDayToRemind, lockDueUsers, updatePlans } from "./planning/planning.queries.ts";
import { deliverDigest } from "./reminders.digest.ts";
import { type PlannedDigest, reminderJobs } from "./reminders.jobs.ts";
import { type Channel, createPlanner, type DueDay } from "./reminders.plan.ts";
import { deliverPush } from "./reminders.push.ts";
import { deleteEmailReminders } from "./reminders.queries.ts";

// With MAX_CARDS_STORED cards each, a batch stays well within the statement timeout.
const USERS_PER_BATCH = 100;
/** Enough to know what a reminder was about, without thousands of rows per day for a user with thousands of due cards. */
const MAX_CARDS_STORED = 200;
const RETENTION_DAYS = 60;
const DELETED_PER_BATCH = 5_000;
const DAY_MS = 86_400_000;

/** The jobs that send a reminder, by channel: each has its own attempts. */
const kinds = { mail: reminderJobs.digest, push: reminderJobs.push } satisfies Record<Channel, unknown>;

export function reminderJobHandlers(ctx: Context): JobHandlers<typeof reminderJobs> {
  return {
    async plan(_data, { now }) {
      while (await planBatch(ctx, now));
    },
    digest: (data, run) => deliverDigest(ctx, data, run),
    push: (data, run) => deliverPush(ctx, data, run),
    async prune(_data, { now }) {
      const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
      while ((await deleteEmailReminders(ctx.db, before, DELETED_PER_BATCH)) === DELETED_PER_BATCH);
    },
  };
}

/** Plans the reminders of a batch of users. Returns whether there may be more users. */
async function planBatch(ctx: Context, now: Date): Promise<boolean> {
  return ctx.statements.transaction(async (transaction, client) => {
    const { users, mayBeMore } = await lockDueUsers(transaction, now, USERS_PER_BATCH);
    const plans = users.map(createPlanner(now));
    const toRemind: DueDay[] = [];
    for (const { day } of plans) {
      if (!day || !(await isDayToRemind(client, day))) continue;
      toRemind.push(day);
      if (!day.isLast) await insertEmailReminders(client, day, MAX_CARDS_STORED, now);
    }
    if (plans.length > 0) await updatePlans(transaction, plans);
    for (const [channel, kind] of Object.entries(kinds)) {
      const days = toRemind.filter(({ channels }) => channels.includes(channel as Channel));
      if (days.length > 0) await ctx.enqueue(transaction, kind, days.map(toPlannedDigest));
    }
    return mayBeMore;
  });
}

function toPlannedDigest({ userId, date, timeZone, scheduledAt }: DueDay): PlannedDigest {
  return { userId, date, timeZone, scheduledAt: scheduledAt.toISOString() };
}
