import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, PastReview } from "@repasa/contract/study.ts";
import { DEFAULT_DECAY, recallOnCurve } from "@repasa/scheduler/curve.ts";
import { addDays, daysBetween } from "#lib/local-date.ts";

/** Days count from the last review. */
export type CardMemory = {
  stability: number;
  lastDate: string;
  dueDate: string;
  /** Until the card is due, and until today. */
  dueDays: number;
  todayDays: number;
  /** Probabilities, 0 to 1. */
  recallToday: number;
  recallDue: number;
};

/** Null for a card that was never rated, or whose ratings were all undone. */
export function memoryOf(history: CardHistory, today: string): CardMemory | null {
  const { card, reviews, recall, stability } = history;
  const seen = seenOf(card, recall, reviews);
  if (recall === null || stability === null || seen === null) return null;
  const { lastDate, dueDate } = seen;
  const dueDays = Math.max(0, daysBetween(lastDate, dueDate));
  // Somebody who has crossed the date line may be a day before the review.
  const todayDays = Math.max(0, daysBetween(lastDate, today));
  return {
    stability,
    lastDate,
    dueDate,
    dueDays,
    todayDays,
    recallToday: recall,
    recallDue: recallOnCurve(stability, dueDays, DEFAULT_DECAY),
  };
}

export type LastRating = "easy" | "medium" | "hard" | "forgotten";

/** A card that was rated before. */
export type SeenCard = {
  lastDate: string;
  lastRating: LastRating;
  dueDate: string;
  /** The probability of recalling it today, 0 to 1; null if it is not known. */
  recall: number | null;
};

/**
 * Null for a card that was never rated, or whose ratings were all undone.
 *
 * @param reviews The latest first. Without them a card that was not recalled looks like a difficult one.
 */
export function seenOf(card: Card, recall: number | null, reviews: readonly PastReview[] = []): SeenCard | null {
  const { difficulty, interval, nextReviewDate: dueDate } = card;
  const last = reviews.find(({ undone }) => !undone);
  const rating = last?.difficulty ?? difficulty;
  if (dueDate === null || rating === "new") return null;
  const lastDate = last?.date ?? addDays(dueDate, -interval);
  const lastRating = last?.answerResult === "incorrect" ? "forgotten" : rating;
  return { lastDate, lastRating, dueDate, recall };
}

/** How far the curve is drawn: past the due date and past today. */
export function lastDrawnDay({ dueDays, todayDays }: CardMemory): number {
  return Math.max(4, Math.ceil(dueDays * 1.5), Math.ceil(todayDays * 1.15));
}
