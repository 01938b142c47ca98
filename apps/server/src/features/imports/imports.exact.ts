import type { LoggedState, ReviewRow } from "#schema/schedule.ts";

/** A schedule and a log as the database has them. Instants are ISO 8601 in UTC, local dates `YYYY-MM-DD`. */
export interface ExactHistory {
  readonly schedule: ExactSchedule;
  /** The reviews in the order in which they were applied. */
  readonly reviews: readonly ExactReview[];
  /** The card's ids and date in the account that was exported. */
  readonly source?: { readonly id: number; readonly folderId: number; readonly updatedAt: string };
}

export type ExactSchedule = Omit<LoggedState, "calibrationA" | "calibrationB" | "hardSinceForgotten">;

/** A row of the log. `order` grows over all cards of the file in the order in which ratings were applied. */
export interface ExactReview
  extends Pick<
    ReviewRow,
    "reviewId" | "difficulty" | "answerResult" | "grade" | "timeZone" | "localDate" | "practice"
  > {
  readonly order: number;
  readonly reviewedAt: string;
  readonly dueBefore: string | null;
  readonly retrievability: number | null;
  readonly stateBefore: LoggedState;
  readonly stateAfter: LoggedState;
  readonly durationMs: number | null;
  readonly undoneAt: string | null;
  readonly undoneDate: string | null;
  /** The card's folder at the time of the review, and the session, by their ids in the exported account. */
  readonly folderId?: number | undefined;
  readonly studySessionId?: number | null | undefined;
}
