import type { AnswerResult, Difficulty } from "@repasa/contract/study.ts";
import type { ScheduledState } from "./study.state.ts";

/** A rating as it goes into the log. */
export type NewReview = {
  reviewId: string;
  difficulty: Difficulty;
  answerResult: AnswerResult;
  grade: number;
  timeZone: string;
  dueBefore: Date | null;
  practice: boolean;
  retrievability: number | null;
  stateBefore: ScheduledState;
  stateAfter: ScheduledState;
  durationMs: number | null;
  studySessionId: number | null;
};

/** What the log knows of a rating that comes again, or that is to be undone. */
export type LoggedReview = {
  id: number;
  cardId: number;
  undone: boolean;
  isLatest: boolean;
  stateBefore: ScheduledState;
  stateAfter: ScheduledState;
};
