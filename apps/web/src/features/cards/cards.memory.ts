import type { CardHistory } from "@repasa/contract/study.ts";
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
  const dueDate = card.nextReviewDate;
  if (recall === null || stability === null || dueDate === null) return null;
  const lastDate = reviews.find(({ undone }) => !undone)?.date ?? addDays(dueDate, -card.interval);
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

/** How far the curve is drawn: past the due date and past today. */
export function lastDrawnDay({ dueDays, todayDays }: CardMemory): number {
  return Math.max(4, Math.ceil(dueDays * 1.5), Math.ceil(todayDays * 1.15));
}
