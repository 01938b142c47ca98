// Converts gaps of Anki in HTML to gaps of ours, or escapes them as text.
import { MAX_GAPS } from "@repasa/card-text/gaps.ts";
import { BACKSLASH } from "./markdown.ts";

/** Puts a backslash before each gap, for a side that has no gaps. */
export function escapeGaps(html: string): string {
  return html.includes("{{") ? html.replace(/\{\{(?=c\d{1,9}::)/g, `${BACKSLASH}{{`) : html;
}

const OPENING_OR_CLOSING = /\{\{c([\d,]{1,60})::|\}\}/g;

/** Preserves closed gaps with valid numbers. A gap with several numbers becomes several gaps; all other gaps become text. */
export function convertGaps(html: string): string {
  if (!html.includes("{{")) return html;
  type Opening = { at: number; length: number; numbers: number[]; end: number };
  const open: Opening[] = [];
  const closed: Opening[] = [];
  for (const match of html.matchAll(OPENING_OR_CLOSING)) {
    if (match[1] !== undefined) {
      const numbers = match[1].split(",").filter(Boolean).map(Number);
      open.push({ at: match.index, length: match[0].length, numbers, end: -1 });
      continue;
    }
    const opened = open.pop();
    if (opened) closed.push({ ...opened, end: match.index });
  }
  const pieces = [...closed, ...open].flatMap(({ at, length, numbers, end }) => {
    const isGap = end >= 0 && numbers.length > 0 && numbers.every((number) => number >= 1 && number <= MAX_GAPS);
    const opening = isGap ? formatOpenings(numbers) : escapeOpening(html.slice(at, at + length));
    const closing = isGap ? "}}".repeat(numbers.length) : `${BACKSLASH}}}`;
    return end < 0
      ? [{ at, length, text: opening }]
      : [
          { at, length, text: opening },
          { at: end, length: 2, text: closing },
        ];
  });
  return replacePieces(html, pieces);
}

function formatOpenings(numbers: readonly number[]): string {
  return numbers.map((number) => `{{c${number}::`).join("");
}

/** Escapes the colons too, because a gap around it would take the text after them for its hint. */
function escapeOpening(opening: string): string {
  return `${BACKSLASH}${opening.slice(0, -1)}${BACKSLASH}:`;
}

function replacePieces(html: string, pieces: { at: number; length: number; text: string }[]): string {
  let text = "";
  let from = 0;
  for (const piece of pieces.sort((a, b) => a.at - b.at)) {
    text += html.slice(from, piece.at) + piece.text;
    from = piece.at + piece.length;
  }
  return text + html.slice(from);
}
