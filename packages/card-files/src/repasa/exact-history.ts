import type { AnswerResult, Difficulty, LoggedMode } from "@repasa/contract/study.ts";

/** A card's schedule and its log as our own exports state them. Instants are ISO 8601 in UTC, local dates `YYYY-MM-DD`. */
export interface ExactHistory {
  readonly schedule: ExactSchedule;
  /** The reviews in the order in which they were applied. */
  readonly reviews: readonly ExactReview[];
  /** The card's ids and date in the account that was exported. */
  readonly source?: { readonly id: number; readonly folderId: number; readonly updatedAt: string };
}

export interface ExactSchedule {
  readonly difficulty: "new" | Difficulty;
  readonly reviewCount: number;
  readonly lastReviewedAt: string | null;
  readonly lastReviewDate: string | null;
  readonly nextReviewAt: string | null;
  readonly nextReviewDate: string | null;
  /** In days. */
  readonly interval: number;
  /** In hundredths: 250 is an ease of 2.5. */
  readonly easeFactor: number;
  /** In days. */
  readonly stability: number | null;
  /** 1 to 10. */
  readonly memoryDifficulty: number | null;
}

/** A schedule in the log, with the learner's calibration at that moment. */
interface ExactState extends ExactSchedule {
  readonly calibrationA: number;
  readonly calibrationB: number;
  /** These are missing in logs from before they were counted. */
  readonly hardSinceForgotten?: number | null;
  readonly recalledCount?: number;
  readonly hardRecalledCount?: number;
  readonly recalledInARow?: number;
}

/** A row of the log. `order` grows over all cards of the file in the order in which ratings were applied. */
export interface ExactReview {
  readonly reviewId: string;
  readonly order: number;
  readonly difficulty: Difficulty;
  readonly answerResult: AnswerResult | null;
  /** 1 Again, 2 Hard, 3 Good, 4 Easy; null if it may be an Again or a Hard. */
  readonly grade: 1 | 2 | 3 | 4 | null;
  readonly reviewedAt: string;
  readonly timeZone: string;
  readonly localDate: string;
  readonly practice: boolean;
  readonly dueBefore: string | null;
  /** The probability of recall before the review, from 0 to 1. */
  readonly retrievability: number | null;
  readonly stateBefore: ExactState;
  readonly stateAfter: ExactState;
  readonly durationMs: number | null;
  readonly mode: LoggedMode;
  readonly hints: number;
  /** The card whose answer was given, by its id in the exported account. */
  readonly confusedWith: number | null;
  readonly undoneAt: string | null;
  readonly undoneDate: string | null;
  /** The card's folder at the time of the review, and the session, by their ids in the exported account. */
  readonly folderId?: number | undefined;
  readonly studySessionId?: number | null | undefined;
}
