import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import { rate } from "@repasa/scheduler/schedule.ts";
import {
  applyState,
  NEW_SCHEDULE,
  toCardSchedule,
  toLoggedState,
  toStateAfterRating,
} from "#features/schedule/schedule.state.ts";
import { endOfDay, type Moment } from "#platform/time/local-days.ts";
import type { LoggedState, StoredSchedule } from "#schema/schedule.ts";
import type { CollectedReview } from "./history.log.ts";
import { adoptDueDay } from "./history.schedule.ts";

export const ANSWERS = {
  1: { difficulty: "hard", answerResult: "incorrect" },
  2: { difficulty: "hard", answerResult: "correct" },
  3: { difficulty: "medium", answerResult: "correct" },
  4: { difficulty: "easy", answerResult: "correct" },
} as const;

/** A review as it is stored in the log, without its card. */
export type FoldedReview = Pick<CollectedReview, "place" | "grade" | "practice" | "durationMs" | "reviewId"> &
  (typeof ANSWERS)[1 | 2 | 3 | 4] & {
    reviewedAt: Date;
    localDate: string;
    dueBefore: Date | null;
    retrievability: number | null;
    stateBefore: LoggedState;
    stateAfter: LoggedState;
  };

/**
 * Computes the schedules of many cards by applying their reviews, oldest first, as if each had been rated here on its day,
 * except that a card keeps the due day that the file gives it.
 *
 * @param states Receives the schedules of the cards by place.
 * @returns The calibration after the last review.
 */
export function* foldReviews(
  reviews: Iterable<CollectedReview>,
  learner: Learner,
  moment: Moment,
  states: Map<number, StoredSchedule>,
  pending: PendingDays,
): Generator<FoldedReview, Learner["calibration"]> {
  let { calibration } = learner;
  const toLocalDate = createDateCache(moment);
  const importDay = toDayNumber(moment.today);
  for (const { place, at, grade, practice, durationMs, reviewId, dueDay } of reviews) {
    const before = states.get(place) ?? NEW_SCHEDULE;
    const now = new Date(at);
    const today = toLocalDate(now);
    const stateBefore = toLoggedState(before, calibration);
    const review = {
      place,
      grade,
      durationMs,
      reviewId,
      reviewedAt: now,
      localDate: today,
      ...ANSWERS[grade],
      stateBefore,
    };
    if (practice) {
      yield { ...review, practice, dueBefore: null, retrievability: null, stateAfter: stateBefore };
      continue;
    }
    const schedule = toCardSchedule(before);
    const rated = rate(schedule, grade, toDayNumber(today), { ...learner, calibration });
    const outcome = adoptDueDay(rated, dueDay, learner.settings, importDay);
    const { entry } = outcome;
    const stateAfter = toStateAfterRating(before, schedule.dueDay, outcome, { ...moment, now, today });
    states.set(place, applyState(before, stateAfter));
    calibration = outcome.calibration;
    if (schedule.dueDay !== null) pending.add(schedule.dueDay, toDayNumber(today) - 1);
    yield {
      ...review,
      practice: entry.practice,
      dueBefore: before.nextReviewAt,
      retrievability: entry.scored ? entry.retrievability : null,
      stateAfter,
    };
  }
  return calibration;
}

/** Creates a function that computes local dates of ascending instants. It caches the date, because most share the previous one's. */
function createDateCache(moment: Moment) {
  let date = "";
  let end = Number.NEGATIVE_INFINITY;
  return (instant: Date): string => {
    if (instant.getTime() >= end) {
      date = computeLocalDate(instant, moment);
      end = endOfDay(date, moment).getTime();
    }
    return date;
  };
}

export type PendingDays = ReturnType<typeof createPendingDays>;

/** Collects the days on which a card was pending according to the reviews. */
export function createPendingDays() {
  const changes = new Map<Day, number>();
  const change = (day: Day, by: number) => changes.set(day, (changes.get(day) ?? 0) + by);
  return {
    add(from: Day, to: Day): void {
      if (from > to) return;
      change(from, 1);
      change(to + 1, -1);
    },
    /** Returns ranges of dates through `last`, in order and separated by at least a day. */
    ranges(last: Day): { from: string; to: string }[] {
      const ranges: { from: string; to: string }[] = [];
      let count = 0;
      let from = 0;
      for (const [day, by] of [...changes].sort(([a], [b]) => a - b)) {
        if (count === 0 && by > 0) from = day;
        else if (count > 0 && count + by === 0) push(from, day - 1);
        count += by;
      }
      return ranges;

      function push(first: Day, end: Day): void {
        const previous = ranges.at(-1);
        const to = toLocalDate(Math.min(last, end));
        if (first > last) return;
        if (previous && toDayNumber(previous.to) === first - 1) previous.to = to;
        else ranges.push({ from: toLocalDate(first), to });
      }
    },
  };
}
