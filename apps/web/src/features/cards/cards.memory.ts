import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, PastReview } from "@repasa/contract/study.ts";
import { computeRecallOnCurve, DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import { addDays, daysBetween } from "#lib/local-date.ts";

/** The state of a card's memory, as far as it is known. */
export type CardMemory = {
  stability: number;
  lastDate: string;
  dueDate: string;
  /** Days from the last review to the due date, and to today. */
  dueDays: number;
  todayDays: number;
  /** Probabilities, 0 to 1. */
  recallToday: number;
  recallDue: number;
};

/** Returns null for a card that was never rated, or whose ratings were all undone. */
export function computeMemory(history: CardHistory, today: string): CardMemory | null {
  const { card, reviews, recall, stability } = history;
  const seen = summarizeLastReview(card, recall, reviews);
  if (recall === null || stability === null || seen === null) return null;
  const { lastDate, dueDate } = seen;
  const dueDays = Math.max(0, daysBetween(lastDate, dueDate));
  // After crossing the date line, today may be the day before the review.
  const todayDays = Math.max(0, daysBetween(lastDate, today));
  return {
    stability,
    lastDate,
    dueDate,
    dueDays,
    todayDays,
    recallToday: recall,
    recallDue: computeRecallOnCurve(stability, dueDays, DEFAULT_DECAY),
  };
}

export type LastRating = "easy" | "medium" | "hard" | "forgotten";

/** The last review of a card, and its due date. */
export type ReviewedCard = {
  lastDate: string;
  lastRating: LastRating;
  dueDate: string;
  /** The probability of recalling the card today, 0 to 1; null if it is unknown. */
  recall: number | null;
};

/**
 * Returns null for a card that was never rated, or whose ratings were all undone.
 *
 * @param reviews The latest first. If they are missing, a forgotten card is taken for a hard one.
 */
export function summarizeLastReview(
  card: Card,
  recall: number | null,
  reviews: readonly PastReview[] = [],
): ReviewedCard | null {
  const { difficulty, interval, nextReviewDate: dueDate } = card;
  const last = reviews.find(({ undone }) => !undone);
  const rating = last?.difficulty ?? difficulty;
  if (dueDate === null || rating === "new") return null;
  const lastDate = last?.date ?? addDays(dueDate, -interval);
  const lastRating = last?.answerResult === "incorrect" ? "forgotten" : rating;
  return { lastDate, lastRating, dueDate, recall };
}

/** Returns the last day of the forgetting curve: beyond the due date and beyond today. */
export function computeLastDrawnDay({ dueDays, todayDays }: CardMemory): number {
  return Math.max(4, Math.ceil(dueDays * 1.5), Math.ceil(todayDays * 1.15));
}
