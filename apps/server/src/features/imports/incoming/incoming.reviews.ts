import type { OwnerId } from "#platform/db/owner.ts";
import type { ReviewRow } from "#schema/schedule.ts";
import { formatCopyRow } from "./incoming.copy.ts";

/** Formats a review as a row for `reviewsCopy`. */
export function formatReviewRow(owner: OwnerId, id: number, review: Omit<ReviewRow, "userId" | "id">): string {
  return formatCopyRow([
    ...[
      id,
      owner,
      review.reviewId,
      review.cardId,
      review.folderId,
      review.difficulty,
      review.answerResult,
      review.grade,
    ],
    ...[review.reviewedAt, review.timeZone, review.localDate, review.dueBefore, review.practice, review.retrievability],
    ...[JSON.stringify(review.stateBefore), JSON.stringify(review.stateAfter), review.durationMs],
    ...[review.studySessionId, review.undoneAt, review.undoneDate, review.importId, review.mode, review.hints],
    review.confusedWith,
  ]);
}
