// Navigation from a list to a card and back. Its state is stored in the entries of the browser's history, so that it
// survives reloads and the back button: the entry of a card contains its list, and the entry of a list contains the
// position on the screen of the card that was opened.
import type { Card } from "@repasa/contract/cards.ts";
import type { CostlyCard } from "@repasa/contract/study.ts";
import { navigate } from "wouter/use-browser-location";
import type { CardSearch } from "#features/cards/cards.api.ts";
import { paths, withQuery } from "#paths.ts";

/** The list that a card was opened from, in which "previous" and "next" move. */
export type Trail =
  | { kind: "folder"; folderId: number; q: string }
  | { kind: "search"; search: CardSearch }
  | { kind: "costly"; cards: readonly CostlyCard[] };

export function readTrail(historyState: unknown): Trail | null {
  return readField<Trail>(historyState, "trail");
}

export function buildListAddress(trail: Trail): string {
  // Its list was the end of a session.
  if (trail.kind === "costly") return paths.home();
  if (trail.kind === "folder") return withQuery(paths.folder(trail.folderId), { q: trail.q });
  return buildSearchAddress(trail.search);
}

export function buildSearchAddress({ q, folderId, state, tag }: CardSearch): string {
  return withQuery(paths.search(), { q, carpeta: folderId, estado: state, etiqueta: tag });
}

export type Step = "previous" | "next";

/** Replaces this card with another one of the list, so that Back still leads to the list; `pressed` is the button. */
export function openNeighbour({ id }: Pick<Card, "id">, trail: Trail | null, pressed: Step | null): void {
  navigate(paths.card(id), { replace: true, state: { trail, pressed } });
}

/** Returns the button that led to this card, which gets the focus again. */
export function readStep(historyState: unknown): Step | null {
  return readField<Step>(historyState, "pressed");
}

type Mark = { cardId: number; top: number };

let lastRead: number | null = null;

/** Stores the position of a card in the history entry of its list, before the card is opened. */
export function markPlace(cardId: number, top: number): void {
  lastRead = null;
  history.replaceState({ ...history.state, place: { cardId, top } }, "");
}

/** Remembers the card that was shown last, which may be another one than was opened from the list. */
export function markAsRead(cardId: number): void {
  lastRead = cardId;
}

/** Returns the card that was shown last, and the position on the screen of the one that was opened from this list. */
export function readMarkedPlace(): Mark | null {
  const mark = readField<Mark>(history.state, "place");
  return mark && { ...mark, cardId: lastRead ?? mark.cardId };
}

/** Deletes the stored position, so that on a later return from elsewhere the browser restores the scroll position. */
export function clearMarkedPlace(): void {
  if (readField(history.state, "place")) history.replaceState({ ...history.state, place: null }, "");
}

function readField<T>(state: unknown, name: string): T | null {
  if (typeof state !== "object" || state === null || !(name in state)) return null;
  return ((state as Record<string, unknown>)[name] ?? null) as T | null;
}
