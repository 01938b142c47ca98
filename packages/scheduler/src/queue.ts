import type { Day } from "#days.ts";
import type { MemoryModel } from "#memory.ts";
import { type CardSchedule, isPending, retrievability } from "#schedule.ts";

/** What the queue looks at. `id` and `createdAt` (any unit, the same for all) are finite; `id` is unique. */
export type QueueCard = Pick<CardSchedule, "memory" | "lastReviewDay" | "dueDay"> & {
  readonly id: number;
  readonly createdAt: number;
};

const DUE = 0;
const NEW = 1;
const NOT_DUE = 2;

type Place = { readonly group: number; readonly key: number; readonly id: number };

function placeOf(card: QueueCard, today: Day, model: MemoryModel): Place {
  const recall = retrievability(card, today, model);
  if (recall === null) return { group: NEW, key: card.createdAt, id: card.id };
  return { group: isPending(card, today) ? DUE : NOT_DUE, key: recall, id: card.id };
}

function comparePlaces(a: Place, b: Place): number {
  return a.group - b.group || a.key - b.key || a.id - b.id;
}

/**
 * Cards in the order of study: due cards, the least likely to be recalled first; then new cards, the oldest first; then
 * cards that are not due (for practice), the least likely to be recalled first; ties by id. Calibration plays no part,
 * because it keeps the order of recall.
 *
 * @param model The learner's.
 * @returns A new array of the same cards.
 * @throws RangeError when a memory is out of bounds or lacks its last review day.
 */
export function orderQueue<Card extends QueueCard>(cards: readonly Card[], today: Day, model: MemoryModel): Card[] {
  return cards
    .map((card) => ({ card, place: placeOf(card, today, model) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ card }) => card);
}
