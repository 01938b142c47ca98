import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { LoggedMode, studyEndpoints } from "@repasa/contract/study.ts";
import { seemsNeverToForget } from "@repasa/scheduler/calibration.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { isCertain } from "@repasa/study-queue/ratings.ts";
import { findNearestExamDay } from "#features/exams/exams.days.ts";
import { NotedChanges } from "#features/feed/feed.service.ts";
import { buildDayPlan, moveDueCount } from "#features/schedule/schedule.load.ts";
import { chooseRule } from "#features/schedule/schedule.rules.ts";
import { toCalibration, toCardSchedule, toLearner, toLoggedState } from "#features/schedule/schedule.state.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { LoggedState } from "#schema/schedule.ts";
import type { NewReview, RatingRead } from "./study.queries.ts";

export type Rating = Omit<BodyOf<typeof studyEndpoints.review>, "mode"> & { mode?: LoggedMode | undefined };

/** Schedules the card for a rating, and returns the log entry with the counts of due dates after it. */
export function buildReview(
  before: RatingRead,
  moment: Moment,
  rating: Rating,
  reviewId: string,
  settings: SchedulerSettings,
): NewReview & Pick<RatingRead, "dueCounts"> {
  const learner = toLearner(before, settings);
  const schedule = toCardSchedule(before);
  const { apply, toStateAfter } = chooseRule(rating.mode);
  const answer = { ...rating, isCertain: isCertain(rating.mode) };
  const outcome = apply(schedule, answer, toDayNumber(moment.today), learner, {
    ...buildDayPlan(before, schedule.dueDay),
    examDay: findNearestExamDay(before.examDates[before.folderId] ?? [], moment.today),
    shown: rating.interval,
  });
  const stateAfter = toStateAfter(before, schedule.dueDay, outcome, moment);
  const { grade, practice, scored, retrievability } = outcome.entry;
  return {
    userId: before.userId,
    reviewId,
    cardId: before.id,
    folderId: before.folderId,
    difficulty: rating.difficulty,
    answerResult: rating.answerResult ?? null,
    grade,
    reviewedAt: moment.now,
    timeZone: moment.timeZone,
    localDate: moment.today,
    dueBefore: before.nextReviewAt,
    practice,
    retrievability: scored ? retrievability : null,
    stateBefore: toLoggedState(before, learner.calibration),
    stateAfter,
    mode: rating.mode ?? "flip",
    hints: rating.hints ?? 0,
    confusedWith: findConfused(before.id, rating),
    durationMs: rating.durationMs ?? null,
    studySessionId: before.sessionKnown ? (rating.studySessionId ?? null) : null,
    dueCounts: moveDueCount(before, stateAfter.nextReviewDate),
  };
}

/** A card that was recalled was not confused, whatever was typed, and no card is confused with itself. */
function findConfused(cardId: number, { answerResult, confusedWith = cardId }: Rating): number | null {
  return answerResult === "incorrect" && confusedWith !== cardId ? confusedWith : null;
}

/**
 * The origin of a rating: a session; or a quiz, in which only a wrong answer counts if the card is not due. `practice` is an
 * answer in a quiz that must not count at all.
 */
export type RatingUse = "session" | "test" | "practice";

/** Returns the log entry of an answer, which leaves the card and the calibration as they are if it does not count. */
export function limitEffect(
  review: NewReview & Pick<RatingRead, "dueCounts">,
  { dueCounts }: Pick<RatingRead, "dueCounts">,
  use: RatingUse,
): NewReview & Pick<RatingRead, "dueCounts"> {
  const isLimited = use === "practice" || (use === "test" && review.practice && review.grade !== 1);
  if (!isLimited) return review;
  // Practice without a due date changes nothing, in every later fold of the log, too (`hasMovedCard`).
  return {
    ...review,
    practice: true,
    dueBefore: null,
    retrievability: null,
    stateAfter: review.stateBefore,
    dueCounts,
  };
}

/**
 * Returns what a rating or its undo changes beside the card: its folder, which says whether it has studied cards; and the preferences,
 * which say whether the learner seems never to forget.
 */
export function noteChanges(before: RatingRead, after: LoggedState): NotedChanges {
  const noted = new NotedChanges();
  if ((before.difficulty === "new") !== (after.difficulty === "new")) noted.changed("folder", [before.folderId]);
  const seemsSoBefore = seemsNeverToForget(toCalibration(before));
  if (seemsNeverToForget(toCalibration(after)) !== seemsSoBefore) noted.preferencesChanged();
  return noted;
}

/**
 * Returns the moment at which a rating was given that waited `waitedMs` before it was sent. It is not before the card's last
 * review, but it may be before its creation: a device may create and rate a card long before it reaches the server.
 */
export function computeRatingMoment(before: RatingRead, moment: Moment, waitedMs: number): Moment {
  if (waitedMs === 0) return moment;
  const earliest = before.lastReviewedAt?.getTime() ?? 0;
  const given = Math.min(moment.now.getTime(), Math.max(earliest, moment.now.getTime() - waitedMs));
  return momentAt(new Date(given), moment);
}
