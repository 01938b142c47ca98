import type { Card } from "@repasa/contract/cards.ts";

/** Cards of a list from some place on; `total` are those of the whole list, and `next` says from where to go on. */
export type Portion<Item extends { id: number } = Card> = { cards: Item[]; total: number; next: string | null };

/** What a call answers that was asked for a portion, or for the whole list. */
export function asPortion<Item extends { id: number }>(answer: Item[] | Portion<Item>): Portion<Item> {
  return Array.isArray(answer) ? { cards: answer, total: answer.length, next: null } : answer;
}
