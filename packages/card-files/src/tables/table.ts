// Reads tables and lists, where each row is a card.

import { areRowNumbers, readRowNumber } from "@repasa/contract/imports.rows.ts";
import type { TableReading } from "@repasa/contract/imports.ts";
import { parse } from "csv-parse/sync";
import { type Loss, LossCounter } from "#losses.ts";
import type { Material, MaterialOptions } from "#material.ts";
import { isNotionName, removeNotionId } from "#notes/notion.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { OWN_COLUMNS } from "./formula-cells.ts";
import { resolveKahoot } from "./kahoot.ts";
import { formatRows, removeMarkers, tidyList } from "./list-text.ts";
import { hasRuleLine, isPiped, PIPE, splitPipedRows } from "./pipe-tables.ts";
import { guessSeparator, splitOneLine } from "./separators.ts";
import { readSectionCards, type TableSection } from "./table-cards.ts";
import { type Directives, NO_DIRECTIVES, readDirectives } from "./table-directives.ts";

/**
 * @param isList True if the text was pasted or comes from a plain text file.
 * @param fileName The name without its extension; a name that Notion gave implies a header.
 */
export function openTextTable(text: string, isList: boolean, options: MaterialOptions, fileName = ""): Material {
  const { part, separator, directives } = splitTableText(text, isList, options);
  const isNotion = isNotionName(fileName);
  const named = isNotion ? { ...part, deck: removeNotionId(fileName), header: true } : part;
  return openTable({ parts: [named], separator, directives }, options);
}

/**
 * Splits a text into rows by its separator: the chosen one, that of Anki's directives, or the one that fits most lines.
 *
 * @param isList True if the text was pasted or comes from a plain text file.
 */
export function splitTableText(text: string, isList: boolean, options: Pick<MaterialOptions, "separator">) {
  const { directives, body: written } = readDirectives(text);
  const { body, around } = isList ? tidyList(written) : { body: written, around: [] };
  const separator = options.separator ?? directives.separator ?? findOwnSeparator(body) ?? guessSeparator(body, isList);
  const header = hasRuleLine(body) && separator === PIPE ? true : undefined;
  const found = [...splitRows(body, separator), ...around.map((line) => [line])];
  const isWritten = !directives.isHtml && (header === true || (isList && separator.length > 1));
  const part: TablePart = {
    deck: directives.deck,
    ...(isWritten ? formatRows(removeMarkers(found)) : { rows: found }),
    header,
  };
  return { part, separator, directives };
}

/** The rows of a whole text, or of one worksheet of a spreadsheet. */
export interface TablePart {
  /** The deck of rows that name none themselves. */
  readonly deck: string | null;
  readonly rows: readonly string[][];
  /** True if the first row names the columns; undefined if this has to be guessed. */
  readonly header?: boolean | undefined;
  /** The rows whose cells are Markdown; all others are plain text, or HTML if the directives say so. */
  readonly markdown?: ReadonlySet<readonly string[]>;
}

interface TableSource {
  readonly parts: readonly TablePart[];
  readonly separator: string;
  readonly directives?: Directives;
  /** What was lost before the rows were known. */
  readonly lost?: readonly Loss[];
}

/** Makes cards of rows. The columns are those that the user has chosen, that directives or a header name, or that are in use. */
export function openTable(
  { parts: written, separator, directives = NO_DIRECTIVES, lost = [] }: TableSource,
  options: MaterialOptions,
): Material {
  const parts = written.map((part) => ({ ...part, rows: resolveKahoot(part.rows) }));
  // Spreadsheets often begin with a worksheet that explains the others, so the first one with two columns decides the columns.
  const main = parts.find(({ rows }) => rows.some((row) => row.filter(isFilled).length > 1)) ?? parts[0];
  const all = main?.rows ?? [];
  const isOurs =
    OWN_COLUMNS.every((name, index) => all[0]?.[index]?.trim() === name) && all[0]?.length === OWN_COLUMNS.length;
  const isNamed = isOurs || (directives.columns === null && (isHeader(all[0] ?? []) || isNumberHeader(all)));
  const header = options.header ?? main?.header ?? isNamed;
  const names = header ? (all[0] ?? []) : (directives.columns?.split(separator) ?? []);
  const width = Math.max(...parts.map(({ rows }) => measureWidth(rows)));
  const columns = chooseColumns(options, guessColumns(names, directives, all), width);
  const mainSection: TableSection = {
    rows: all,
    before: 0,
    columns,
    directives,
    isOurs,
    noteType: directives.noteTypeColumn,
    markdown: NO_ROWS,
  };
  const sections = createSections(parts, mainSection, { header, names, isChosen: options.columns !== undefined });
  const losses = new LossCounter();
  return {
    format: "table",
    table: { separator, header, columns, rows: all.slice(0, ROWS_SHOWN).map(truncateRow) },
    *cards() {
      losses.clear();
      for (const { key, count, sample } of lost) losses.add(key, count, sample);
      for (const section of sections) yield* readSectionCards(section, losses);
    },
    losses: () => losses.list(),
    async *media() {},
    close: async () => {},
  };
}

