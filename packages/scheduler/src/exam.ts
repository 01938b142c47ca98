import { calibrateRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { computeFullness, type DayPlan, findEmptiestDay, findShownDay } from "#plan.ts";
import {
  chooseDueDay,
  findEarlierLearners,
  findFuzzDays,
  findRetentionDay,
  type ReturningCard,
  type WantedDay,
} from "#spacing.ts";

// The constants were chosen by simulating exams in 14, 30, 60 and 90 days with learners fitted on real logs.

/** The desired retention before the last pass: a little lower than usual, which takes fewer reviews. */
const RETENTION_BEFORE_LAST_PASS = 0.8;

/** A card waits for its last pass, instead of coming back twice, if its interval gets at most this many times as long. */
const LONGEST_WAIT = 1.5;

/** The recall on the exam day that makes a last pass unnecessary, and that a last pass must achieve. */
const SURE_RECALL = 0.975;

/** The last pass over a card usually falls on one of this many last days. */
const LAST_PASS_DAYS = 3;

/** Up to this fullness, one of the usual last days is chosen. */
const EASY_DAY = 50;

/** If the last days are fuller, a last pass may be this many days before the exam, if it still achieves SURE_RECALL. */
const LONGEST_LAST_PASS_DAYS = 8;

/**
 * Computes when a card comes back that has to be known on the day of a coming exam: first with as few reviews as
 * possible, then once more in the last days if it would not be sure enough otherwise, and after the exam as usual.
 * Practice moves a review that was planned before the exam neither nearer nor past the exam, because the high recall
 * right after practice says little about the exam. The day that the learner was shown takes precedence if it could have
 * been the result earlier on the day of the review.
 *
 * @param examDay A day after `card.reviewDay`.
 */
export function scheduleForExam(card: ReturningCard, examDay: Day, learner: Learner, plan: DayPlan): Day {
  const latest = Math.max(card.soonest, card.reviewDay + learner.settings.maximumInterval);
  const shown = findShownDayForExam(card, examDay, learner, plan);
  return Math.min(latest, shown ?? findDayForExam(planNextReview(card, examDay, learner), card, examDay, plan));
}

/** The next review is one of the last pass, or else `wanted` on a day. `passFrom` is the first day of a last pass. */
type NextReview = { readonly passFrom: Day; readonly wanted: WantedDay | null };

function planNextReview(card: ReturningCard, examDay: Day, learner: Learner): NextReview {
  const { desiredRetention, maximumInterval } = learner.settings;
  const planned = card.keptDay !== null && card.keptDay < examDay ? card.keptDay : null;
  const passFrom = Math.max(findFirstLastPassDay(card, examDay, learner), planned ?? card.next);
  const spaced = findRetentionDay(Math.min(RETENTION_BEFORE_LAST_PASS, desiredRetention), card, learner);
  if ((spaced - card.reviewDay) * LONGEST_WAIT < passFrom - card.reviewDay) {
    return { passFrom, wanted: { day: spaced, from: card.next, to: passFrom - 1 } };
  }
  const isSure = planned === null && predictRecallOn(examDay, card, learner) >= SURE_RECALL;
  if (!isSure && passFrom < examDay) return { passFrom, wanted: null };
  const day = Math.max(examDay, findRetentionDay(desiredRetention, card, learner));
  return { passFrom, wanted: { day, from: examDay, to: card.reviewDay + maximumInterval } };
}

function findDayForExam({ passFrom, wanted }: NextReview, card: ReturningCard, examDay: Day, plan: DayPlan): Day {
  return wanted === null ? chooseLastPassDay(passFrom, examDay, plan) : chooseDueDay(wanted, card, plan);
}

/** Returns the day that the learner was shown if it could have been the result earlier on this day; otherwise undefined. */
function findShownDayForExam(card: ReturningCard, examDay: Day, learner: Learner, plan: DayPlan): Day | undefined {
  if (plan.shown === undefined) return undefined;
  const { lowest, highest } = findEarlierLearners(learner);
  const [lower, higher] = [planNextReview(card, examDay, lowest), planNextReview(card, examDay, highest)];
  const earliest = lower.wanted === null ? lower.passFrom : findFuzzDays(lower.wanted, card).first;
  // A last pass can be the earlier, the higher the calibration.
  const first = earliest < examDay ? Math.min(earliest, higher.passFrom) : earliest;
  const last = higher.wanted === null ? examDay - 1 : findFuzzDays(higher.wanted, card).last;
  return findShownDay(first, last, card.reviewDay, plan);
}

function chooseLastPassDay(from: Day, examDay: Day, plan: DayPlan): Day {
  const late = findEmptiestDay(examDay - 1, Math.max(from, examDay - LAST_PASS_DAYS), plan);
  return computeFullness(late, plan) <= EASY_DAY ? late : findEmptiestDay(examDay - 1, from, plan);
}

/** Finds the first day on which a Good makes the card sure enough for the exam; one of the last days at the latest. */
function findFirstLastPassDay(card: ReturningCard, examDay: Day, learner: Learner): Day {
  const { model } = learner;
  const { memory, reviewDay, next } = card;
  const latest = Math.max(next, examDay - LAST_PASS_DAYS);
  for (let day = Math.max(next, examDay - LONGEST_LAST_PASS_DAYS); day < latest; day++) {
    const elapsed = day - reviewDay;
    const after = model.nextMemory(memory, elapsed, 3, model.recallAfter(memory, elapsed));
    if (predictRecallOn(examDay, { memory: after, reviewDay: day }, learner) >= SURE_RECALL) return day;
  }
  return latest;
}

type Reviewed = Pick<ReturningCard, "memory" | "reviewDay">;

function predictRecallOn(day: Day, { memory, reviewDay }: Reviewed, { model, calibration }: Learner): number {
  return calibrateRecall(calibration, model.recallAfter(memory, day - reviewDay));
}
