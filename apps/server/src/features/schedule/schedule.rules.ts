// How an answer changes its card: one rule for recalled answers, and one for those that were chosen from options.
import type { LoggedMode } from "@repasa/contract/study.ts";
import { rateChoice } from "@repasa/scheduler/choice.ts";
import { type Day, toLocalDate } from "@repasa/scheduler/days.ts";
import { type RatingOutcome, rate } from "@repasa/scheduler/schedule.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import type { LoggedState, StoredSchedule } from "#schema/schedule.ts";
import { toLoggedState, toStateAfterRating } from "./schedule.state.ts";

type AnswerRule = { apply: typeof rate; toStateAfter: typeof toStateAfterRating };

const RATING: AnswerRule = { apply: rate, toStateAfter: toStateAfterRating };
const CHOICE: AnswerRule = { apply: rateChoice, toStateAfter: toStateAfterChoice };

export const chooseRule = (mode: LoggedMode | undefined): AnswerRule => (mode === "choose" ? CHOICE : RATING);

/** Returns the state after a chosen answer, which moves the due day at most. */
function toStateAfterChoice(
  before: StoredSchedule,
  dueDayBefore: Day | null,
  { card, calibration, entry }: RatingOutcome,
  { now, timeZone }: Moment,
): LoggedState {
  const state = toLoggedState(before, calibration);
  if (card.dueDay === null || card.dueDay === dueDayBefore) return state;
  return {
    ...state,
    nextReviewAt: sameTimeAfter(now, entry.intervalDays, timeZone).toISOString(),
    nextReviewDate: toLocalDate(card.dueDay),
    interval: card.interval,
  };
}
