import type { CardSchedule } from "@repasa/scheduler/schedule.ts";

/** `unmoved` is the schedule that the card would have if all exams were deleted: mostly its schedule itself. */
export type ExamCard = {
  readonly id: number;
  readonly folderId: number;
  readonly schedule: CardSchedule;
  readonly unmoved: CardSchedule;
};

/**
 * A card as a JSON array, which is read much faster than a row. Days are those of the scheduler. The last two columns are null
 * unless an exam has moved the card.
 */
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
  unmovedDueDay: number | null,
  unmovedInterval: number | null,
];

/** @param cards A JSON array of `CardColumns`. */
export function parseExamCards(cards: string): ExamCard[] {
  return (JSON.parse(cards) as CardColumns[]).map(([id, folderId, ...columns]) => {
    const [
      stability,
      memoryDifficulty,
      lastReviewDay,
      dueDay,
      interval,
      easeFactor,
      reviewCount,
      difficulty,
      unmovedDueDay,
      unmovedInterval,
    ] = columns;
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
    const isMoved = unmovedDueDay !== null && unmovedInterval !== null;
    const restored = isMoved ? { ...schedule, dueDay: unmovedDueDay, interval: unmovedInterval } : schedule;
    return { id, folderId, schedule, unmoved: restored };
  });
}
