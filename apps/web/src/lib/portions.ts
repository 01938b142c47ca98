import type { Card } from "@repasa/contract/cards.ts";

/** A part of a list. `total` counts the whole list; `next` is the `after` of the next portion, null in the last one. */
export type Portion<Item extends { id: number } = Card> = { cards: Item[]; total: number; next: string | null };

/** Converts a response that is either a portion or the whole list. */
export function toPortion<Item extends { id: number }>(response: Item[] | Portion<Item>): Portion<Item> {
  return Array.isArray(response) ? { cards: response, total: response.length, next: null } : response;
}
