import { findGaps, type Gap } from "#gaps.ts";
import {
  DIGIT_ZERO,
  DIGITS,
  type Edit,
  GAP_CLOSING,
  GAP_OPENING,
  removeAddedCommas,
  removePlaceholders,
  replaceBraces,
} from "#placeholders.ts";
import { stripMarkdown } from "#plain-text.ts";

/**
 * The way in which the gaps of a text are shown: those with `number`, or all if it is null, stand out. A label replaces these if
 * `hidden`; otherwise they are filled in. The others are ordinary text.
 */
export type GapView = { number: number | null; hidden: boolean };

/**
 * A Markdown text whose gaps are marked by placeholders, which a parser reads as letters. `removeAddedCommas` must be applied to what
 * was parsed. `labels` holds the texts that replace hidden gaps, "[...]" or a hint in brackets.
 */
export type MarkedText = { text: string; labels: readonly string[] };

/** Marks the gaps of a Markdown text before it is parsed. Without a view, gaps remain as they are. */
export function markGaps(text: string, view: GapView | undefined): MarkedText {
  const labels: string[] = [];
  const marks = {
    hidden: (hint: string | null) => `${GAP_OPENING}${encodeNumber(labels.push(formatHint(hint)) - 1)}${GAP_CLOSING}`,
    opening: GAP_OPENING,
    closing: GAP_CLOSING,
  };
  const clean = removePlaceholders(text);
  return { text: view ? writeGaps(clean, view, marks) : clean, labels };
}

/**
 * Replaces placeholder numbers by the labels of hidden gaps.
 *
 * @param write Encodes a label for the language that it is inserted into.
 */
export function insertLabels(text: string, labels: readonly string[], write = (words: string) => words): string {
  return text.replace(DIGITS, (digits) => write(labels[decodeNumber(digits)] ?? ""));
}

/** Inserts the labels of hidden gaps and removes all marks, for places where a gap cannot stand out, such as attributes. */
export function removeMarks(text: string, labels: readonly string[]): string {
  return removePlaceholders(insertLabels(text, labels));
}

/** Returns the source of a Markdown text with its gaps filled in, or hidden as "[...]". */
export function fillGaps(text: string, view: GapView): string {
  return removeAddedCommas(fillGapsWithEdges(text, view));
}

/** Returns a Markdown text as words, with its gaps filled in, or hidden as "[...]": for a title, or to be read aloud. */
export function describeMarkdown(text: string, view: GapView = { number: null, hidden: false }): string {
  return removeAddedCommas(stripMarkdown(fillGapsWithEdges(text, view)));
}

function fillGapsWithEdges(text: string, view: GapView): string {
  return writeGaps(text, view, { hidden: formatHint, opening: "", closing: "" });
}

/** Returns "[...]", or the words of a hint in brackets. */
function formatHint(hint: string | null): string {
  const words = hint === null ? "" : stripMarkdown(hint.replace(/\s+/g, " "));
  return `[${words || "..."}]`;
}

function encodeNumber(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(DIGIT_ZERO + Number(digit))).join("");
}

function decodeNumber(digits: string): number {
  return Number([...digits].map((digit) => digit.charCodeAt(0) - DIGIT_ZERO).join(""));
}

type Writing = {
  /** Returns the text that replaces a hidden gap. */
  hidden: (hint: string | null) => string;
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

function editsOf(text: string, gap: Gap, view: GapView, { hidden, opening, closing }: Writing): Edit[] {
  const standsOut = view.number === null || view.number === gap.number;
  if (standsOut && view.hidden) return [{ start: gap.start, end: gap.end, replacement: hidden(gap.hint) }];
  const inside = text.indexOf("::", gap.start) + 2;
  return [
    { start: gap.start, end: inside, replacement: standsOut ? opening : "" },
    { start: inside + gap.text.length, end: gap.end, replacement: standsOut ? closing : "" },
  ];
}
