import { foldText } from "@repasa/card-text/folding.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { counted } from "#lib/plural.ts";

const foldedTexts = new WeakMap<Card, string>();

/** Folds each card only once, and only for a search, because a folder may contain thousands. */
function foldCard(card: Card): string {
  const known = foldedTexts.get(card);
  if (known !== undefined) return known;
  const folded = foldText([card.front, card.back, ...card.tags].join("\n"));
  foldedTexts.set(card, folded);
  return folded;
}

/** Returns the cards whose front, back and tags together contain all terms. The terms are folded. */
export function selectMatching(cards: readonly Card[], terms: readonly string[]): readonly Card[] {
  if (terms.length === 0) return cards;
  return cards.filter((card) => {
    const folded = foldCard(card);
    return terms.every((term) => folded.includes(term));
  });
}

/** Returns "12 cartas", "Más de 50 cartas" or "Ninguna carta coincide". */
export function formatFoundCount(count: number, more: boolean): string {
  if (count === 0) return "Ninguna carta coincide";
  const cards = counted(count, "carta", "cartas");
  return more ? `Más de ${cards}` : cards;
}
