import { foldText } from "@repasa/card-text/folding.ts";
import { parseQuery } from "@repasa/card-text/search.ts";

/** A text as searches compare it, in UTF-8. The migration that first filled `card_texts` says the same in SQL. */
export function foldedBytes(text: string): Uint8Array {
  return Buffer.from(foldText(text));
}

type SearchedTexts = { front: string; back: string; tags: readonly string[] };

/** Stands around tags. No text in UTF-8 has this byte. */
const TAG_MARK = Uint8Array.of(0xff);

/** What a search of a card looks at. Nothing reaches from one side, or tag, into the next. */
export function searchBytesOf({ front, back, tags }: SearchedTexts): Uint8Array {
  const sides = foldedBytes(`${front}\n${back}`);
  if (tags.length === 0) return sides;
  return Buffer.concat([sides, ...tags.flatMap((tag) => [TAG_MARK, foldedBytes(tag)]), TAG_MARK]);
}

/** What occurs in a card's searched bytes where the card has a tag. */
export function tagBytesOf(tag: string): Uint8Array {
  return Buffer.concat([TAG_MARK, foldedBytes(tag), TAG_MARK]);
}

/** The terms of a query, folded, the longest first: it is the rarest as a rule, so that most cards take one comparison. */
export function listTerms(query: string): string[] {
  return parseQuery(query).sort((a, b) => b.length - a.length);
}