const NO_ROWS: ReadonlySet<readonly string[]> = new Set();

type Header = { readonly header: boolean; readonly names: readonly string[]; readonly isChosen: boolean };

/** @param mainSection The section of the part that decides the columns. Other parts may have a header of their own, or none. */
function createSections(
  parts: readonly TablePart[],
  mainSection: TableSection,
  { header, names, isChosen }: Header,
): TableSection[] {
  let before = 0;
  return parts.map(({ rows, deck, header: named, markdown = NO_ROWS }) => {
    const first = rows[0] ?? [];
    const isSame = rows === mainSection.rows || first.join("\0") === names.join("\0");
    const hasOwn = !isSame && header && (named ?? isHeader(first));
    const columns = hasOwn && !isChosen ? guessColumns(first, mainSection.directives, rows) : mainSection.columns;
    const section = {
      ...mainSection,
      columns,
      before,
      markdown,
      isOurs: mainSection.isOurs && isSame,
      rows: header && (isSame || hasOwn) ? rows.slice(1) : rows,
      directives: { ...mainSection.directives, deck },
    };
    before += rows.length;
    return section;
  });
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== "";

function measureWidth(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

const ROWS_SHOWN = 10;
const COLUMNS_SHOWN = 100;
const CELL_SHOWN = 500;

function truncateRow(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN));
}

/** Returns the separator in the header of our own table, because texts below it may contain another one more often. */
function findOwnSeparator(body: string): string | null {
  const line = body.slice(0, MAX_OWN_HEADER_LENGTH).split(/[\r\n]/, 1)[0] as string;
  const names = line.replaceAll('"', "");
  return [",", ";", "\t"].find((separator) => names === OWN_COLUMNS.join(separator)) ?? null;
}

const MAX_OWN_HEADER_LENGTH = 100;

function splitRows(body: string, separator: string): string[][] {
  if (separator === PIPE && isPiped(body)) return splitPipedRows(body);
  const onOneLine = splitOneLine(body, separator);
  if (onOneLine) return onOneLine.map((row) => row.split(separator));
  if (separator.length > 1) return splitListRows(body, separator);
  return separator === "\t" ? joinContinuations(parseRows(body, separator)) : parseRows(body, separator);
}

/** Splits each line only at its first separator, because answers may contain dashes too. */
function splitListRows(body: string, separator: string): string[][] {
  const lines = body.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const at = line.indexOf(separator);
    return at < 0 ? [line] : [line.slice(0, at), line.slice(at + separator.length)];
  });
}

function parseRows(body: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  try {
    return parse(body, options) as string[][];
  } catch {
    // An unclosed quotation mark is an ordinary character.
    try {
      return parse(body, { ...options, quote: false }) as string[][];
    } catch {
      throw new UnreadableFile("unreadableTable");
    }
  }
}

/** Appends lines without a tab to the definition above, as in copied lists. */
function joinContinuations(rows: readonly string[][]): string[][] {
  const found: string[][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (row.length > 1 || !last || last.length < 2) found.push([...row]);
    else last[last.length - 1] += `\n${row[0]}`;
  }
  return found;
}

