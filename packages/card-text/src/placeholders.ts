// Placeholders replace the braces of gaps while a Markdown parser reads a text. The parser treats them as letters. They are the
// noncharacters U+FDD0 to U+FDDF, which Unicode reserves for internal use, so no stored text needs them.

/** Stands for the opening braces of a gap. */
export const GAP_OPENING = "\ufdd0";
/** Stands for the closing braces of a gap. */
export const GAP_CLOSING = "\ufdd1";
/** The character code of the placeholder for the digit 0; those for 1 to 9 follow. The number of a hidden gap consists of them. */
export const DIGIT_ZERO = 0xfdd4;
/** Matches a number that is written in placeholder digits. */
export const DIGITS = /[\ufdd4-\ufddd]+/g;
/** Matches the placeholders for braces. Two of them are those of gaps; the callers of the parser may use the others. */
export const BRACES = /[\ufdd0-\ufdd3]/g;

/**
 * Removes all placeholders. Call it before placeholders are inserted, so that the text contains no others, and call it again where
 * placeholders may remain after parsing.
 */
export function removePlaceholders(text: string): string {
  return text.replace(/[\ufdd0-\ufddf]/g, "");
}

/** Replaces the part of a text from `start` to `end` (exclusive), both in UTF-16 units. */
export type Edit = { readonly start: number; readonly end: number; readonly replacement: string };

/** Added commas are next to a placeholder, which distinguishes them from the commas of the text. */
const COMMA_BEFORE = ",\ufdde";
const COMMA_AFTER = "\ufddf,";

/**
 * Applies edits that remove the braces of gaps or replace them with placeholders. The parser recognizes some emphasis only because
 * braces, which are punctuation, are next to it. There, a comma is added, which is punctuation too; `removeAddedCommas` removes it
 * after parsing. An edit that starts inside an earlier one is skipped.
 */
export function replaceBraces(text: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    result += text.slice(from, start);
    if (needsComma(text, start - 1, -1)) result += COMMA_BEFORE;
    result += replacement;
    if (needsComma(text, end, 1)) result += COMMA_AFTER;
    from = end;
  }
  return result + text.slice(from);
}

/**
 * Returns whether emphasis characters are next to a replaced part, and the parser would read them differently if it saw a letter
 * there instead of a brace. It makes no difference to asterisks and tildes that have a letter or digit on their other side.
 *
 * @param start The index of the character next to the replaced part.
 * @param direction 1 looks to the right of `start`, -1 to the left.
 */
function needsComma(text: string, start: number, direction: 1 | -1): boolean {
  let index = start;
  let hasUnderscore = false;
  for (; /[*_~]/.test(text[index] ?? ""); index += direction) hasUnderscore ||= text[index] === "_";
  return index !== start && (hasUnderscore || !/[\p{L}\p{N}]/u.test(text[index] ?? ""));
}

/** Removes the commas that `replaceBraces` adds. Call it after parsing. */
export function removeAddedCommas(text: string): string {
  return text.replaceAll(COMMA_BEFORE, "").replaceAll(COMMA_AFTER, "");
}
