import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { toLearner } from "#features/schedule/schedule.state.ts";
import type { StudyHabits } from "./forecast/forecast.queries.ts";

/** Assumed durations if none has been measured yet. */
const DEFAULT_SECONDS = { review: 8, newCard: 12 };

/** The prior for attendance: every learner is assumed to have studied on six days of a week. */
const ASSUMED_WEEK = { studied: 6, days: 7 };
const ATTENDANCE_DAYS = 30;

/** Returns the fields about the learner that all tasks with cards have. */
export function toLearnerFacts({ scheduleSettings }: Pick<Context, "scheduleSettings">, habits: StudyHabits) {
  const { reviewMs, newCardMs, newCardGrades, recalledGrades } = habits;
  const { settings, model, calibration } = toLearner(habits, scheduleSettings);
  return {
    learner: { settings, weights: model.weights, calibration },
    weekdays: habits.quietDays ?? undefined,
    pressed: { first: newCardGrades, recalled: recalledGrades },
    seconds: {
      review: reviewMs === null ? DEFAULT_SECONDS.review : reviewMs / 1000,
      newCard: newCardMs === null ? DEFAULT_SECONDS.newCard : newCardMs / 1000,
    },
  };
}

/**
 * Estimates the share of days with study, 0..1, from the last 30 days, or from those since the first review. The assumed week
 * is added to them.
 */
export function estimateAttendance({ daysStudied, firstDate, breakDays }: StudyHabits, today: LocalDate): number {
  const days = firstDate === null ? 0 : Math.min(ATTENDANCE_DAYS, toDayNumber(today) - toDayNumber(firstDate));
  return (daysStudied + ASSUMED_WEEK.studied) / (Math.max(days - breakDays, daysStudied) + ASSUMED_WEEK.days);
}
