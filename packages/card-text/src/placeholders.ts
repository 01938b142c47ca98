// Placeholders stand for the braces of gaps while a Markdown parser reads a text, which takes them for letters. They are the
// noncharacters U+FDD0 to U+FDDF, which Unicode reserves for internal use, so that no stored text needs them.

/** Stands for the opening braces of a gap. */
export const GAP_OPENING = "\ufdd0";
/** Stands for the closing braces of a gap. */
export const GAP_CLOSING = "\ufdd1";
/** Placeholder digits, from 0 to 9, write a number in place of a gap. */
export const FIRST_DIGIT = 0xfdd4;
/** Matches a number in placeholder digits. */
export const DIGITS = /[\ufdd4-\ufddd]+/g;
/** Matches placeholders for braces, whatever they mean to the parser's caller. */
export const BRACES = /[\ufdd0-\ufdd3]/g;

/** Removes all placeholders: from a text before its own are inserted, or from one that was parsed. */
export function removePlaceholders(text: string): string {
  return text.replace(/[\ufdd0-\ufddf]/g, "");
}

/** A replacement for a part of a text. Offsets are in UTF-16 units. */
export type Edit = { readonly at: number; readonly until: number; readonly put: string };

/** The placeholders distinguish these commas from a text's own. */
const EDGE_BEFORE = ",\ufdde";
const EDGE_AFTER = "\ufddf,";

/**
 * Replaces the braces of gaps by characters that a Markdown parser reads as letters, or by nothing. Emphasis beside them still
 * begins and ends: where it needs the punctuation that the braces were, a comma is added, which `removeEdges` removes. An edit
 * inside an earlier one is skipped.
 */
export function replaceBraces(text: string, edits: readonly Edit[]): string {
  let written = "";
  let from = 0;
  for (const { at, until, put } of edits.toSorted((a, b) => a.at - b.at)) {
    if (at < from) continue;
    written += text.slice(from, at);
    if (needsEdge(text, at - 1, -1)) written += EDGE_BEFORE;
    written += put;
    if (needsEdge(text, until, 1)) written += EDGE_AFTER;
    from = until;
  }
  return written + text.slice(from);
}

/**
 * Signs of emphasis need an edge, unless they are asterisks or tildes right after a letter, which mean the same beside letters.
 */
function needsEdge(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  let hasUnderscore = false;
  for (; /[*_~]/.test(text[at] ?? ""); at += step) hasUnderscore ||= text[at] === "_";
  return at !== from && (hasUnderscore || !/[\p{L}\p{N}]/u.test(text[at] ?? ""));
}

/** Removes the commas that `replaceBraces` adds. */
export function removeEdges(text: string): string {
  return text.replaceAll(EDGE_BEFORE, "").replaceAll(EDGE_AFTER, "");
}
