import type { ExactSchedule, MaterialSchedule } from "@repasa/card-files/material.ts";
import { dateOfDay, dayOf } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { memoryOfInterval } from "@repasa/scheduler/sm2.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import type { StoredSchedule } from "#schema/schedule.ts";

const LONGEST_DAYS = 36_500;
const USUAL_EASE = 2.5;

/**
 * Computes the schedule of a card that was studied elsewhere and comes without a log. It is treated as reviewed here one interval
 * before its due date, and is therefore due within the longest interval.
 */
export function scheduleWithoutLog(
  given: MaterialSchedule,
  { model, settings }: Pick<Learner, "model" | "settings">,
  moment: Moment,
): StoredSchedule {
  const today = dayOf(moment.today);
  const wanted = "date" in given.due ? dayOf(given.due.date) : today + Math.round(given.due.inDays);
  const dueDay = within(wanted, today - LONGEST_DAYS, today + LONGEST_DAYS);
  // It was not reviewed tomorrow, whatever the file says.
  const lastDay = Math.min(today, dueDay - within(Math.round(given.interval), 1, LONGEST_DAYS));
  const interval = within(dueDay - lastDay, 1, settings.maximumInterval);
  const ease = given.ease ?? USUAL_EASE;
  const { stability, difficulty } =
    given.stability !== null && given.difficulty !== null
      ? { stability: within(given.stability, 0.001, LONGEST_DAYS), difficulty: within(given.difficulty, 1, 10) }
      : memoryOfInterval(within(given.interval, 1, LONGEST_DAYS), ease, model.weights);
  return {
    difficulty: difficulty >= 7.5 ? "hard" : difficulty <= 4 ? "easy" : "medium",
    reviewCount: Math.max(1, Math.round(given.reviewCount)),
    lastReviewedAt: sameTimeAfter(moment.now, lastDay - today, moment.timeZone),
    lastReviewDate: dateOfDay(lastDay),
    nextReviewAt: sameTimeAfter(moment.now, lastDay + interval - today, moment.timeZone),
    nextReviewDate: dateOfDay(lastDay + interval),
    interval,
    easeFactor: Math.round(within(ease, 0, 499) * 100),
    stability,
    memoryDifficulty: difficulty,
  };
}

export function exactSchedule(given: ExactSchedule): StoredSchedule {
  return {
    ...given,
    lastReviewedAt: given.lastReviewedAt === null ? null : new Date(given.lastReviewedAt),
    nextReviewAt: given.nextReviewAt === null ? null : new Date(given.nextReviewAt),
  };
}

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}
