// Tables and lists: a row is a card.

import type { TableReading } from "@repasa/contract/imports.ts";
import { parse } from "csv-parse/sync";
import { type Material, type MaterialOptions, UnreadableFile } from "../imports.material.ts";
import { Losses } from "./reading.losses.ts";
import { guessSeparator, rowsOnOneLine } from "./reading.separators.ts";
import { cardsOfSheet } from "./reading.sheet-cards.ts";
import { type Head, headOf, type Sheet } from "./reading.sheet-head.ts";

/** @param isList Whether it was pasted, or saved as mere text. */
export function openSheet(text: string, isList: boolean, options: MaterialOptions): Material {
  const { head, body } = headOf(text);
  const separator = options.separator ?? head.separator ?? guessSeparator(body, isList);
  const all = rowsOf(body, separator);
  const isOurs = OURS.every((name, index) => all[0]?.[index]?.trim() === name) && all[0]?.length === OURS.length;
  const header = options.header ?? (isOurs || (head.columns === null && isHeader(all[0] ?? [])));
  const names = header ? (all[0] ?? []) : (head.columns?.split(separator) ?? []);
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = chosenColumns(options, guessColumns(names, head, width), width);
  const sheet: Sheet = { rows: header ? all.slice(1) : all, columns, head, isOurs, noteType: head.noteTypeColumn };
  const losses = new Losses();
  return {
    format: "table",
    table: { separator, header, columns, rows: all.slice(0, ROWS_SHOWN).map(shownOf) },
    *cards() {
      losses.clear();
      yield* cardsOfSheet(sheet, losses);
    },
    unsupported: () => losses.list(),
    async *media() {},
    close: async () => {},
  };
}

const ROWS_SHOWN = 10;
const COLUMNS_SHOWN = 100;
const CELL_SHOWN = 500;

function shownOf(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN));
}

const OURS = ["Pregunta", "Respuesta", "Etiquetas", "Carpeta", "Formato"];

function rowsOf(body: string, separator: string): string[][] {
  const onOneLine = rowsOnOneLine(body, separator);
  if (onOneLine) return onOneLine.map((row) => row.split(separator));
  if (separator.length > 1) return listRows(body, separator);
  return separator === "\t" ? continued(tableRows(body, separator)) : tableRows(body, separator);
}

/** Only the first separator of a line parts it: answers have dashes too. */
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
    // A quotation mark that nothing closes is a letter like others.
    try {
      return parse(body, { ...options, quote: false }) as string[][];
    } catch {
      throw new UnreadableFile("damaged", "No se puede leer la tabla. Guárdala otra vez como CSV.");
    }
  }
}

/** In copied lists a line without a tab goes on with the definition above. */
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

function indexOf(names: readonly string[], pattern: RegExp): number | null {
  const at = names.findIndex((name) => pattern.test(name.trim()));
  return at < 0 ? null : at;
}

function isHeader(row: readonly string[]): boolean {
  return indexOf(row, FRONT) !== null && indexOf(row, BACK) !== null;
}

function guessColumns(names: readonly string[], head: Head, width: number): TableReading["columns"] {
  const isThere = (column: number | null) => column !== null && column < width;
  const tags = isThere(head.tagsColumn) ? head.tagsColumn : indexOf(names, TAGS);
  const folder = isThere(head.deckColumn) ? head.deckColumn : indexOf(names, FOLDER);
  const taken = new Set([tags, folder, head.noteTypeColumn, head.guidColumn]);
  const free = Array.from({ length: Math.max(width, 2) }, (_, index) => index).filter((index) => !taken.has(index));
  const front = indexOf(names, FRONT) ?? free[0] ?? 0;
  const back = indexOf(names, BACK) ?? free.find((index) => index > front) ?? front + 1;
  return { front, back, ...(tags !== null && { tags }), ...(folder !== null && { folder }) };
}

function chosenColumns({ columns }: MaterialOptions, guessed: TableReading["columns"], width: number) {
  if (!columns) return guessed;
  const { front, back } = columns;
  const tags = columns.tags ?? undefined;
  const folder = columns.folder ?? undefined;
  const wrong = [front, back, tags, folder].find((column) => column !== undefined && column >= Math.max(width, 1));
  if (wrong !== undefined) {
    throw new UnreadableFile("wrong_columns", `La tabla no tiene la columna ${wrong + 1}. Elige otra.`);
  }
  if (front === back)
    throw new UnreadableFile("wrong_columns", "La pregunta y la respuesta necesitan columnas distintas.");
  return { front, back, ...(tags !== undefined && { tags }), ...(folder !== undefined && { folder }) };
}
