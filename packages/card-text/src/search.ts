import { foldText, traceFold } from "#folding.ts";

/** A word, or a phrase in straight, curly or angle quotes. The last phrase may lack its closing quote. */
const TERM = /["“”«»]([^"“”«»]*)["“”«»]?|[^\s"“”«»]+/g;

/**
 * Splits a query into its words and its phrases in quotes, folded, each once, in the order of the query. A card matches if each
 * of them occurs in its folded texts.
 */
export function parseQuery(query: string): string[] {
  const parts = Array.from(query.matchAll(TERM), ([word, phrase]) => phrase ?? word);
  const terms = parts.filter((part) => part.trim() !== "").map(foldText);
  // Nothing is left of an accent by itself.
  return [...new Set(terms)].filter((term) => term !== "");
}

/** A part of a text: offsets in UTF-16 units, the end excluded. */
export type Span = { start: number; end: number };

/**
 * Finds where terms occur in a text, for highlights. A span covers whole characters with their accents, even if a term matches
 * only a part of one, as "f" does in "ﬁ". Spans are in order; those that touch or overlap become one.
 *
 * @param terms Folded texts, as `parseQuery` returns them.
 */
export function findTerms(text: string, terms: readonly string[]): Span[] {
  const sought = terms.filter((term) => term !== "");
  if (sought.length === 0) return [];
  const { folded, starts, ends } = traceFold(text);
  const found = sought.flatMap((term) => findOccurrences(folded, term)).sort((a, b) => a.start - b.start);
  const spans: Span[] = [];
  for (const occurrence of found) {
    const start = starts[occurrence.start] as number;
    const end = ends[occurrence.end - 1] as number;
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/** Finds overlapping occurrences, too. */
function findOccurrences(text: string, term: string): Span[] {
  const found: Span[] = [];
  for (let start = text.indexOf(term); start !== -1; start = text.indexOf(term, start + 1)) {
    found.push({ start, end: start + term.length });
  }
  return found;
}
