// Searches the cards of the copy, as the server searches its own.

import { foldText } from "@repasa/card-text/folding.ts";
import { parseQuery } from "@repasa/card-text/search.ts";
import type { Card, CardPage, CardState } from "@repasa/contract/cards.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { readShowRatings } from "#features/device/copy/copy.rated.ts";
import { localDateOf } from "#lib/local-date.ts";

/** In cards: as many as the server answers. */
const SEARCH_PAGE = 50;
/** In cards: read and folded at once. A phone needs some milliseconds for them, so that typing goes on meanwhile. */
const PORTION = 250;

type FoldedCard = { card: Card; text: string };

/** Returns a page of the cards that match, the newest first. */
export async function searchCards(copy: Copy, query: Record<string, unknown>): Promise<CardPage> {
  const { q = "", folderId, state, tag, cursor } = query as Partial<Record<string, string>>;
  const terms = parseQuery(q);
  const foldedTag = tag === undefined ? undefined : foldText(tag);
  const matches = ({ card, text }: FoldedCard) =>
    (cursor === undefined || card.id < Number(cursor)) &&
    (folderId === undefined || card.folderId === Number(folderId)) &&
    (state === undefined || hasState(card, state as CardState)) &&
    (foldedTag === undefined || card.tags.some((one) => foldText(one) === foldedTag)) &&
    terms.every((term) => text.includes(term));
  const found: Card[] = [];
  const showRatings = await readShowRatings(copy);
  // Each letter searches them again.
  for (const { card: row, text } of await copy.compute(foldCards, { of: "cards" })) {
    const card = showRatings(row);
    if (matches({ card, text })) found.push(card);
    if (found.length > SEARCH_PAGE) break;
  }
  const cards = found.slice(0, SEARCH_PAGE);
  return { cards, nextCursor: found.length > SEARCH_PAGE ? String(cards.at(-1)?.id) : null };
}

/** Returns all cards, the newest first, with their folded texts. */
async function foldCards(copy: Copy): Promise<readonly FoldedCard[]> {
  const cards: FoldedCard[] = [];
  for (let portion: Card[] = [], after = 0; ; after = portion.at(-1)?.id ?? after) {
    const range = IDBKeyRange.lowerBound(after, true);
    portion = await copy.use((database) => database.getAll("cards", range, PORTION));
    for (const card of portion) cards.push({ card, text: foldCard(card) });
    if (portion.length < PORTION) return cards.reverse();
  }
}

/** No term contains a line break, so that none is found across two texts. */
function foldCard({ front, back, tags }: Card): string {
  return foldText([front, back, ...tags].join("\n"));
}

function hasState(card: Card, state: CardState): boolean {
  if (state === "suspended") return card.suspended;
  if (state !== "due") return card.difficulty === state;
  return !card.suspended && card.nextReviewDate !== null && card.nextReviewDate <= localDateOf(new Date(), 0);
}
