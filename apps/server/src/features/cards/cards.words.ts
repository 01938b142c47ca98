import { foldText } from "@repasa/card-text/folding.ts";
import { parseQuery } from "@repasa/card-text/search.ts";

/** Folds a text and encodes it in UTF-8, for comparisons. The migration that first filled `card_texts` does the same in SQL. */
export function encodeFolded(text: string): Uint8Array {
  return Buffer.from(foldText(text));
}

type SearchedTexts = { front: string; back: string; tags: readonly string[] };

/** Delimits tags. This byte never occurs in UTF-8. */
const TAG_MARK = Uint8Array.of(0xff);

/** Encodes the texts and tags of a card for searches. No search term can match across two sides or tags. */
export function encodeForSearch({ front, back, tags }: SearchedTexts): Uint8Array {
  const sides = encodeFolded(`${front}\n${back}`);
  if (tags.length === 0) return sides;
  return Buffer.concat([sides, ...tags.flatMap((tag) => [TAG_MARK, encodeFolded(tag)]), TAG_MARK]);
}

/** Encodes a tag so that it occurs in `encodeForSearch` of exactly those cards that have it. */
export function encodeTag(tag: string): Uint8Array {
  return Buffer.concat([TAG_MARK, encodeFolded(tag), TAG_MARK]);
}

/** Returns the folded terms of a query, the longest first. The longest is usually the rarest, so most cards fail the first comparison. */
export function parseTerms(query: string): string[] {
  return parseQuery(query).sort((a, b) => b.length - a.length);
}
