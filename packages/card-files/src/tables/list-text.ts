// Prepares lists that people and chat assistants write in Markdown, and finds the rows with a format of their own.
import { LossCounter } from "#losses.ts";
import { NO_MEDIA } from "#media/archived-media.ts";
import { formatSide } from "#notes/note-text.ts";

type Rows = readonly string[][];

const FENCE = /^\s*(?:```|~~~)\s*\w{0,20}\s*$/;

/** Takes a list out of a block of code, and returns the lines around it, which are no cards. */
function unwrapFence(text: string): { body: string; around: readonly string[] } {
  const whole = { body: text, around: [] };
  if (!/^\s*(?:```|~~~)/m.test(text)) return whole;
  const lines = text.split(/\r\n|\n|\r/);
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? index : []));
  const [from, to] = fences;
  if (from === undefined || to === undefined || fences.length > 2 || to === from + 1) return whole;
  const around = [...lines.slice(0, from), ...lines.slice(to + 1)].filter((line) => line.trim() !== "");
  return { body: lines.slice(from + 1, to).join("\n"), around };
}

const BOLD_COLON = /^([ \t]{0,20}(?:(?:[-*+•]|\d{1,4}[.)])[ \t]{1,20})?\*\*[^*\n]{1,200}):\*\*(?=[ \t])/gm;

/**
 * Takes a list out of a block of code, and puts the colon of a term in bold behind it, where it separates the term from its
 * definition.
 */
export function tidyList(text: string): { body: string; around: readonly string[] } {
  const { body, around } = unwrapFence(text);
  return { body: body.replace(BOLD_COLON, "$1**:"), around };
}

const MARKER = /^\s*(?:[-*+•]|\d{1,4}[.)])\s+/;

/** Removes the signs of list items if all rows have one. */
export function removeMarkers(rows: Rows): Rows {
  const cards = rows.filter((row) => row.length > 1);
  if (cards.length < 2 || !cards.every(([first = ""]) => MARKER.test(first))) return rows;
  return rows.map((row) => (row.length > 1 ? [(row[0] as string).replace(MARKER, ""), ...row.slice(1)] : row));
}

/** Returns whether a text has bold, code or a formula of Markdown, rather than single signs that may mean anything. */
function hasFormat(text: string): boolean {
  return (
    /\*\*[^*\n]+\*\*|(?<![`\w])`[^`\n]+`/.test(text) ||
    (text.includes("\\(") && text.includes("\\)")) ||
    hasFormula(text)
  );
}

function hasFormula(text: string): boolean {
  const pieces = text.split("$");
  return pieces.some(
    (piece, index) => index % 2 === 1 && index < pieces.length - 1 && /^\S/.test(piece) && /[\\^_{}=]/.test(piece),
  );
}

/** Converts the rows with a format of their own to our Markdown, and returns these rows beside all rows. */
export function formatRows(rows: Rows): { rows: string[][]; markdown: ReadonlySet<readonly string[]> } {
  const context = { losses: new LossCounter(), media: NO_MEDIA };
  const markdown = new Set<readonly string[]>();
  const formatted = rows.map((row) => {
    if (!row.some(hasFormat)) return row;
    const cells = row.map((cell) => formatSide(cell, context));
    markdown.add(cells);
    return cells;
  });
  return { rows: formatted, markdown };
}
