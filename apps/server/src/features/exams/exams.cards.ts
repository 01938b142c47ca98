import type { CardSchedule } from "@repasa/scheduler/schedule.ts";

export type ExamCard = { readonly id: number; readonly folderId: number; readonly schedule: CardSchedule };

/** One card as the database gives it in JSON, read much faster than rows; days as the scheduler counts them. */
type CardColumns = [
  id: number,
  folderId: number,
  stability: number | null,
  memoryDifficulty: number | null,
  lastReviewDay: number | null,
  dueDay: number | null,
  interval: number,
  easeFactor: number,
  reviewCount: number,
  difficulty: CardSchedule["difficulty"],
];

/** @param cards `CardColumns` of each, in JSON. */
export function cardsIn(cards: string): ExamCard[] {
  return (JSON.parse(cards) as CardColumns[]).map(([id, folderId, ...columns]) => {
    const [stability, memoryDifficulty, lastReviewDay, dueDay, interval, easeFactor, reviewCount, difficulty] = columns;
    const rated = stability !== null && memoryDifficulty !== null && lastReviewDay !== null && dueDay !== null;
    const schedule = {
      memory: rated ? { stability, difficulty: memoryDifficulty } : null,
      lastReviewDay: rated ? lastReviewDay : null,
      dueDay: rated ? dueDay : null,
      interval,
      easeFactor,
      reviewCount,
      difficulty,
    };
    return { id, folderId, schedule };
  });
}
