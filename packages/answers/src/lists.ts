/**
 * An answer that is a list.
 *
 * - `items`: the items without their marks, in their order.
 * - `isOrdered`: true if all of them are numbered or lettered, so that the order counts.
 */
export type List = { readonly items: readonly string[]; readonly isOrdered: boolean };

const MARK = /^\s*(?:[-*•‣–—]|(\d{1,3}[.)]|[a-zA-Z]\)))\s+(?=\S)/;
/** Lines without marks are a list from three of them on, if none is longer than this, in characters and words. */
const UNMARKED = { lines: 3, characters: 60, words: 8 };
/** Longer lists, which nobody types, are judged as one text, so that the time remains proportional to their length. */
const MOST_ITEMS = 40;

/**
 * Reads an answer as a list; null if it is none. Two lines without marks are alternatives.
 *
 * @param answer Plain text.
 * @example readList("- rojo\n- azul") // { items: ["rojo", "azul"], isOrdered: false }
 */
export function readList(answer: string): List | null {
  const lines = splitLines(answer);
  if (lines.length < 2 || lines.length > MOST_ITEMS) return null;
  const marks = lines.map((line) => MARK.exec(line));
  if (marks.every((mark) => mark !== null)) {
    return { items: lines.map(dropMark), isOrdered: marks.every((mark) => mark[1] !== undefined) };
  }
  const isShort = (line: string) =>
    line.length <= UNMARKED.characters && (line.match(/\S+/g)?.length ?? 0) <= UNMARKED.words && !line.includes(";");
  return lines.length >= UNMARKED.lines && lines.every(isShort)
    ? { items: lines.map(dropMark), isOrdered: false }
    : null;
}

/**
 * Splits what was typed for a list: one item a line, or in a single line parted by commas, semicolons and a last "y".
 *
 * @param wanted How many items the list has: a last "y" parts two only if there would be too few.
 */
export function splitItems(typed: string, wanted: number): string[] {
  const lines = splitLines(typed);
  if (lines.length !== 1) return lines.map(dropMark);
  const items = (lines[0] as string)
    .split(/[,;]/)
    .map(dropMark)
    .filter((item) => item !== "");
  const [, before, last] = /^(.*)(?:\s|^)(?:y|e|and|et|und)\s+(.+)$/u.exec(items.at(-1) ?? "") ?? [];
  if (items.length >= wanted || last === undefined) {
    return items;
  }
  return [...items.slice(0, -1), ...[before ?? "", last].map((item) => item.trim()).filter((item) => item !== "")];
}

function splitLines(text: string): string[] {
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns a line of a list without its mark, such as `-` or `2.`, and trimmed. */
export function dropMark(line: string): string {
  return line.replace(MARK, "").trim();
}
