import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { findBreakProblem, MAX_BREAK_DAYS, MAX_DAYS_TO_BREAK_END, MIN_BACKLOG } from "@repasa/contract/pace.forms.ts";
import type { Backlog, BreakDays, paceEndpoints } from "@repasa/contract/pace.ts";
import { computeSpreadDays, isBacklog } from "@repasa/scheduler/backlog.ts";
import { addDays, countDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { estimateSession } from "@repasa/study-queue/session.ts";
import type { Context } from "#context.ts";
import { readLearnerFacts } from "#features/exams/exams.learner.ts";
import { forecastCatchUp } from "#features/exams/exams.workload.ts";
import { countNewInPlan, countPendingByFolder } from "#features/schedule/schedule.service.ts";
import { changeDays, settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { type Moment, withoutRange } from "#platform/time/local-days.ts";
import { addDates, findEarliestStart, moveAroundBreaks } from "./pace.breaks.ts";
import {
  type BreakRow,
  endSpread,
  replaceBreaks,
  selectBreakOn,
  selectBreaks,
  selectCatchUp,
  selectIsCatchingUpOnVisit,
  selectUsualReviews,
  selectWaiting,
  upsertCatchUp,
} from "./pace.queries.ts";

/** The number of days before today from which the usual number of reviews per day is computed. */
const HABIT_DAYS = 60;

/** The year that the screen Progreso shows: 53 weeks. */
const LISTED_BREAKS_DAYS = 371;

export async function readBacklog(ctx: Context, owner: OwnerId, moment: Moment): Promise<Backlog> {
  await settlePastDays(ctx, owner, moment);
  const { today } = moment;
  const [{ pending, overdue, doneToday }, asked, catchUp, currentBreak, breaks, usual, facts] = await Promise.all([
    selectWaiting(ctx.db, owner, today),
    countPendingByFolder(ctx, owner, moment),
    selectCatchUp(ctx.db, owner, today),
    findBreak(ctx, owner, moment),
    selectBreaks(ctx.db, owner, today),
    readUsualReviews(ctx, owner, moment),
    readLearnerFacts(ctx, owner),
  ]);
  const suggestion = catchUp
    ? { days: countDays({ from: today, to: catchUp.until }), perDay: catchUp.perDay }
    : pending < MIN_BACKLOG
      ? { days: 0, perDay: 0 }
      : await forecastCatchUp(ctx, owner, moment, facts, { usual, days: null, breaks });
  const fresh = catchUp
    ? asked.reduce((sum, folder) => sum + folder.new, 0)
    : suggestion.days > 0
      ? await countNewInPlan(ctx, owner, moment, addDays(today, suggestion.days - 1))
      : 0;
  return {
    pending,
    overdue,
    minutes: Math.ceil(estimateSession(asked, facts.seconds).minutes),
    seconds: facts.seconds,
    catchUp: catchUp ? { ...catchUp, doneToday } : null,
    suggestion: { ...suggestion, leftToday: Math.max(0, suggestion.perDay - doneToday) + fresh },
    offered: offersPlan({ due: pending, usual, isCatchingUp: catchUp !== undefined, currentBreak }),
  };
}

type PlanReasons = Parameters<typeof isBacklog>[0] & { isCatchingUp: boolean; currentBreak: BreakRow | null };

function offersPlan({ isCatchingUp, currentBreak, ...backlog }: PlanReasons): boolean {
  return !isCatchingUp && currentBreak === null && isBacklog(backlog);
}

/**
 * Returns whether a visit would be offered a plan to catch up. Settles nothing.
 *
 * @param due The number of due cards, those that wait for another day included.
 */
export async function offersPlanOnVisit(ctx: Context, owner: OwnerId, moment: Moment, due: number): Promise<boolean> {
  if (due < MIN_BACKLOG) return false;
  const { today } = moment;
  const [isCatchingUp, currentBreak, usual] = await Promise.all([
    selectIsCatchingUpOnVisit(ctx.db, owner, today),
    findBreak(ctx, owner, moment),
    readUsualReviews(ctx, owner, moment),
  ]);
  return offersPlan({ due, usual, isCatchingUp, currentBreak });
}

/** Returns the number of reviews on a usual day. */
function readUsualReviews({ db }: Context, owner: OwnerId, { today }: Moment): Promise<number> {
  return selectUsualReviews(db, owner, addDays(today, -HABIT_DAYS), today);
}

export async function startCatchUp(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<Backlog> {
  // The plan affects what is pending, even on past days until they are settled.
  await settlePastDays(ctx, owner, moment);
  const { today, now } = moment;
  const [usual, facts, breaks] = await Promise.all([
    readUsualReviews(ctx, owner, moment),
    readLearnerFacts(ctx, owner),
    selectBreaks(ctx.db, owner, today),
  ]);
  const { perDay } = await forecastCatchUp(ctx, owner, moment, facts, { usual, days, breaks });
  const plan = { catchUpUntil: addDays(today, days - 1), catchUpPerDay: Math.max(1, perDay) };
  await upsertCatchUp(ctx.db, owner, plan, now);
  return readBacklog(ctx, owner, moment);
}

export async function endCatchUp(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await upsertCatchUp(ctx.db, owner, { catchUpUntil: null, catchUpPerDay: null }, moment.now);
}

/** Returns the break under way, or the last one while the cards that fell due in it are spread; null if there is neither. */
export async function findBreak(ctx: Context, owner: OwnerId, { today }: Moment): Promise<BreakRow | null> {
  return (await selectBreakOn(ctx.db, owner, today)) ?? null;
}

export function listBreaks(ctx: Context, owner: OwnerId, { today }: Moment): Promise<BreakDays[]> {
  return selectBreaks(ctx.db, owner, addDays(today, -LISTED_BREAKS_DAYS));
}

/**
 * Adds dates to the breaks and returns the break that they are part of now. Past dates may be among them if they were part of
 * that break before.
 */
export async function addBreak(ctx: Context, owner: OwnerId, moment: Moment, wanted: BreakDays): Promise<BreakDays> {
  const { today } = moment;
  const breaks = await changeBreaks(ctx, owner, moment, (before) => {
    const problem = findBreakProblem(wanted, { today, earliest: findEarliestStart(before, today) });
    if (problem) throw new AppError("validation_failed", problem.message, { issues: [problem] });
    return addDates(before, wanted);
  });
  return breaks.find(({ from, to }) => from <= wanted.from && to >= wanted.to) ?? wanted;
}

/**
 * Removes dates from breaks, from today on. If the dates are exactly those of a break that is over, its due cards are no longer
 * spread.
 */
export async function endBreaks(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  wanted: BodyOf<typeof paceEndpoints.endBreaks>,
): Promise<void> {
  const { today } = moment;
  const last = addDays(today, MAX_DAYS_TO_BREAK_END);
  const { from = today, to = last } = wanted;
  const dates = { from: from > today ? from : today, to: to < last ? to : last };
  await changeBreaks(ctx, owner, moment, (before) => (dates.from > dates.to ? before : withoutRange(before, dates)));
  const oldest = addDays(today, -LISTED_BREAKS_DAYS);
  if (from >= oldest && to >= oldest && to < today) await endSpread(ctx.db, owner, { from, to }, today);
}

async function changeBreaks(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  change: (before: DateRange[]) => DateRange[],
): Promise<DateRange[]> {
  return changeDays(ctx, owner, moment, async (transaction) => {
    // A break that ended yesterday is extended if another one starts today.
    const before = await selectBreaks(transaction, owner, addDays(moment.today, -1));
    const after = change(before);
    const added = after.filter((one) => !before.some(isSame(one)));
    if (added.some((one) => countDays(one) > MAX_BREAK_DAYS)) {
      throw new AppError("conflict", `Con la pausa que ya tienes serían más de ${MAX_BREAK_DAYS} días seguidos`);
    }
    const removed = before.filter((one) => !after.some(isSame(one)));
    if (added.length + removed.length > 0) await replaceBreaks(transaction, owner, removed, added.map(addSpread));
    const plan = await selectCatchUp(transaction, owner, moment.today);
    if (plan) {
      const catchUpUntil = moveAroundBreaks(moment.today, plan.until, before, after);
      const isMoved = catchUpUntil !== plan.until;
      if (isMoved) await upsertCatchUp(transaction, owner, { catchUpUntil, catchUpPerDay: plan.perDay }, moment.now);
    }
    return after;
  });
}

function isSame(one: DateRange) {
  return ({ from, to }: DateRange) => from === one.from && to === one.to;
}

function addSpread(one: DateRange): DateRange & { spreadUntil: LocalDate } {
  return { ...one, spreadUntil: addDays(one.to, computeSpreadDays(countDays(one))) };
}
