import type { ExactSchedule, MaterialSchedule } from "@repasa/card-files/material.ts";
import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import type { RatingOutcome } from "@repasa/scheduler/schedule.ts";
import { estimateMemory } from "@repasa/scheduler/sm2.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import type { StoredSchedule } from "#schema/schedule.ts";

const MAX_DAYS = 36_500;
const DEFAULT_EASE = 2.5;

/**
 * Computes the schedule of a card that was studied elsewhere and has no log. The card is treated as reviewed here one interval
 * before its due date, so it is due within the maximum interval after that review.
 */
export function computeScheduleWithoutLog(
  given: MaterialSchedule,
  { model, settings }: Pick<Learner, "model" | "settings">,
  moment: Moment,
): StoredSchedule {
  const today = toDayNumber(moment.today);
  const dueDay = readDueDay(given, today);
  // The last review must not be in the future, even if the file implies it.
  const lastDay = Math.min(today, dueDay - clamp(Math.round(given.interval), 1, MAX_DAYS));
  const interval = clamp(dueDay - lastDay, 1, settings.maximumInterval);
  const ease = given.ease ?? DEFAULT_EASE;
  const { stability, difficulty } =
    given.stability !== null && given.difficulty !== null
      ? { stability: clamp(given.stability, 0.001, MAX_DAYS), difficulty: clamp(given.difficulty, 1, 10) }
      : estimateMemory(clamp(given.interval, 1, MAX_DAYS), ease, model.weights);
  return {
    difficulty: difficulty >= 7.5 ? "hard" : difficulty <= 4 ? "easy" : "medium",
    reviewCount: Math.max(1, Math.round(given.reviewCount)),
    lastReviewedAt: sameTimeAfter(moment.now, lastDay - today, moment.timeZone),
    lastReviewDate: toLocalDate(lastDay),
    nextReviewAt: sameTimeAfter(moment.now, lastDay + interval - today, moment.timeZone),
    nextReviewDate: toLocalDate(lastDay + interval),
    interval,
    easeFactor: Math.round(clamp(ease, 0, 499) * 100),
    stability,
    memoryDifficulty: difficulty,
  };
}

/** Returns the day on which a card falls due according to a file, within a century of today. */
export function readDueDay({ due }: Pick<MaterialSchedule, "due">, today: Day): Day {
  const day = "date" in due ? toDayNumber(due.date) : today + Math.round(due.inDays);
  return clamp(day, today - MAX_DAYS, today + MAX_DAYS);
}

/**
 * Replaces the due day of a card by the one that the file gives it, so that the card comes back when its owner expects it. It is
 * due at the earliest on the day after its last review, and at most the maximum interval from today. A day before the last review
 * contradicts the log and is ignored.
 *
 * @param outcome The outcome of the card's last review.
 */
export function adoptDueDay(
  outcome: RatingOutcome,
  dueDay: Day | null,
  { maximumInterval }: Learner["settings"],
  today: Day,
): RatingOutcome {
  const { lastReviewDay } = outcome.card;
  if (dueDay === null || lastReviewDay === null || dueDay < lastReviewDay) return outcome;
  const adopted = Math.max(lastReviewDay + 1, Math.min(dueDay, today + maximumInterval));
  return { ...outcome, card: { ...outcome.card, dueDay: adopted, interval: adopted - lastReviewDay } };
}

export function toStoredSchedule(given: ExactSchedule): StoredSchedule {
  return {
    ...given,
    lastReviewedAt: given.lastReviewedAt === null ? null : new Date(given.lastReviewedAt),
    nextReviewAt: given.nextReviewAt === null ? null : new Date(given.nextReviewAt),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : min;
}
