/**
 * A text as searches compare it: without case and accents, and with compatible characters made equal, as in H₂O and H2O.
 * The migration that first filled `card_texts` says the same in SQL.
 */
export function foldedBytes(text: string): Uint8Array {
  const folded = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    // Only at the end of a word, which a search may not reach.
    .replaceAll("ς", "σ");
  return Buffer.from(folded);
}

/** What a search of a card looks at. Nothing reaches from one side into the other. */
export function searchBytesOf({ front, back }: { front: string; back: string }): Uint8Array {
  return foldedBytes(`${front}\n${back}`);
}

const PART = /["“”«»]([^"“”«»]*)["“”«»]?|[^\s"“”«»]+/g;

/**
 * The words of a query and its phrases in quotes, each once, the longest first: it is the rarest as a rule. The last phrase
 * may still lack its closing quote.
 */
export function partsOf(query: string): string[] {
  const parts = [...query.matchAll(PART)].map(([word, phrase]) => phrase ?? word);
  return [...new Set(parts)].filter((part) => part.trim() !== "").sort((a, b) => b.length - a.length);
}
