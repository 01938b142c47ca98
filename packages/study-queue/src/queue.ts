import { ANSWERED_AHEAD } from "@repasa/scheduler/previews.ts";
import { createFactsOf, type QueueFacts } from "#facts.ts";
import { listPending } from "#pending.ts";
import { findExam, planDay, type StudyCard, type StudyDay, toSchedule } from "#study-day.ts";

/**
 * The cards to ask: the pending ones (of a folder), the known cards of a folder that were rated before, or some cards in the
 * order of study.
 */
export type WeekScope =
  | { readonly cards: "pending"; readonly folderIds: readonly number[] | null }
  | { readonly cards: "begun" | "all"; readonly folderId: number }
  | { readonly cards: readonly number[] };

/** A card of the queue, without its texts. */
export type QueuedId = QueueFacts & { readonly id: number };

/** A part of a queue. `total` is the number of cards in the whole queue. */
export type QueuePart = { readonly cards: readonly QueuedId[]; readonly total: number };

/** The positions of a part: `from` is 0 for the head of the queue, `limit` the largest number of cards. */
export type PartRange = { readonly from: number; readonly limit: number };

const WHOLE: PartRange = { from: 0, limit: Number.POSITIVE_INFINITY };

/**
 * Lists a part of a day's queue in the order of study, with what the buttons show. The server lists it in SQL (queue.queries.ts);
 * week.properties.test.ts compares the two.
 */
export function listQueue(state: StudyDay, scope: WeekScope, range?: PartRange): QueuePart {
  return describePart(state, listInOrder(state, scope), range);
}

/** Returns a part of a queue with what the buttons show. `ordered` is the whole queue. */
export function describePart(
  state: StudyDay,
  ordered: readonly PlacedCard[],
  { from, limit }: PartRange = WHOLE,
): QueuePart {
  const factsOf = createFactsOf(state.day, state.learner, (dueDay) => planDay(state, dueDay));
  const describe = ({ card }: PlacedCard) => ({
    id: card.id,
    ...factsOf(toSchedule(card), findExam(state, card.folderId)),
  });
  // The previews of a part depend on the head of the queue.
  for (const placed of ordered.slice(0, Math.min(from, ANSWERED_AHEAD))) describe(placed);
  return { cards: ordered.slice(from, from + limit).map(describe), total: ordered.length };
}

/**
 * A card with its place in the order of study: by `place`, then by `key`, then by id. They are those of the server's cursors, but
 * the `key` of a new card is its rank among the known cards instead of its creation.
 */
export type PlacedCard = { readonly card: StudyCard; readonly place: number; readonly key: number };

/** Lists a day's whole queue in the order of study, without what the buttons show, which takes longer to compute. */
export function listInOrder(state: StudyDay, scope: WeekScope): PlacedCard[] {
  return orderForStudy(state, selectCards(state, scope));
}

function selectCards(state: StudyDay, scope: WeekScope): readonly StudyCard[] {
  if (scope.cards === "pending") {
    return listPending(state).filter(({ folderId }) => scope.folderIds?.includes(folderId) ?? true);
  }
  if (scope.cards === "all" || scope.cards === "begun") {
    const inFolder = [...state.cards.values()].filter(({ folderId }) => folderId === scope.folderId);
    return scope.cards === "all" ? inFolder : inFolder.filter(({ dueDay }) => dueDay !== null);
  }
  return scope.cards.flatMap((id) => state.cards.get(id) ?? []);
}

/**
 * Sorts cards: due ones by recall, the lowest first; then cards without a memory, and new ones as they are introduced; then
 * those that are not due, by recall. The more elapsed days a card has for its stability, the less likely it is recalled.
 */
function orderForStudy(state: StudyDay, cards: readonly StudyCard[]): PlacedCard[] {
  const introduced = new Map([...state.cards.keys()].map((id, place) => [id, place]));
  const placed = cards.map((card) => ({ card, ...findPlace(state, card, introduced.get(card.id) ?? 0) }));
  return placed.toSorted((one, other) => one.place - other.place || one.key - other.key || one.card.id - other.card.id);
}

function findPlace({ day }: StudyDay, card: StudyCard, introducedAt: number): { place: number; key: number } {
  const { memory, lastReviewDay, dueDay } = card;
  if (dueDay === null) return { place: 1, key: 1 + introducedAt };
  if (memory === null || lastReviewDay === null) return { place: 1, key: 0 };
  return { place: dueDay <= day ? 0 : 2, key: -(Math.max(0, day - lastReviewDay) / memory.stability) };
}
