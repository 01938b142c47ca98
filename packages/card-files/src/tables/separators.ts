// Guesses the separators of a table's cells and rows.
import { tidyList } from "./list-text.ts";
import { hasRuleLine, PIPE } from "./pipe-tables.ts";

/** Separators of tables. Of equally likely ones the first wins. */
const SIGNS = ["\t", ";", "|", ","];
/** Separators between question and answer in lists that people write. */
const DASHES = [" - ", " – ", " — ", " = ", " → ", " -> ", " : ", ": "];

const NAMES: Record<string, string> = {
  tab: "\t",
  comma: ",",
  semicolon: ";",
  pipe: "|",
  colon: ":",
  space: " ",
};

/** Returns the separator that Anki's `#separator:` names, by a word such as `tab` or by the sign itself. */
export function parseSeparatorName(name: string): string {
  const word = name.trim().toLowerCase();
  return NAMES[word] ?? (name.startsWith("\t") ? "\t" : name.trim().slice(0, 1));
}

const MAX_SAMPLE_ROWS = 200;
const MAX_SAMPLE_LENGTH = 200_000;

/** @param isList The text was typed or pasted rather than saved by a spreadsheet. */
export function guessSeparator(text: string, isList: boolean): string {
  const sample = text.slice(0, MAX_SAMPLE_LENGTH);
  if (hasRuleLine(sample)) return PIPE;
  const onOneLine = ["\t", ","].find((separator) => splitOneLine(sample, separator));
  if (onOneLine !== undefined) return onOneLine;
  const lines = sample
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, MAX_SAMPLE_ROWS);
  const withTab = lines.filter((line) => line.includes("\t")).length;
  // Lines without a tab continue the definition above.
  if (withTab > 0 && withTab >= lines.length / 4) return "\t";
  const candidates = isList ? [...SIGNS.slice(0, 3), ...DASHES, ","] : [...SIGNS, ...DASHES];
  const scores = candidates.map((separator) => ({ separator, score: computeScore(separator, sample, lines) }));
  const best = scores.reduce((one, other) => (other.score > one.score + 0.05 ? other : one));
  return best.score > 0 ? best.separator : "\t";
}

/** Returns whether the lines of a note are rows of a table or a list, rather than sentences. */
export function looksLikeList(text: string): boolean {
  const sample = tidyList(text.slice(0, MAX_SAMPLE_LENGTH)).body;
  if (hasRuleLine(sample)) return true;
  const separator = guessSeparator(text, true);
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "" && !/^\s*(?:#{1,6}\s|```)/.test(line));
  // Sentences rarely have the same number of commas.
  if (separator === ",") return lines.length > 1 && computeScore(separator, sample, lines) >= 0.9;
  return lines.filter((line) => line.includes(separator)).length > lines.length / 2;
}

/** Computes the share of rows that have the most frequent number of a separator; in lists, only of the rows that have any. */
function computeScore(separator: string, text: string, lines: readonly string[]): number {
  if (separator.length > 1) return lines.filter((line) => line.includes(separator)).length / Math.max(1, lines.length);
  const counts = countPerRow(separator, text);
  const shares = Map.groupBy(
    counts.filter((count) => count > 0),
    (count) => count,
  );
  return Math.max(0, ...[...shares.values()].map((rows) => rows.length)) / Math.max(1, counts.length);
}

/** Counts a separator in each row, outside of quotes. */
function countPerRow(separator: string, text: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let isBlank = true;
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === separator) count++;
    else if (!quoted && sign === "\n") {
      if (!isBlank) counts.push(count);
      if (counts.length === MAX_SAMPLE_ROWS) return counts;
      count = 0;
      isBlank = true;
      continue;
    }
    if (sign.trim() !== "" || sign === separator) isBlank = false;
  }
  if (!isBlank) counts.push(count);
  return counts;
}

/** Splits a copied list of Quizlet that is on one line, with a semicolon between cards and one separator in each; else null. */
export function splitOneLine(text: string, separator: string): string[] | null {
  if (/[\r\n"]/.test(text.trim()) || separator === ";") return null;
  const rows = text
    .split(";")
    .map((row) => row.trim())
    .filter((row) => row !== "");
  return rows.length > 1 && rows.every((row) => row.split(separator).length === 2) ? rows : null;
}
