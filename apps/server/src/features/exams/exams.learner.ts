import { estimateAttendance } from "@repasa/scheduler/futures.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { findPastDays } from "#features/schedule/days/days.service.ts";
import { toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type StudyHabits, selectStudyHabits } from "./forecast/forecast.queries.ts";

/** Assumed durations if none has been measured yet. */
const DEFAULT_SECONDS = { review: 8, newCard: 12 };

const ATTENDANCE_DAYS = 30;

export type LearnerFacts = ReturnType<typeof toLearnerFacts>;

/** @param db The database to read from, which may be a replica. */
export async function readLearnerFacts(ctx: Context, owner: OwnerId, db: Queryable = ctx.db): Promise<LearnerFacts> {
  return toLearnerFacts(ctx, await selectStudyHabits(db, owner));
}

/** Returns the fields about the learner that all tasks with cards have. */
export function toLearnerFacts({ scheduleSettings }: Pick<Context, "scheduleSettings">, habits: StudyHabits) {
  const { reviewMs, newCardMs, newCardGrades, recalledGrades, certain } = habits;
  const { settings, model, calibration } = toLearner(habits, scheduleSettings);
  return {
    learner: { settings, weights: model.weights, calibration },
    weekdays: habits.quietDays ?? undefined,
    pressed: { first: newCardGrades, recalled: recalledGrades, certain: certain ?? 0 },
    seconds: {
      review: reviewMs === null ? DEFAULT_SECONDS.review : reviewMs / 1000,
      newCard: newCardMs === null ? DEFAULT_SECONDS.newCard : newCardMs / 1000,
    },
  };
}

/**
 * Estimates the share of days with study, 0..1, from the last 30 days on which something was pending, beginning with the first
 * review. A day of a break has no pending cards.
 *
 * @param firstDate The date of the first review; null without one.
 */
export async function readAttendance(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  firstDate: LocalDate | null,
): Promise<number> {
  if (firstDate === null) return estimateAttendance({ studied: 0, pending: 0 });
  const { today } = moment;
  const from = addDays(today, -ATTENDANCE_DAYS);
  const range = { from: firstDate > from ? firstDate : from, to: addDays(today, -1) };
  const past = range.from > range.to ? [] : await findPastDays(ctx, owner, moment, range);
  const counted = past.filter(
    ({ reviewedFolders, pendingFolders }) => reviewedFolders.length + pendingFolders.length > 0,
  );
  const studied = counted.filter(({ reviews }) => reviews > 0).length;
  return estimateAttendance({ studied, pending: counted.length });
}
