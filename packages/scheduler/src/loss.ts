import type { Day } from "#days.ts";
import type { MemoryModel } from "#memory.ts";
import { type CardSchedule, computeRetrievability } from "#schedule.ts";

/**
 * Computes how much is lost if a card waits one more day: the decrease of its recall from today to tomorrow, before
 * calibration. If not all cards can be reviewed, those that lose most come first.
 *
 * @returns 0..1; 0 for a card that was never rated.
 * @throws RangeError when the memory is out of bounds or lacks its last review day.
 */
export function computeLossUntilTomorrow(
  card: Pick<CardSchedule, "memory" | "lastReviewDay">,
  today: Day,
  model: MemoryModel,
): number {
  // The server computes it in SQL too (pending.queries.ts), for the default model; pending.test.ts compares the two.
  const now = computeRetrievability(card, today, model);
  return now === null ? 0 : now - (computeRetrievability(card, today + 1, model) ?? now);
}
