import { createFactsOf, type QueueFacts } from "#facts.ts";
import { listPending } from "#pending.ts";
import { findExam, planDay, type StudyCard, type StudyDay, toSchedule } from "#study-day.ts";

/**
 * The cards to ask: the pending ones (of a folder), the known cards of a folder that were rated before, or some cards in the
 * order of study.
 */
export type WeekScope =
  | { readonly cards: "pending"; readonly folderId: number | null }
  | { readonly cards: "begun" | "all"; readonly folderId: number }
  | { readonly cards: readonly number[] };

/** A card of the queue, without its texts. */
export type QueuedId = QueueFacts & { readonly id: number };

/**
 * Lists a day's queue in the order of study, with what the buttons show. The server lists it in SQL (queue.queries.ts);
 * week.properties.test.ts compares the two.
 */
export function listQueue(state: StudyDay, scope: WeekScope): QueuedId[] {
  const factsOf = createFactsOf(state.day, state.learner, (dueDay) => planDay(state, dueDay));
  return orderForStudy(state, selectCards(state, scope)).map((card) => {
    const exam = findExam(state, card.folderId);
    return { id: card.id, ...factsOf(toSchedule(card), exam) };
  });
}

function selectCards(state: StudyDay, scope: WeekScope): readonly StudyCard[] {
  if (scope.cards === "pending") {
    const { cards } = listPending(state);
    return scope.folderId === null ? cards : cards.filter(({ folderId }) => folderId === scope.folderId);
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
function orderForStudy(state: StudyDay, cards: readonly StudyCard[]): StudyCard[] {
  const introduced = new Map([...state.cards.keys()].map((id, place) => [id, place]));
  const placed = cards.map((card) => ({ card, ...findPlace(state, card, introduced.get(card.id) ?? 0) }));
  return placed
    .toSorted((one, other) => one.place - other.place || one.key - other.key || one.card.id - other.card.id)
    .map(({ card }) => card);
}

function findPlace({ day }: StudyDay, card: StudyCard, introducedAt: number): { place: number; key: number } {
  const { memory, lastReviewDay, dueDay } = card;
  if (dueDay === null) return { place: 1, key: 1 + introducedAt };
  if (memory === null || lastReviewDay === null) return { place: 1, key: 0 };
  return { place: dueDay <= day ? 0 : 2, key: -(Math.max(0, day - lastReviewDay) / memory.stability) };
}
