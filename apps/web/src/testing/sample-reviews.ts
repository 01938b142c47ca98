import type { PastReview, QueuedCard } from "@repasa/contract/study.ts";
import { sampleCard } from "#testing/sample-data.ts";

/** Returns the instant of noon on a date, in the time zone of the test. */
export function formatNoon(date: string): string {
  return new Date(`${date}T12:00:00`).toISOString();
}

export function samplePastReview(date: string, changes: Partial<PastReview> = {}): PastReview {
  return {
    reviewId: `review ${date}`,
    reviewedAt: formatNoon(date),
    date,
    difficulty: "medium",
    answerResult: "correct",
    interval: 6,
    practice: false,
    mode: "flip",
    hints: 0,
    undone: false,
    ...changes,
  };
}

export function sampleQueuedCard(changes: Partial<QueuedCard> = {}): QueuedCard {
  return { ...sampleCard(), nextIntervals: { hard: 1, medium: 3, easy: 7 }, recall: null, ...changes };
}
