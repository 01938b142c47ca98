import { foldText } from "@repasa/card-text/folding.ts";
import { findTerms } from "@repasa/card-text/search.ts";

/** Returns the items that contain the sought text in at least one of their texts, ignoring case and accents. */
export function search<T>(
  items: readonly T[],
  sought: string,
  textsOf: (item: T) => readonly (string | null)[],
): readonly T[] {
  const needle = foldText(sought.trim());
  if (needle === "") return items;
  return items.filter((item) => textsOf(item).some((text) => text !== null && foldText(text).includes(needle)));
}

/** The number of characters before the first hit of a line: few enough that a phone shows the hit. */
const LEAD = 24;

/**
 * Shortens a text to one line: the line that contains most of the terms, from shortly before the first of them. If no
 * line has a hit, all lines are joined.
 *
 * @param terms Folded, as `parseQuery` returns them.
 * @param longest In UTF-16 units.
 */
export function excerpt(text: string, terms: readonly string[], longest = 240): string {
  if (terms.length === 0 && !text.includes("\n")) return text.length > longest ? `${text.slice(0, longest)}…` : text;
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const countHits = (line: string) => {
    const folded = foldText(line);
    return terms.filter((term) => folded.includes(term)).length;
  };
  const best = terms.length === 0 ? undefined : findMaxBy(lines, countHits);
  const line = best === undefined || countHits(best) === 0 ? lines.filter((part) => part !== "").join(" ") : best;
  const from = findStart(line, findTerms(line, terms)[0]?.start ?? 0);
  const shown = line.slice(from, from + longest);
  return `${from > 0 ? "…" : ""}${shown}${from + longest < line.length ? "…" : ""}`;
}

function findMaxBy<T>(items: readonly T[], score: (item: T) => number): T | undefined {
  let best: { item: T; score: number } | undefined;
  for (const item of items) {
    const points = score(item);
    if (!best || points > best.score) best = { item, score: points };
  }
  return best?.item;
}

/** Returns the offset of the beginning of a word at most `LEAD` characters before a hit. */
function findStart(line: string, hit: number): number {
  if (hit <= LEAD) return 0;
  const space = line.indexOf(" ", hit - LEAD);
  return space !== -1 && space < hit ? space + 1 : hit;
}
