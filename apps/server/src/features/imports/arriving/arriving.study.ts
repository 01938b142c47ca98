// Summarises the study that the cards of a file had elsewhere, for the preview of an import.

import type { MaterialCard, MaterialSchedule } from "@repasa/card-files/material.ts";
import { RETENTION_BOUNDS } from "@repasa/contract/account.retention.ts";
import type { ImportedStudy } from "@repasa/contract/imports.ts";
import { type Backlog, isBacklog, suggestCatchUp } from "@repasa/scheduler/backlog.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Habits } from "@repasa/scheduler/futures.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { NO_PLAN } from "@repasa/scheduler/plan.ts";
import { forecastWorkload } from "@repasa/scheduler/workload.ts";
import { toCardSchedule, toLearner } from "#features/schedule/schedule.state.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { StoredSchedule } from "#schema/schedule.ts";
import { createPendingDays, foldReviews } from "../history/history.fold.ts";
import { createReviewLog } from "../history/history.log.ts";
import { selectLearner } from "../history/history.queries.ts";
import { computeScheduleWithoutLog } from "../history/history.schedule.ts";
import type { ImportTask } from "../imports.task.ts";
import { addReviews } from "../incoming/incoming.reading.ts";
import { selectHabit } from "./arriving.queries.ts";

/** The share recalled of fewer scored reviews is too uncertain: its standard error is above 2.5 points. */
const MIN_SCORED = 200;

/** The days before the last review from which the usual number of reviews per day is computed. */
const HABIT_DAYS = 60;

/** The number of days whose work is forecast. */
const DAYS_AHEAD = 14;

type StudyTask = Pick<ImportTask, "owner" | "moment" | "settings">;

/** Creates a collector of the cards that an import would add. */
export function createStudySummary({ owner, moment, settings }: StudyTask) {
  const log = createReviewLog();
  const schedules = new Map<number, MaterialSchedule>();
  const resting = new Set<number>();
  const today = toDayNumber(moment.today);
  let places = 0;

  function add(card: MaterialCard): void {
    if (card.exact !== null) return;
    const place = places++;
    const hasLog = addReviews(log, place, card, moment);
    if (card.isNew || card.suspended) resting.add(place);
    else if (!hasLog && card.schedule) schedules.set(place, card.schedule);
  }

  /** Returns undefined if the file has too few reviews, or if the account is not new. */
  async function summarize(db: Queryable): Promise<ImportedStudy | undefined> {
    if (log.size() < MIN_SCORED) return undefined;
    const habit = await selectHabit(db, owner, moment.today);
    if (!habit.isNew) return undefined;
    const stored = await selectLearner(db, owner);
    const learner = toLearner(stored, settings);
    const { cards, figures, pressed, calibration } = foldAll(learner);
    if (figures.scored < MIN_SCORED) return undefined;
    const usual = computeUsual(figures.perDay);
    const study = { cards, today, pressed, learner: { ...learner, calibration }, plan: NO_PLAN };
    const recall = figures.recalled / figures.scored;
    const present = learner.settings.desiredRetention;
    const own = roundRetention(recall);
    const isOffered = stored.desiredRetention === null && own !== present;
    return {
      recall,
      reviews: figures.scored,
      retentions: (isOffered ? [own, present] : [present]).map((retention) => ({
        retention,
        perDay: forecastReviewsPerDay(study, retention),
      })),
      catchUp: habit.isSpreading ? null : planCatchUp({ ...study, usual }),
    };
  }

  function foldAll(learner: Learner) {
    const stored = new Map<number, StoredSchedule>();
    const figures = { scored: 0, recalled: 0, perDay: new Map<string, number>() };
    const pressed = { first: Array(4).fill(0), recalled: Array(3).fill(0) };
    const folded = foldReviews(log.inOrder(), learner, moment, stored, createPendingDays());
    let next = folded.next();
    for (; !next.done; next = folded.next()) {
      const { grade, retrievability, localDate, stateBefore, stateAfter } = next.value;
      if (stateBefore.stability === null && stateAfter.stability !== null) pressed.first[grade - 1]++;
      if (retrievability === null) continue;
      figures.scored++;
      figures.perDay.set(localDate, (figures.perDay.get(localDate) ?? 0) + 1);
      if (grade === 1) continue;
      figures.recalled++;
      pressed.recalled[grade - 2]++;
    }
    for (const [place, schedule] of schedules) {
      stored.set(place, computeScheduleWithoutLog(schedule, learner, moment));
    }
    for (const place of resting) stored.delete(place);
    const cards = [...stored.values()].map((state, id) => ({ id, schedule: toCardSchedule(state) }));
    return { cards, figures, pressed: pressed as unknown as Habits, calibration: next.value };
  }

  return { add, summarize };
}

/** Returns the mean number of reviews per day over the next two weeks, if no new cards are studied. */
function forecastReviewsPerDay({ learner, ...study }: Omit<Backlog, "usual">, desiredRetention: number): number {
  const work = forecastWorkload({
    ...study,
    days: DAYS_AHEAD,
    newCardsOn: () => 0,
    attendance: 1,
    seconds: { review: 0, newCard: 0 },
    learner: { ...learner, settings: { ...learner.settings, desiredRetention } },
  });
  return work.reduce((sum, { reviews }) => sum + reviews, 0) / DAYS_AHEAD;
}

/** Plans to catch up on the imported cards alone: an account that is new has few others. */
function planCatchUp(backlog: Backlog): ImportedStudy["catchUp"] {
  const due = backlog.cards.filter(({ schedule: { dueDay } }) => dueDay !== null && dueDay <= backlog.today).length;
  return isBacklog({ due, usual: backlog.usual }) ? { due, ...suggestCatchUp(backlog) } : null;
}

/** Returns the median number of scored reviews on the last days with study. */
function computeUsual(perDay: ReadonlyMap<string, number>): number {
  const days = [...perDay].map(([date, reviews]) => ({ day: toDayNumber(date), reviews }));
  const last = days.reduce((latest, { day }) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const counts = days.filter(({ day }) => day > last - HABIT_DAYS).map(({ reviews }) => reviews);
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
}

/** Rounds a recall to a desired retention that can be chosen. */
function roundRetention(recall: number): number {
  const { min, max } = RETENTION_BOUNDS;
  return Math.min(max, Math.max(min, Math.round(recall * 100) / 100));
}
