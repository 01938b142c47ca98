import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { rate } from "@repasa/scheduler/schedule.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import {
  calibrationOf,
  loggedState,
  scheduleOf,
  settingsFor,
  stateAfter,
} from "#features/schedule/schedule.service.ts";
import { type Moment, momentAt } from "#local-days.ts";
import type { NewReview, RatingContext } from "./study.queries.ts";

export type Rating = BodyOf<typeof studyEndpoints.review>;

export function reviewOf(
  card: RatingContext,
  moment: Moment,
  rating: Rating,
  reviewId: string,
  settings: SchedulerSettings,
): NewReview {
  const calibration = calibrationOf(card);
  const schedule = scheduleOf(card, moment.timeZone);
  const outcome = rate(schedule, rating, dayOf(moment.today), settingsFor(card, settings), calibration);
  const { grade, practice, scored, retrievability } = outcome.entry;
  return {
    userId: card.userId,
    reviewId,
    cardId: card.id,
    folderId: card.folderId,
    difficulty: rating.difficulty,
    answerResult: rating.answerResult,
    grade,
    reviewedAt: moment.now,
    timeZone: moment.timeZone,
    localDate: moment.today,
    dueBefore: card.nextReviewAt,
    practice,
    retrievability: scored ? retrievability : null,
    stateBefore: loggedState(card, calibration),
    stateAfter: stateAfter(card, outcome, moment),
    durationMs: rating.durationMs ?? null,
    studySessionId: card.sessionKnown ? (rating.studySessionId ?? null) : null,
  };
}

/** When a rating was given that waited to be sent: that long ago, but not before the card's last review. */
export function momentGiven(card: RatingContext, moment: Moment, waitedMs: number): Moment {
  if (waitedMs === 0) return moment;
  const earliest = Math.max(card.createdAt.getTime(), card.lastReviewedAt?.getTime() ?? 0);
  const given = Math.min(moment.now.getTime(), Math.max(earliest, moment.now.getTime() - waitedMs));
  return momentAt(new Date(given), moment.timeZone);
}
