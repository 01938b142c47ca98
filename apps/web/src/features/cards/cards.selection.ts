import { CARDS_IN_BATCH } from "@repasa/contract/cards.forms.ts";

/** Which cards of a list are chosen; null while nobody is choosing. `anchor` is where a range begins. */
export type Selection = { ids: ReadonlySet<number>; anchor: number | null } | null;

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null };

/** Chooses a card, or lets it go. */
export function toggled(selection: Selection, id: number): Selection {
  const ids = new Set(selection?.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Chooses all from the last one that was touched to this one, in the order of the list. */
export function extended(selection: Selection, id: number, listed: readonly number[]): Selection {
  const from = selection?.anchor === undefined || selection?.anchor === null ? -1 : listed.indexOf(selection.anchor);
  const to = listed.indexOf(id);
  if (from === -1 || to === -1) return { ids: new Set([...(selection?.ids ?? []), id]), anchor: id };
  const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...(selection?.ids ?? []), ...range]), anchor: selection?.anchor ?? id };
}

/** All of a list, as far as one call can change them. */
export function allOf(listed: readonly number[]): Selection {
  return { ids: new Set(listed.slice(0, CARDS_IN_BATCH)), anchor: null };
}

/** What is chosen of what is listed: a card may have gone, or be hidden by a search. */
export function chosenOf<C extends { id: number }>(selection: Selection, cards: readonly C[]): C[] {
  return selection ? cards.filter(({ id }) => selection.ids.has(id)).slice(0, CARDS_IN_BATCH) : [];
}
