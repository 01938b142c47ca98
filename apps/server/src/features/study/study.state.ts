import type { CardDifficulty } from "@repasa/contract/cards.ts";

/**
 * Everything that a rating changes, as the log keeps it before and after: the card's schedule and the user's
 * calibration. Instants are ISO 8601 texts, so that it survives JSON byte for byte.
 */
export type ScheduledState = {
  difficulty: CardDifficulty;
  reviewCount: number;
  lastReviewedAt: string | null;
  lastReviewDate: string | null;
  nextReviewAt: string | null;
  interval: number;
  easeFactor: number;
  stability: number | null;
  memoryDifficulty: number | null;
  calibrationA: number;
  calibrationB: number;
};
