// Reads the tables of a saved page, as spreadsheets, forms and websites write them.
import type { Root } from "mdast";
import type { LossCounter } from "#losses.ts";
import { NO_MEDIA } from "#media/archived-media.ts";
import { MAX_COLUMNS, WorksheetCollector } from "#spreadsheets/sheet-rows.ts";
import type { TablePart } from "#tables/table.ts";
import { escapeGaps } from "./gaps.ts";
import { readHtml } from "./html.ts";
import { toPlainText, writeMarkdown } from "./markdown.ts";

const BEGINNING =
  /^\ufeff?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!--[^<>]{0,1000}-->\s*)?<(?:!doctype html|html|head|body|meta|table|style|div)\b/i;

/** Returns whether a text is a page, or a part of one. */
export function isHtml(text: string): boolean {
  return BEGINNING.test(text);
}

interface OpenTable {
  readonly rows: Cell[][];
  row: Cell[] | null;
  /** The beginning of the cell that is open; null between cells. */
  cellFrom: number | null;
  isHeading: boolean;
  /** For each column, the number of rows below that a cell above still covers. */
  readonly covered: number[];
  /** True if a cell contains another table, so that this one only arranges the page. */
  isLayout: boolean;
}

interface Cell {
  readonly html: string;
  readonly isHeading: boolean;
}

const TAG = /<!--|<(\/?)(table|tr|td|th|script|style)\b([^<>]*)>/gi;
const MAX_NESTED_TABLES = 100;

/** Finds the tables that contain no others. The time is proportional to the length of the text. */
class TableFinder {
  readonly found: OpenTable[] = [];
  readonly #open: OpenTable[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    const tag = new RegExp(TAG);
    for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
      const [whole, closes = "", name = "", attributes = ""] = match;
      const end = whole === "<!--" ? text.indexOf("-->", tag.lastIndex) : this.#skipScript(name, closes, tag.lastIndex);
      if (end < 0) break;
      if (end > 0) tag.lastIndex = end;
      else this.#readTag(name.toLowerCase(), closes !== "", attributes, match.index, tag.lastIndex);
    }
    while (this.#open.length > 0) this.#endTable(text.length);
  }

  /** Returns the end of a script or style; 0 for any other tag, -1 if it is not closed. */
  #skipScript(name: string, closes: string, from: number): number {
    if (closes !== "" || !/^s/i.test(name)) return 0;
    const end = /<\/(?:script|style)/gi;
    end.lastIndex = from;
    return end.test(this.#text) ? end.lastIndex : -1;
  }

  #readTag(name: string, isClosing: boolean, attributes: string, at: number, end: number): void {
    const table = this.#open.at(-1);
    if (name === "table") {
      if (isClosing) this.#endTable(at);
      else this.#beginTable();
    } else if (!table) return;
    else if (name === "tr") {
      endRow(table, this.#text, at);
      if (!isClosing) table.row = [];
    } else {
      endCell(table, this.#text, at);
      if (!isClosing) beginCell(table, name === "th", attributes, end);
    }
  }

  #beginTable(): void {
    const outer = this.#open.at(-1);
    if (outer) outer.isLayout = true;
    if (this.#open.length === MAX_NESTED_TABLES) return;
    this.#open.push({ rows: [], row: null, cellFrom: null, isHeading: false, covered: [], isLayout: false });
  }

  #endTable(at: number): void {
    const table = this.#open.pop();
    if (!table) return;
    endRow(table, this.#text, at);
    if (!table.isLayout) this.found.push(table);
  }
}

function beginCell(table: OpenTable, isHeading: boolean, attributes: string, from: number): void {
  table.row ??= [];
  coverCells(table);
  const column = table.row.length;
  const rows = readSpan(attributes, "rowspan");
  const columns = Math.min(readSpan(attributes, "colspan"), Math.max(1, MAX_COLUMNS - column));
  for (let index = 0; index < columns && rows > 1; index++) table.covered[column + index] = rows - 1;
  table.cellFrom = from;
  table.isHeading = isHeading;
  // The first of the columns that a cell spans has its text.
  for (let index = 1; index < columns; index++) table.row.push(EMPTY);
}

const EMPTY: Cell = { html: "", isHeading: true };

/** Adds empty cells where cells of rows above extend into the row. */
function coverCells({ row, covered }: OpenTable): void {
  while (row && row.length < MAX_COLUMNS && (covered[row.length] ?? 0) > 0) {
    (covered[row.length] as number)--;
    row.push(EMPTY);
  }
}

function readSpan(attributes: string, name: "rowspan" | "colspan"): number {
  const written = new RegExp(`\\b${name}\\s{0,9}=\\s{0,9}["']?(\\d{1,4})`, "i").exec(attributes.slice(0, 1000))?.[1];
  return Math.max(1, Number(written ?? 1));
}

function endCell(table: OpenTable, text: string, at: number): void {
  if (table.cellFrom === null || !table.row) return;
  const cell = { html: text.slice(table.cellFrom, at), isHeading: table.isHeading };
  table.cellFrom = null;
  if (table.row.length < MAX_COLUMNS) table.row.push(cell);
}

function endRow(table: OpenTable, text: string, at: number): void {
  endCell(table, text, at);
  if (table.row) {
    coverCells(table);
    table.rows.push(table.row);
  }
  table.row = null;
}

/**
 * Reads the tables of a page that have two columns or more.
 *
 * @param sheets Limits the rows of all tables together.
 * @throws UnreadableFile beyond these limits.
 */
export function readHtmlTables(text: string, losses: LossCounter): TablePart[] {
  const sheets = new WorksheetCollector();
  const tables = new TableFinder(text).found;
  const parts = tables.map(({ rows }): TablePart => {
    const sheet = sheets.addSheet("");
    const markdown = new Set<readonly string[]>();
    for (const cells of rows) {
      const { texts, isMarkdown } = convertRow(cells, losses);
      const before = sheet.rows.length;
      sheets.addRow(sheet, texts);
      if (isMarkdown && sheet.rows.length > before) markdown.add(sheet.rows[before] as string[]);
    }
    const header = rows.find((row) => row.some(({ html }) => html.trim() !== ""))?.every(({ isHeading }) => isHeading);
    return { deck: null, rows: sheet.rows, markdown, ...(header && { header }) };
  });
  return parts.filter(({ rows }) => rows.filter((row) => row.filter((cell) => cell !== "").length > 1).length > 1);
}

function convertRow(cells: readonly Cell[], losses: LossCounter): { texts: string[]; isMarkdown: boolean } {
  const context = { losses, sample: () => (cells[0]?.html ?? "").slice(0, 200), media: NO_MEDIA.find };
  losses.beginCard();
  const roots = cells.map(({ html }): Root => readHtml(escapeGaps(html), context));
  const plain = roots.map(toPlainText);
  if (plain.every((text) => text !== null))
    return { texts: plain.map((text) => (text as string).trim()), isMarkdown: false };
  return { texts: roots.map((root) => writeMarkdown(root).trim()), isMarkdown: true };
}
