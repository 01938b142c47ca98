/**
 * Whether reading a text as Markdown would take too long: parsers take time in the square of how many signs of one kind
 * wait for their partner, or how deep lists and quotes lie in each other. No text that somebody means comes near.
 */
export function isTooDense(text: string): boolean {
  return limits.some(({ sign, most }) => occursOften(text, sign, most)) || DEEP.test(text);
}

/** Lists and quotes that begin in one line inside each other. */
const DEEP = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){14}/m;

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

function occursOften(text: string, sign: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(sign)) if (++count > most) return true;
  return false;
}
