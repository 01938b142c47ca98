// Reads the tables of a saved page, as spreadsheets, forms and websites write them.
import type { Root } from "mdast";
import type { LossCounter } from "#losses.ts";
import { NO_MEDIA } from "#media/archived-media.ts";
import { MAX_COLUMNS, type Worksheet, WorksheetCollector } from "#spreadsheets/sheet-rows.ts";
import type { TablePart } from "#tables/table.ts";
import { escapeGaps } from "./gaps.ts";
import { readHtml } from "./html.ts";
import { toPlainText, writeMarkdown } from "./markdown.ts";

const BEGINNING =
  /^\ufeff?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!--[^<>]{0,1000}-->\s*)?<(?:!doctype html|html|head|body|meta|table|style|div)\b/i;

const PAGE =
  /^\ufeff?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!--[^<>]{0,1000}-->\s*)?<(?:!doctype html|html)\b[^<>]{0,5000}>\s*</i;
/** The end of a field of a table with tabs, whose fields may be HTML. */
const FIELD_END = /^[^\n]{0,5000}<\/[a-z]{1,10}>\t/i;

/** Returns whether a text begins like a page or a part of one. Tables of other programs, and lists of tags, may do so too. */
export function isHtml(text: string): boolean {
  return BEGINNING.test(text) && !FIELD_END.test(text);
}

/** Returns whether a text is a whole page of HTML, rather than a part of one. */
export function isPage(text: string): boolean {
  return PAGE.test(text);
}

interface OpenTable {
  readonly sheet: Worksheet;
  /** The rows whose cells are Markdown. */
  readonly markdown: Set<readonly string[]>;
  /** True if all cells of the first row are headings. */
  hasHeader: boolean;
  row: Cell[] | null;
  /** The cell whose end was not met yet; null between cells. */
  cell: { readonly from: number; readonly isHeading: boolean; readonly columns: number } | null;
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

/**
 * Reads the tables that contain no others, in time proportional to the length of the text. Rows are converted as soon as they
 * end, so that limits apply before a page fills the memory.
 */
class TableReader {
  readonly found: OpenTable[] = [];
  readonly #open: OpenTable[] = [];
  readonly #sheets = new WorksheetCollector();
  readonly #text: string;
  readonly #losses: LossCounter;

  constructor(text: string, losses: LossCounter) {
    this.#text = text;
    this.#losses = losses;
  }

  read(): void {
    const text = this.#text;
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
      this.#endRow(table, at);
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
    const sheet = this.#sheets.addSheet("");
    const markdown = new Set<readonly string[]>();
    this.#open.push({ sheet, markdown, hasHeader: false, row: null, cell: null, covered: [], isLayout: false });
  }

  #endTable(at: number): void {
    const table = this.#open.pop();
    if (!table) return;
    this.#endRow(table, at);
    if (!table.isLayout) this.found.push(table);
  }

  #endRow(table: OpenTable, at: number): void {
    endCell(table, this.#text, at);
    const { row, sheet, markdown, isLayout } = table;
    table.row = null;
    if (!row || isLayout) return;
    coverCells(row, table.covered);
    const { texts, isMarkdown } = convertRow(row, this.#losses);
    const before = sheet.rows.length;
    this.#sheets.addRow(sheet, texts);
    if (sheet.rows.length === before) return;
    if (before === 0) table.hasHeader = row.every(({ isHeading }) => isHeading);
    if (isMarkdown) markdown.add(sheet.rows[before] as string[]);
  }
}

function beginCell(table: OpenTable, isHeading: boolean, attributes: string, from: number): void {
  table.row ??= [];
  coverCells(table.row, table.covered);
  const column = table.row.length;
  const rows = readSpan(attributes, "rowspan");
  const columns = Math.min(readSpan(attributes, "colspan"), Math.max(1, MAX_COLUMNS - column));
  for (let index = 0; index < columns && rows > 1; index++) table.covered[column + index] = rows;
  table.cell = { from, isHeading, columns };
}

const EMPTY: Cell = { html: "", isHeading: true };

/** Adds empty cells where cells of rows above extend into the row. */
function coverCells(row: Cell[], covered: number[]): void {
  while (row.length < MAX_COLUMNS && (covered[row.length] ?? 0) > 0) {
    (covered[row.length] as number)--;
    row.push(EMPTY);
  }
}

function readSpan(attributes: string, name: "rowspan" | "colspan"): number {
  const written = new RegExp(`\\b${name}\\s{0,9}=\\s{0,9}["']?(\\d{1,4})`, "i").exec(attributes.slice(0, 1000))?.[1];
  return Math.max(1, Number(written ?? 1));
}

/** Ends the cell that is open. The first of the columns that it spans has its text. */
function endCell(table: OpenTable, text: string, at: number): void {
  const { cell, row } = table;
  if (!cell || !row) return;
  table.cell = null;
  if (row.length >= MAX_COLUMNS) return;
  for (let index = 0; index < cell.columns; index++) {
    if ((table.covered[row.length] ?? 0) > 0) (table.covered[row.length] as number)--;
    row.push(index === 0 ? { html: text.slice(cell.from, at), isHeading: cell.isHeading } : EMPTY);
  }
}

/**
 * Reads the tables of a page that have two columns or more.
 *
 * @throws UnreadableFile beyond the limits of a spreadsheet, which apply to all tables together.
 */
export function readHtmlTables(text: string, losses: LossCounter): TablePart[] {
  const reader = new TableReader(text, losses);
  reader.read();
  const parts = reader.found.map(
    ({ sheet, markdown, hasHeader }): TablePart => ({
      deck: null,
      rows: sheet.rows,
      markdown,
      ...(hasHeader && { header: true }),
    }),
  );
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
