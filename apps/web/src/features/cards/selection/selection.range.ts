import { MAX_BATCH_CARDS } from "@repasa/contract/cards.limits.ts";

/** The selected cards of a list; null outside of selection mode. `anchor` is the card at which a range begins. */
export type Selection = { ids: ReadonlySet<number>; anchor: number | null } | null;

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null };

/** Selects a card, or deselects it if it is selected. */
export function toggleCard(selection: Selection, id: number): Selection {
  const ids = new Set(selection?.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Selects all cards from the anchor to this one, in the order of the list. */
export function extendSelection(selection: Selection, id: number, listed: readonly number[]): Selection {
  const from = selection?.anchor === undefined || selection?.anchor === null ? -1 : listed.indexOf(selection.anchor);
  const to = listed.indexOf(id);
  if (from === -1 || to === -1) return { ids: new Set([...(selection?.ids ?? []), id]), anchor: id };
  const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...(selection?.ids ?? []), ...range]), anchor: selection?.anchor ?? id };
}

/** Selects the cards of a list, up to the maximum that one call can change. */
export function selectAllCards(listed: readonly number[]): Selection {
  return { ids: new Set(listed.slice(0, MAX_BATCH_CARDS)), anchor: null };
}

/** Returns the selected cards that are in the list: others may have been deleted or be hidden by a search. */
export function listSelected<C extends { id: number }>(selection: Selection, cards: readonly C[]): C[] {
  return selection ? cards.filter(({ id }) => selection.ids.has(id)).slice(0, MAX_BATCH_CARDS) : [];
}