const FRONT = /^(?:pregunta|frente|anverso|front|question|t[eé]rmino|term|palabra|word|concepto)$/i;
const BACK =
  /^(?:respuesta|reverso|dorso|atr[aá]s|back|answer|definici[oó]n|definition|significado|meaning|traducci[oó]n)$/i;
const TAGS = /^(?:etiquetas?|tags?)$/i;
const FOLDER = /^(?:carpeta|mazo|deck|folder)$/i;
const EXTRA = /^(?:ejemplos?|extra|notas?|pistas?|comentarios?|explicaci[oó]n|examples?|notes?|hints?|comments?)$/i;

function indexOf(names: readonly string[], pattern: RegExp): number | null {
  const at = names.findIndex((name) => pattern.test(name.trim()));
  return at < 0 ? null : at;
}

function isHeader(row: readonly string[]): boolean {
  return indexOf(row, FRONT) !== null && indexOf(row, BACK) !== null;
}

/** Returns whether the first row is the only one without a number in the first column, as below `Nº` or `#`. */
function isNumberHeader(rows: readonly (readonly string[])[]): boolean {
  const isWide = (rows[0] ?? []).filter(isFilled).length > 1 && measureWidth(rows) > 2;
  return isWide && findFirstNumber(rows, 0) === 1;
}

function guessColumns(
  names: readonly string[],
  directives: Directives,
  rows: readonly (readonly string[])[],
): TableReading["columns"] {
  const width = measureWidth(rows);
  const isThere = (column: number | null) => column !== null && column < width;
  const tags = isThere(directives.tagsColumn) ? directives.tagsColumn : indexOf(names, TAGS);
  const folder = isThere(directives.deckColumn) ? directives.deckColumn : indexOf(names, FOLDER);
  const extra = indexOf(names, EXTRA);
  const taken = new Set([tags, folder, extra, directives.noteTypeColumn, directives.guidColumn]);
  const all = Array.from({ length: Math.max(width, 2) }, (_, index) => index).filter((index) => !taken.has(index));
  const filled = findFilledColumns(rows);
  const inUse = all.filter((index) => filled.has(index));
  const [first = 0, ...others] = inUse;
  const isNumbered = others.length > 1 && findFirstNumber(rows, first) !== null;
  const free = isNumbered ? others : inUse.length > 1 ? inUse : all;
  const front = indexOf(names, FRONT) ?? free[0] ?? 0;
  const back = indexOf(names, BACK) ?? free.find((index) => index > front) ?? front + 1;
  return {
    front,
    back,
    ...(tags !== null && { tags }),
    ...(folder !== null && { folder }),
    ...(extra !== null && { extra }),
  };
}

/**
 * Returns the index of the row from which a column numbers all rows, or null if it does not. Rows above name the columns or
 * explain the table.
 */
function findFirstNumber(rows: readonly (readonly string[])[], column: number): number | null {
  const from = rows.findIndex((row) => readRowNumber(row[column] ?? "") !== null);
  const cells = rows.slice(Math.max(from, 0)).filter((row) => row.filter(isFilled).length > 1);
  return from >= 0 && areRowNumbers(cells.map((row) => row[column] ?? "")) ? from : null;
}

/** Returns the columns with any text, because tables often begin in the second column. */
function findFilledColumns(rows: readonly (readonly string[])[]): Set<number> {
  const filled = new Set<number>();
  for (const row of rows) for (const [index, cell] of row.entries()) if (isFilled(cell)) filled.add(index);
  return filled;
}

function chooseColumns({ columns }: MaterialOptions, guessed: TableReading["columns"], width: number) {
  if (!columns) return guessed;
  const { front, back } = columns;
  const tags = columns.tags ?? undefined;
  const folder = columns.folder ?? undefined;
  const extra = columns.extra ?? undefined;
  const all = [front, back, tags, folder, extra];
  const wrong = all.find((column) => column !== undefined && column >= Math.max(width, 1));
  if (wrong !== undefined) throw new UnreadableFile("missingColumn", { column: wrong });
  if (front === back) throw new UnreadableFile("sameColumn");
  return {
    front,
    back,
    ...(tags !== undefined && { tags }),
    ...(folder !== undefined && { folder }),
    ...(extra !== undefined && { extra }),
  };
}
