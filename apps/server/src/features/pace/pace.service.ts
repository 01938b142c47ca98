import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { BREAK_FARTHEST_DAYS, BREAK_MOST_DAYS, breakProblem } from "@repasa/contract/pace.forms.ts";
import type { Backlog, BreakDays, paceEndpoints } from "@repasa/contract/pace.ts";
import { CATCH_UP_DAYS, isBacklog, spreadDays, suggestCatchUp } from "@repasa/scheduler/backlog.ts";
import { addDays, type DateRange, type LocalDate, lengthOf } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { countDueAhead } from "#features/schedule/schedule.service.ts";
import { changeDays, settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { type Moment, withoutRange } from "#platform/time/local-days.ts";
import { earliestStart, withDates } from "./pace.breaks.ts";
import {
  type BreakRow,
  endSpread,
  replaceBreaks,
  selectBreakOn,
  selectBreaks,
  selectCatchUp,
  selectHabits,
  selectWaiting,
  upsertCatchUp,
} from "./pace.queries.ts";

/** Days of study that tell what is usual. */
const HABIT_DAYS = 60;

/** What a review takes where nothing was measured yet. */
const REVIEW_MS = 9_000;

/** The year that Progreso shows: 53 weeks. */
const BREAKS_KEPT_IN_SIGHT_DAYS = 371;

export async function readBacklog(ctx: Context, owner: OwnerId, moment: Moment): Promise<Backlog> {
  const { today } = moment;
  const [{ pending, overdue }, catchUp, rest, habits, later] = await Promise.all([
    selectWaiting(ctx.db, owner, today),
    selectCatchUp(ctx.db, owner, today),
    breakOn(ctx, owner, moment),
    selectHabits(ctx.db, owner, addDays(today, -HABIT_DAYS), today),
    countDueAhead(ctx, owner, moment, CATCH_UP_DAYS.max),
  ]);
  const waiting = { due: pending, usual: habits.reviewsPerDay, later };
  return {
    pending,
    overdue,
    minutes: Math.ceil((pending * (habits.reviewMs ?? REVIEW_MS)) / 60_000),
    catchUp: catchUp ?? null,
    suggestion: suggestCatchUp(waiting),
    offered: catchUp === undefined && rest === null && isBacklog(waiting),
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

/** The break under way, or the last one while what fell due in it is spread; null without either. */
export async function breakOn(ctx: Context, owner: OwnerId, { today }: Moment): Promise<BreakRow | null> {
  return (await selectBreakOn(ctx.db, owner, today)) ?? null;
}

export function listBreaks(ctx: Context, owner: OwnerId, { today }: Moment): Promise<BreakDays[]> {
  return selectBreaks(ctx.db, owner, addDays(today, -BREAKS_KEPT_IN_SIGHT_DAYS));
}

/** The break that the dates are part of now. Dates that are over may be among them if they were part of it before. */
export async function addBreak(ctx: Context, owner: OwnerId, moment: Moment, wanted: BreakDays): Promise<BreakDays> {
  const { today } = moment;
  const breaks = await changeBreaks(ctx, owner, moment, (before) => {
    const problem = breakProblem(wanted, { today, earliest: earliestStart(before, today) });
    if (problem) throw new AppError("validation_failed", problem.message, { issues: [problem] });
    return withDates(before, wanted);
  });
  return breaks.find(({ from, to }) => from <= wanted.from && to >= wanted.to) ?? wanted;
}

/** Takes dates out of breaks, from today on. Given exactly those of a break that is over, nothing of it is spread longer. */
export async function endBreaks(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  wanted: BodyOf<typeof paceEndpoints.endBreaks>,
): Promise<void> {
  const { today } = moment;
  const last = addDays(today, BREAK_FARTHEST_DAYS);
  const { from = today, to = last } = wanted;
  const dates = { from: from > today ? from : today, to: to < last ? to : last };
  await changeBreaks(ctx, owner, moment, (before) => (dates.from > dates.to ? before : withoutRange(before, dates)));
  const oldest = addDays(today, -BREAKS_KEPT_IN_SIGHT_DAYS);
  if (from >= oldest && to >= oldest && to < today) await endSpread(ctx.db, owner, { from, to }, today);
}

async function changeBreaks(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  change: (before: DateRange[]) => DateRange[],
): Promise<DateRange[]> {
  return changeDays(ctx, owner, moment, async (transaction) => {
    // One that ended yesterday goes on if another begins today.
    const before = await selectBreaks(transaction, owner, addDays(moment.today, -1));
    const after = change(before);
    const added = after.filter((one) => !before.some(isSame(one)));
    if (added.some((one) => lengthOf(one) > BREAK_MOST_DAYS)) {
      throw new AppError("conflict", `Con la pausa que ya tienes serían más de ${BREAK_MOST_DAYS} días seguidos`);
    }
    const gone = before.filter((one) => !after.some(isSame(one)));
    if (added.length + gone.length > 0) await replaceBreaks(transaction, owner, gone, added.map(withSpread));
    return after;
  });
}

function isSame(one: DateRange) {
  return ({ from, to }: DateRange) => from === one.from && to === one.to;
}

function withSpread(one: DateRange): DateRange & { spreadUntil: LocalDate } {
  return { ...one, spreadUntil: addDays(one.to, spreadDays(lengthOf(one))) };
}
