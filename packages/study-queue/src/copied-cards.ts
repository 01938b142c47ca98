import { addCard, changeCount, createNewCard, type StudyCard, type StudyDay } from "#study-day.ts";

/**
 * A card of the device's copy, as the contract's card describes it.
 *
 * - `groupId`: shared by siblings, null for a card without any.
 * - `nextReviewDate`: null for a card that was never rated.
 */
export type CopiedCard = {
  readonly id: number;
  readonly folderId: number;
  readonly suspended: boolean;
  readonly groupId: string | null;
  readonly nextReviewDate: string | null;
};

/**
 * Applies to a state, which it changes, what was done with cards since the server computed the week: moved, suspended, resumed and
 * deleted cards, and new ones. A card that the copy lacks cannot be asked, and counts as deleted. A card that the week
 * lacks although it was rated stays unknown.
 *
 * @param copied All cards of the copy by id; new cards in the order in which they were created.
 */
export function applyCopy(state: StudyDay, copied: ReadonlyMap<number, CopiedCard>): void {
  for (const card of state.cards.values()) {
    const copy = copied.get(card.id);
    if (copy?.folderId === card.folderId && copy.suspended === card.suspended) continue;
    const isGone = copy === undefined || copy.suspended;
    if (isGone !== card.suspended) changeCount(state.dueCounts, card.dueDay, isGone ? -1 : 1);
    if (copy === undefined) state.cards.delete(card.id);
    else state.cards.set(card.id, { ...card, folderId: copy.folderId, suspended: copy.suspended });
  }
  const groupOf = createGroupNumbers(state, copied);
  for (const { id, folderId, suspended, groupId, nextReviewDate } of copied.values()) {
    if (nextReviewDate !== null || suspended || state.cards.has(id)) continue;
    addCard(state, createNewCard(id, folderId, groupOf(groupId)));
  }
}

/** Returns a function that gives the number of a group of siblings; the week does not contain the ids of groups. */
function createGroupNumbers({ cards, groups }: StudyDay, copied: ReadonlyMap<number, CopiedCard>) {
  const numbers = new Map<string, StudyCard["group"]>();
  for (const { id, group } of cards.values()) {
    const groupId = copied.get(id)?.groupId;
    if (groupId && group !== 0) numbers.set(groupId, group);
  }
  let last = Math.max(0, ...groups.keys());
  return (groupId: string | null): number => {
    if (groupId === null) return 0;
    const known = numbers.get(groupId);
    if (known !== undefined) return known;
    numbers.set(groupId, ++last);
    return last;
  };
}
