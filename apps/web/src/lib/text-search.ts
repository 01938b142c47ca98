/** Without accents and capitals, so that "biologia" finds "Biología". */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const TERM = /["“”«»]([^"“”«»]*)["“”«»]?|[^\s"“”«»]+/g;

/**
 * What a query asks for, as plain text: its words, and phrases in quotes as they stand, the last of which may still lack
 * its closing quote. All must occur, in any order.
 */
export function soughtTerms(query: string): string[] {
  const terms = [...query.matchAll(TERM)].map(([word, phrase = word]) => plainText(phrase.trim()));
  return [...new Set(terms)].filter((term) => term !== "");
}

export function search<T>(
  items: readonly T[],
  sought: string,
  textsOf: (item: T) => readonly (string | null)[],
): readonly T[] {
  const needle = plainText(sought.trim());
  if (needle === "") return items;
  return items.filter((item) => textsOf(item).some((text) => text !== null && plainText(text).includes(needle)));
}

/** A part of a text, by its offsets in UTF-16 units. */
export type Span = { start: number; end: number };

/** Where the terms occur in a text, from left to right; what touches or overlaps is one. */
export function spansOf(text: string, terms: readonly string[]): Span[] {
  if (terms.length === 0) return [];
  const { plain, origins } = foldedWithOrigins(text);
  const found = terms.flatMap((term) => occurrences(plain, term)).sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const { start, end } of found) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => ({ start: origins[start] ?? 0, end: origins[end] ?? text.length }));
}

function occurrences(plain: string, term: string): Span[] {
  const found: Span[] = [];
  for (let start = plain.indexOf(term); start !== -1; start = plain.indexOf(term, start + 1)) {
    found.push({ start, end: start + term.length });
  }
  return found;
}

/** The plain text, and for each of its units where in the original it comes from; a mark belongs to the letter before it. */
function foldedWithOrigins(text: string): { plain: string; origins: number[] } {
  const origins: number[] = [];
  let plain = "";
  let at = 0;
  for (const character of text) {
    const folded = plainText(character);
    for (let unit = 0; unit < folded.length; unit++) origins.push(at);
    plain += folded;
    at += character.length;
  }
  return { plain, origins };
}

/** How much of a line stands before its first hit, so that the hit is in sight on a phone. */
const LEAD = 24;

/**
 * What to show of a text in one line: the line with most of the terms, beginning shortly before the first of them; without
 * a hit, the text in one line.
 */
export function excerpt(text: string, terms: readonly string[], longest = 240): string {
  if (terms.length === 0 && !text.includes("\n")) return text.length > longest ? `${text.slice(0, longest)}…` : text;
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const hits = (line: string) => {
    const plain = plainText(line);
    return terms.filter((term) => plain.includes(term)).length;
  };
  const best = terms.length === 0 ? undefined : mostBy(lines, hits);
  const line = best === undefined || hits(best) === 0 ? lines.filter((part) => part !== "").join(" ") : best;
  const from = beginning(line, spansOf(line, terms)[0]?.start ?? 0);
  const shown = line.slice(from, from + longest);
  return `${from > 0 ? "…" : ""}${shown}${from + longest < line.length ? "…" : ""}`;
}

function mostBy<T>(items: readonly T[], score: (item: T) => number): T | undefined {
  let best: { item: T; score: number } | undefined;
  for (const item of items) {
    const points = score(item);
    if (!best || points > best.score) best = { item, score: points };
  }
  return best?.item;
}

/** The beginning of a word shortly before a hit. */
function beginning(line: string, hit: number): number {
  if (hit <= LEAD) return 0;
  const space = line.indexOf(" ", hit - LEAD);
  return space !== -1 && space < hit ? space + 1 : hit;
}
