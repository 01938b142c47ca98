import type { Backlog } from "@repasa/contract/pace.ts";
import { CATCH_UP_DAYS, isBacklog, suggestCatchUp } from "@repasa/scheduler/backlog.ts";
import type { Context } from "#context.ts";
import { dueAhead, settlePastDays } from "#features/schedule/schedule.service.ts";
import { addDays, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectCatchUp, selectHabits, selectWaiting, upsertCatchUp } from "./pace.queries.ts";

/** Days of study that tell what is usual. */
const HABIT_DAYS = 60;

/** What a review takes where nothing was measured yet. */
const REVIEW_MS = 9_000;

export async function readBacklog(ctx: Context, owner: OwnerId, moment: Moment): Promise<Backlog> {
  const { today } = moment;
  const [{ pending, overdue }, catchUp, habits, later] = await Promise.all([
    selectWaiting(ctx.db, owner, today),
    selectCatchUp(ctx.db, owner, today),
    selectHabits(ctx.db, owner, addDays(today, -HABIT_DAYS), today),
    dueAhead(ctx, owner, moment, CATCH_UP_DAYS.max),
  ]);
  const waiting = { due: pending, usual: habits.reviewsPerDay, later };
  return {
    pending,
    overdue,
    minutes: Math.ceil((pending * (habits.reviewMs ?? REVIEW_MS)) / 60_000),
    catchUp: catchUp ?? null,
    suggestion: suggestCatchUp(waiting),
    offered: catchUp === undefined && isBacklog(waiting),
  };
}

export async function startCatchUp(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<Backlog> {
  // The plan decides what is pending, on past days too until they are settled.
  await settlePastDays(ctx, owner, moment);
  await upsertCatchUp(ctx.db, owner, addDays(moment.today, days - 1), moment.now);
  return readBacklog(ctx, owner, moment);
}

export async function endCatchUp(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await upsertCatchUp(ctx.db, owner, null, moment.now);
}
