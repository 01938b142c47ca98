import type { Card } from "@repasa/contract/cards.ts";
import { counted } from "#lib/plural.ts";
import { plainText } from "#lib/text-search.ts";

const plainTexts = new WeakMap<Card, string>();

/** Once for each card, and not before somebody searches: a folder may hold thousands. */
function plainTextOf(card: Card): string {
  const known = plainTexts.get(card);
  if (known !== undefined) return known;
  const plain = plainText([card.front, card.back, ...card.tags].join("\n"));
  plainTexts.set(card, plain);
  return plain;
}

/** The cards with all terms in front, back or tags. */
export function matching(cards: readonly Card[], terms: readonly string[]): readonly Card[] {
  if (terms.length === 0) return cards;
  return cards.filter((card) => {
    const plain = plainTextOf(card);
    return terms.every((term) => plain.includes(term));
  });
}

/** "12 cartas", "Más de 50 cartas", "Ninguna carta coincide". */
export function foundLabel(count: number, more: boolean): string {
  if (count === 0) return "Ninguna carta coincide";
  const cards = counted(count, "carta", "cartas");
  return more ? `Más de ${cards}` : cards;
}
