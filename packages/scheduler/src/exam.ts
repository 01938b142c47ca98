import { calibratedRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { type DayPlan, emptiestDay, fullness, shownDayAmong } from "#plan.ts";
import { dayOfRetention, type ReturningCard, spread } from "#spacing.ts";

// All chosen by simulating exams in 14, 30, 60 and 90 days with learners fitted on real logs.

/** Before its last pass a card comes back a little later than usual, which takes fewer reviews. */
const RETENTION_BEFORE_LAST_PASS = 0.8;

/** A card that would come this much before its last pass waits for it instead, rather than coming twice. */
const LONGEST_WAIT = 1.5;

/** The recall on the exam day that makes a last pass unnecessary, and that a last pass must achieve. */
const SURE_RECALL = 0.975;

/** The last pass over a card usually falls on one of this many last days ... */
const LAST_PASS_DAYS = 3;
const EASY_DAY = 50;

/** ... and where they are full, up to this many days before the exam, provided the card is still sure enough then. */
const LONGEST_LAST_PASS_DAYS = 8;

/**
 * When a card comes back that has to be known on the day of a coming exam: spaced as cheaply as possible, then once
 * more in the last days if it would not be sure enough otherwise, and after the exam as usual. Practice moves a review
 * that was planned before the exam neither nearer nor past the exam: how sure a card looks right after practice says
 * little.
 *
 * @param examDay After `card.reviewDay`.
 */
export function dueBeforeExam(card: ReturningCard, examDay: Day, learner: Learner, plan: DayPlan): Day {
  const latest = Math.max(card.soonest, card.reviewDay + learner.settings.maximumInterval);
  return Math.min(latest, dayForExam(card, examDay, learner, plan));
}

function dayForExam(card: ReturningCard, examDay: Day, learner: Learner, plan: DayPlan): Day {
  const { settings } = learner;
  const planned = card.keptDay !== null && card.keptDay < examDay ? card.keptDay : null;
  const from = Math.max(lastPassFrom(card, examDay, learner), planned ?? card.next);
  const shown = shownDayAmong(from, examDay - 1, card.reviewDay, plan);
  if (shown !== undefined) return shown;
  const retention = Math.min(RETENTION_BEFORE_LAST_PASS, settings.desiredRetention);
  const spaced = dayOfRetention(retention, card, learner);
  if ((spaced - card.reviewDay) * LONGEST_WAIT < from - card.reviewDay) {
    return spread(spaced, card.next, from - 1, card, plan);
  }
  const isSure = planned === null && recallOn(examDay, card, learner) >= SURE_RECALL;
  if (!isSure && from < examDay) return lastPass(from, examDay, plan);
  const usual = Math.max(examDay, dayOfRetention(settings.desiredRetention, card, learner));
  return spread(usual, examDay, card.reviewDay + settings.maximumInterval, card, plan);
}

function lastPass(from: Day, examDay: Day, plan: DayPlan): Day {
  const late = emptiestDay(examDay - 1, Math.max(from, examDay - LAST_PASS_DAYS), plan);
  return fullness(late, plan) <= EASY_DAY ? late : emptiestDay(examDay - 1, from, plan);
}

/** The first day on which a Medio leaves the card sure enough for the exam day; one of the last days at the latest. */
function lastPassFrom(card: ReturningCard, examDay: Day, learner: Learner): Day {
  const { model } = learner;
  const { memory, reviewDay, next } = card;
  const latest = Math.max(next, examDay - LAST_PASS_DAYS);
  for (let day = Math.max(next, examDay - LONGEST_LAST_PASS_DAYS); day < latest; day++) {
    const elapsed = day - reviewDay;
    const after = model.nextMemory(memory, elapsed, 3, model.recallAfter(memory, elapsed));
    if (recallOn(examDay, { memory: after, reviewDay: day }, learner) >= SURE_RECALL) return day;
  }
  return latest;
}

type Reviewed = Pick<ReturningCard, "memory" | "reviewDay">;

function recallOn(day: Day, { memory, reviewDay }: Reviewed, { model, calibration }: Learner): number {
  return calibratedRecall(calibration, model.recallAfter(memory, day - reviewDay));
}
