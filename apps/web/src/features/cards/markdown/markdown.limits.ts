/**
 * Returns whether parsing a text as Markdown would take too long: the time is quadratic in the number of unmatched
 * delimiters of one kind, and in the nesting depth of lists and quotes. Genuine texts stay far below the limits.
 */
export function isTooDense(text: string): boolean {
  return limits.some(({ sign, most }) => occursMoreThan(text, sign, most)) || DEEP_NESTING.test(text);
}

/** Matches 14 nested lists and quotes that begin in one line. */
const DEEP_NESTING = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){14}/m;

const limits = [
  { sign: /[*_]+/g, most: 1200 },
  { sign: /~+/g, most: 400 },
  { sign: /[[\]]/g, most: 1600 },
  { sign: /`+/g, most: 1500 },
  { sign: /\$+/g, most: 600 },
  { sign: /[<&]/g, most: 800 },
  { sign: /<!/g, most: 60 },
  { sign: /^[ \t]*(?:=+|-+)[ \t]*$/gm, most: 100 },
  { sign: /\|/g, most: 2400 },
  { sign: /\n/g, most: 1200 },
  { sign: /\{\{c/g, most: 1500 },
  { sign: /@|www/g, most: 1000 },
  { sign: /\\[([]/g, most: 1000 },
] as const;

function occursMoreThan(text: string, sign: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(sign)) if (++count > most) return true;
  return false;
}
