// Reads tables and lists, where each row is a card.

import type { TableReading } from "@repasa/contract/imports.ts";
import { parse } from "csv-parse/sync";
import { LossCounter, type LossKey } from "#losses.ts";
import type { Material, MaterialOptions } from "#material.ts";
import { isNotionName, removeNotionId } from "#notes/notion.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { TABLE_HEAD } from "./formula-cells.ts";
import { hasRuleLine, isPiped, PIPE, splitPipedRows } from "./pipe-tables.ts";
import { guessSeparator, splitOneLine } from "./separators.ts";
import { readSheetCards } from "./table-cards.ts";
import { type Head, NO_HEAD, readHeader, type Sheet } from "./table-header.ts";

/**
 * @param isList True if the text was pasted or comes from a plain text file.
 * @param fileName The name without its extension; a name that Notion gave implies a header.
 */
export function openSheet(text: string, isList: boolean, options: MaterialOptions, fileName = ""): Material {
  const { part, separator, head } = splitText(text, isList, options);
  const isNotion = isNotionName(fileName);
  const named = isNotion ? { ...part, deck: removeNotionId(fileName), header: true } : part;
  return openTable({ parts: [named], separator, head }, options);
}

export function splitText(text: string, isList: boolean, options: Pick<MaterialOptions, "separator">) {
  const { head, body } = readHeader(text);
  const separator = options.separator ?? head.separator ?? separatorOfOurs(body) ?? guessSeparator(body, isList);
  const header = hasRuleLine(body) && separator === PIPE ? true : undefined;
  const part: Part = { deck: head.deck, rows: splitRows(body, separator), header };
  return { part, separator, head };
}

/** The rows of a whole text, or of one sheet of a spreadsheet. */
export interface Part {
  /** The deck of rows that name none themselves. */
  readonly deck: string | null;
  readonly rows: readonly string[][];
  /** True if the first row names the columns; undefined if that has to be guessed. */
  readonly header?: boolean | undefined;
}

interface Table {
  readonly parts: readonly Part[];
  readonly separator: string;
  readonly head?: Head;
  /** Parts of the file that are left out without being read, by reason. */
  readonly left?: Partial<Record<LossKey, readonly string[]>>;
}

export function openTable({ parts, separator, head = NO_HEAD, left = {} }: Table, options: MaterialOptions): Material {
  // Spreadsheets often begin with a sheet that explains the others, so the first sheet with two columns decides the columns.
  const main = parts.find(({ rows }) => rows.some((row) => row.filter(isFilled).length > 1)) ?? parts[0];
  const all = main?.rows ?? [];
  const isOurs =
    TABLE_HEAD.every((name, index) => all[0]?.[index]?.trim() === name) && all[0]?.length === TABLE_HEAD.length;
  const header = options.header ?? main?.header ?? (isOurs || (head.columns === null && isHeader(all[0] ?? [])));
  const names = header ? (all[0] ?? []) : (head.columns?.split(separator) ?? []);
  const width = Math.max(...parts.map(({ rows }) => measureWidth(rows)));
  const columns = chosenColumns(options, guessColumns(names, head, all), width);
  const first: Sheet = { rows: all, before: 0, columns, head, isOurs, noteType: head.noteTypeColumn };
  const sheets = createSheets(parts, first, { header, names, isChosen: options.columns !== undefined });
  const losses = new LossCounter();
  return {
    format: "table",
    table: { separator, header, columns, rows: all.slice(0, ROWS_SHOWN).map(shownOf) },
    *cards() {
      losses.clear();
      for (const [loss, found] of Object.entries(left))
        for (const one of found) losses.addForFile(loss as LossKey, one);
      for (const sheet of sheets) yield* readSheetCards(sheet, losses);
    },
    losses: () => losses.list(),
    async *media() {},
    close: async () => {},
  };
}

type Names = { readonly header: boolean; readonly names: readonly string[]; readonly isChosen: boolean };

/** @param like The sheet that is already read. Its part is used as it is; other parts may have a header of their own, or none. */
function createSheets(parts: readonly Part[], like: Sheet, { header, names, isChosen }: Names): Sheet[] {
  let before = 0;
  return parts.map(({ rows, deck, header: named }) => {
    const first = rows[0] ?? [];
    const isSame = rows === like.rows || first.join("\0") === names.join("\0");
    const hasOwn = !isSame && header && (named ?? isHeader(first));
    const columns = hasOwn && !isChosen ? guessColumns(first, like.head, rows) : like.columns;
    const sheet = {
      ...like,
      columns,
      before,
      isOurs: like.isOurs && isSame,
      rows: header && (isSame || hasOwn) ? rows.slice(1) : rows,
      head: { ...like.head, deck },
    };
    before += rows.length;
    return sheet;
  });
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== "";

function measureWidth(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

const ROWS_SHOWN = 10;
const COLUMNS_SHOWN = 100;
const CELL_SHOWN = 500;

function shownOf(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN));
}

/** Returns the separator that the head of our own table names, because texts below it may hold more of another one. */
function separatorOfOurs(body: string): string | null {
  const line = body.slice(0, MAX_OWN_HEAD_LENGTH).split(/[\r\n]/, 1)[0] as string;
  const names = line.replaceAll('"', "");
  return [",", ";", "\t"].find((separator) => names === TABLE_HEAD.join(separator)) ?? null;
}

const MAX_OWN_HEAD_LENGTH = 100;

function splitRows(body: string, separator: string): string[][] {
  if (separator === PIPE && isPiped(body)) return splitPipedRows(body);
  const onOneLine = splitOneLine(body, separator);
  if (onOneLine) return onOneLine.map((row) => row.split(separator));
  if (separator.length > 1) return listRows(body, separator);
  return separator === "\t" ? continued(tableRows(body, separator)) : tableRows(body, separator);
}

/** Splits each line only at its first separator, because answers may contain dashes too. */
function listRows(body: string, separator: string): string[][] {
  const lines = body.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const at = line.indexOf(separator);
    return at < 0 ? [line] : [line.slice(0, at), line.slice(at + separator.length)];
  });
}

function tableRows(body: string, delimiter: string): string[][] {
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
function continued(rows: readonly string[][]): string[][] {
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

function guessColumns(
  names: readonly string[],
  head: Head,
  rows: readonly (readonly string[])[],
): TableReading["columns"] {
  const width = measureWidth(rows);
  const isThere = (column: number | null) => column !== null && column < width;
  const tags = isThere(head.tagsColumn) ? head.tagsColumn : indexOf(names, TAGS);
  const folder = isThere(head.deckColumn) ? head.deckColumn : indexOf(names, FOLDER);
  const extra = indexOf(names, EXTRA);
  const taken = new Set([tags, folder, extra, head.noteTypeColumn, head.guidColumn]);
  const all = Array.from({ length: Math.max(width, 2) }, (_, index) => index).filter((index) => !taken.has(index));
  const filled = filledColumns(rows);
  const inUse = all.filter((index) => filled.has(index));
  const free = inUse.length > 1 ? inUse : all;
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

/** Returns the columns with any text, because tables often begin in the second column. */
function filledColumns(rows: readonly (readonly string[])[]): Set<number> {
  const filled = new Set<number>();
  for (const row of rows) for (const [index, cell] of row.entries()) if (isFilled(cell)) filled.add(index);
  return filled;
}

function chosenColumns({ columns }: MaterialOptions, guessed: TableReading["columns"], width: number) {
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
