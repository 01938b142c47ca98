import { findGaps, type Gap } from "#gaps.ts";
import {
  DIGITS,
  type Edit,
  FIRST_DIGIT,
  GAP_CLOSING,
  GAP_OPENING,
  removeEdges,
  removePlaceholders,
  replaceBraces,
} from "#placeholders.ts";
import { stripMarkdown } from "#plain-text.ts";

/**
 * How the gaps of a text are shown: those with `number`, or all if it is null, stand out. These are asked if `hidden`, and
 * otherwise filled in. The others are ordinary text.
 */
export type GapView = { number: number | null; hidden: boolean };

/**
 * A Markdown text whose gaps are marked by placeholders, which a parser reads as letters. `removeEdges` must be applied to what
 * was parsed. `asked` holds the texts of the gaps that are asked, "[...]" or a hint in brackets.
 */
export type MarkedText = { text: string; asked: readonly string[] };

/** Marks the gaps of a Markdown text before it is parsed. Without a view, gaps remain as they are. */
export function markGaps(text: string, view: GapView | undefined): MarkedText {
  const asked: string[] = [];
  const marks = {
    asked: (hint: string | null) => `${GAP_OPENING}${encodeNumber(asked.push(formatHint(hint)) - 1)}${GAP_CLOSING}`,
    opening: GAP_OPENING,
    closing: GAP_CLOSING,
  };
  const clean = removePlaceholders(text);
  return { text: view ? writeGaps(clean, view, marks) : clean, asked };
}

/**
 * Replaces placeholder numbers by the texts of the gaps that are asked.
 *
 * @param write Encodes such a text for the language that it is inserted into.
 */
export function insertAsked(text: string, asked: readonly string[], write = (words: string) => words): string {
  return text.replace(DIGITS, (digits) => write(asked[decodeNumber(digits)] ?? ""));
}

/** Inserts the texts of gaps that are asked and removes all marks, for places where a gap cannot stand out, such as attributes. */
export function removeMarks(text: string, asked: readonly string[]): string {
  return removePlaceholders(insertAsked(text, asked));
}

/** Returns the source of a Markdown text with its gaps filled in, or asked as "[...]". */
export function fillGaps(text: string, view: GapView): string {
  return removeEdges(fillGapsWithEdges(text, view));
}

/** Returns a Markdown text as words, with its gaps filled in, or asked as "[...]": a title, or a text to be read aloud. */
export function describeMarkdown(text: string, view: GapView = { number: null, hidden: false }): string {
  return removeEdges(stripMarkdown(fillGapsWithEdges(text, view)));
}

function fillGapsWithEdges(text: string, view: GapView): string {
  return writeGaps(text, view, { asked: formatHint, opening: "", closing: "" });
}

/** Returns "[...]", or the words of a hint in brackets. */
function formatHint(hint: string | null): string {
  const words = hint === null ? "" : stripMarkdown(hint.replace(/\s+/g, " "));
  return `[${words || "..."}]`;
}

function encodeNumber(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(FIRST_DIGIT + Number(digit))).join("");
}

function decodeNumber(digits: string): number {
  return Number([...digits].map((digit) => digit.charCodeAt(0) - FIRST_DIGIT).join(""));
}

type Writing = {
  /** Returns what replaces a gap that is asked. */
  asked: (hint: string | null) => string;
  /** Precedes the text of a gap that stands out. */
  opening: string;
  /** Follows the text of a gap that stands out. */
  closing: string;
};

function writeGaps(text: string, view: GapView, writing: Writing): string {
  return replaceBraces(
    text,
    findGaps(text).flatMap((gap) => editsOf(text, gap, view, writing)),
  );
}

function editsOf(text: string, gap: Gap, view: GapView, { asked, opening, closing }: Writing): Edit[] {
  const standsOut = view.number === null || view.number === gap.number;
  if (standsOut && view.hidden) return [{ at: gap.start, until: gap.end, put: asked(gap.hint) }];
  const inside = text.indexOf("::", gap.start) + 2;
  return [
    { at: gap.start, until: inside, put: standsOut ? opening : "" },
    { at: inside + gap.text.length, until: gap.end, put: standsOut ? closing : "" },
  ];
}
