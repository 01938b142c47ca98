// Tables as Markdown writes them: a pipe between cells, often one at both ends of a row, and a rule below the names.

export const PIPE = "|";

const LINE_END = /\r\n|\n|\r/;
/** In UTF-16 units. The limit matters because a large text may be a single line. */
const MAX_RULE_LENGTH = 2000;

/** Returns whether a line is a rule such as `|---|:-:|`. */
function isRule(line: string): boolean {
  if (line.length > MAX_RULE_LENGTH || !line.includes(PIPE)) return false;
  const cells = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(PIPE);
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

/** Returns whether a text has a row with a rule below it, and therefore holds a Markdown table. */
export function hasRuleLine(text: string): boolean {
  const lines = text.split(LINE_END);
  return lines.some((line, index) => isRule(line) && lines[index - 1]?.includes(PIPE) === true);
}

/** Returns whether pipes separate the cells as in Markdown rather than as in CSV. */
export function isPiped(text: string): boolean {
  if (hasRuleLine(text)) return true;
  const lines = text.split(LINE_END).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => /^\s*\|/.test(line));
}

/** Returns the rows of the table, followed by the lines around it in one cell each, so that these are reported as no cards. */
export function splitPipedRows(text: string): string[][] {
  const lines = text.split(LINE_END).filter((line) => line.trim() !== "" && !isRule(line) && !/^\s*#+\s/.test(line));
  const [inTable, around] = [lines.filter((line) => line.includes(PIPE)), lines.filter((line) => !line.includes(PIPE))];
  return [...inTable.map(splitCells), ...around.map((line) => [line])];
}

/** Splits a row into cells. A pipe after a backslash is part of the text. */
function splitCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll("\\|", PIPE)
      .replace(/<br ?\/?>/gi, "\n"),
  );
}
