/** The highest number of a gap, and the most cards that one text may make. */
export const MAX_GAPS = 500;

/** A gap in a Markdown text: `{{c1::text}}` or `{{c1::text::hint}}`. Offsets are UTF-16 units into the text. */
export type Gap = {
  readonly number: number;
  /** The offset of its first brace. */
  readonly start: number;
  /** The offset after its last brace. */
  readonly end: number;
  /** The hidden text, which may hold further gaps. */
  readonly text: string;
  readonly hint: string | null;
};

/** Matches openings and braces. As in Markdown, a backslash before a brace makes it plain text. */
const OPENING_OR_BRACES = /\\[\\{}]|(?:\\[a-zA-Z]{1,30}|[\^_])\{(?!\{c\d)|\{\{c(\d{1,9})::|\{|\}+/g;

/** `braces`: how many LaTeX braces inside it are still open; `argumentEnd`: just after the last one that was closed. */
type OpenGap = {
  readonly number: number;
  readonly start: number;
  readonly inside: number;
  braces: number;
  argumentEnd: number;
};

/**
 * Finds the gaps of a text, in the order in which they close: inner ones before outer ones. A text that is opened and never
 * closed is not a gap, nor is `\{{c1::text}}`. Braces of LaTeX belong to the gap that they are in, as in `{{c1::\frac{a}{b}}}`.
 * The notation is that of Anki's cloze deletions. Takes time proportional to the text's length, whatever the text.
 */
export function findGaps(text: string): Gap[] {
  const gaps: Gap[] = [];
  const open: OpenGap[] = [];
  for (const { 0: found, 1: number, index } of text.matchAll(OPENING_OR_BRACES)) {
    const inner = open.at(-1);
    if (number !== undefined) {
      open.push({ number: Number(number), start: index, inside: index + found.length, braces: 0, argumentEnd: -1 });
    } else if (inner && found.endsWith("{") && opensArgument(index, found, inner)) {
      inner.braces += 1;
    } else if (found.startsWith("}")) {
      closeBraces(text, { from: index, to: index + found.length }, open, gaps);
    }
  }
  return gaps;
}

/** Returns whether a brace is LaTeX's: it follows a command, an exponent or another argument, or is inside one. */
function opensArgument(index: number, found: string, gap: OpenGap): boolean {
  if (found === "{") return gap.braces > 0 || gap.argumentEnd === index;
  return found !== "\\{";
}

/** Assigns closing braces to gaps, the innermost first: those that are open in the gap, then the two that close it. */
function closeBraces(text: string, braces: { from: number; to: number }, open: OpenGap[], gaps: Gap[]): void {
  for (let at = braces.from; at < braces.to; ) {
    const gap = open.at(-1);
    if (!gap) return;
    const left = braces.to - at;
    // Two braces close a gap even if one is still open in it: that one was not LaTeX, as in "{{c1:::{}}".
    if (left < 2 || (gap.braces > 0 && !(left === 2 && gap.braces === 1))) {
      if (gap.braces > 0) gap.argumentEnd = at + 1;
      gap.braces = Math.max(0, gap.braces - 1);
      at += 1;
      continue;
    }
    const [hidden, hint] = splitHint(text, gap.inside, at, gaps);
    gaps.push({ number: gap.number, start: gap.start, end: at + 2, text: hidden, hint });
    open.pop();
    at += 2;
  }
}

/** Separates the text of a gap from its hint, which follows the first `::` after all inner gaps. */
function splitHint(text: string, from: number, to: number, gaps: readonly Gap[]): [string, string | null] {
  const last = gaps.at(-1);
  const after = last && last.start >= from ? last.end : from;
  const at = text.slice(after, to).indexOf("::");
  return at < 0 ? [text.slice(from, to), null] : [text.slice(from, after + at), text.slice(after + at + 2, to)];
}

/** Returns the numbers of a text's gaps, each once, the lowest first. Any number of up to nine digits may occur, even 0. */
export function gapNumbers(text: string): number[] {
  return [...new Set(findGaps(text).map((gap) => gap.number))].sort((a, b) => a - b);
}
