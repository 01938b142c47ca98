// The way from a list to a card and back. It is kept in the entries of the browser's history, so that reloads and the back
// button find it: an entry of a card knows its list, and the entry of the list knows where on the screen the card stood.
import type { Card } from "@repasa/contract/cards.ts";
import { navigate } from "wouter/use-browser-location";
import type { CardSearch } from "#features/cards/cards.api.ts";
import { paths, withQuery } from "#paths.ts";

/** The list that a card was opened from, which "previous" and "next" walk along. */
export type Trail = { kind: "folder"; folderId: number; q: string } | { kind: "search"; search: CardSearch };

export function trailOf(historyState: unknown): Trail | null {
  return field<Trail>(historyState, "trail");
}

export function listAddress(trail: Trail): string {
  if (trail.kind === "folder") return withQuery(paths.folder(trail.folderId), { q: trail.q });
  return searchAddress(trail.search);
}

export function searchAddress({ q, folderId, state, tag }: CardSearch): string {
  return withQuery(paths.search(), { q, carpeta: folderId, estado: state, etiqueta: tag });
}

export type Step = "previous" | "next";

/** Shows another card of the list in place of this one, so that "back" still leads to the list; `pressed` is its button. */
export function stepTo({ id }: Card, trail: Trail | null, pressed: Step | null): void {
  navigate(paths.card(id), { replace: true, state: { trail, pressed } });
}

/** The button that led to this card, which keeps the focus. */
export function stepOf(historyState: unknown): Step | null {
  return field<Step>(historyState, "pressed");
}

type Mark = { cardId: number; top: number };

let lastRead: number | null = null;

/** Notes in the list's entry, before a card is opened, where that card stands. */
export function markPlace(cardId: number, top: number): void {
  lastRead = null;
  history.replaceState({ ...history.state, place: { cardId, top } }, "");
}

/** A card that is read, perhaps by way of others from the list. */
export function noteRead(cardId: number): void {
  lastRead = cardId;
}

/** Where reading left this list: the card read last, and where on the screen the one stood that was opened. */
export function markedPlace(): Mark | null {
  const mark = field<Mark>(history.state, "place");
  return mark && { ...mark, cardId: lastRead ?? mark.cardId };
}

/** Whoever comes back once more, from elsewhere, is at the place that the browser remembers. */
export function dropMark(): void {
  if (field(history.state, "place")) history.replaceState({ ...history.state, place: null }, "");
}

function field<T>(state: unknown, name: string): T | null {
  if (typeof state !== "object" || state === null || !(name in state)) return null;
  return ((state as Record<string, unknown>)[name] ?? null) as T | null;
}
