import { areRowNumbers } from "@repasa/contract/imports.rows.ts";
import type { TableReading } from "@repasa/contract/imports.ts";

/** The meaning of a column of a table. */
export type ColumnRole = "front" | "back" | "tags" | "folder" | "extra";
export type Columns = TableReading["columns"];
type OptionalRole = Exclude<ColumnRole, "front" | "back">;

/** The settings for reading a table that the user can change. */
export type Reading = Pick<TableReading, "separator" | "header" | "columns">;

export function findRole(columns: Columns, index: number): ColumnRole | null {
  return (["front", "back", "tags", "folder", "extra"] as const).find((role) => columns[role] === index) ?? null;
}

/**
 * Assigns a role to a column. A role has at most one column, so the column that had it takes the previous role of this
 * one. Changes nothing if front or back would be left without a column.
 */
export function assignRole(columns: Columns, index: number, role: ColumnRole | null): Columns {
  const before = findRole(columns, index);
  if (before === role) return columns;
  const holder = role === null ? undefined : columns[role];
  const needed = before === "front" || before === "back";
  if (needed && holder === undefined) return columns;
  const next: Columns = { ...columns };
  if (before !== null) {
    if (holder !== undefined) next[before] = holder;
    else delete next[before as OptionalRole];
  }
  if (role !== null) next[role] = index;
  return next;
}

/**
 * Splits rows by another separator. Only the cells are known, so they are first joined by the previous separator. A
 * cell that contains that separator or a line break was quoted, so it is not split.
 */
export function resplitRows(rows: readonly string[][], before: string, after: string): string[][] {
  if (before === after) return rows.map((row) => [...row]);
  return rows.map((row) => {
    const cells: string[] = [];
    row.forEach((cell, index) => {
      const whole = cell.includes(before) || cell.includes("\n");
      const pieces = whole ? [cell] : cell.split(after);
      if (index === 0) cells.push(...pieces);
      else {
        const [first = "", ...rest] = pieces;
        cells[cells.length - 1] += before + first;
        cells.push(...rest);
      }
    });
    return cells;
  });
}

export type UnusedColumn = { index: number; name: string; roles: ("tags" | "extra")[] };

/**
 * Returns the first column with text that is not imported, with its possible roles; null if there is none. The first column
 * may number the rows, which says nothing about a card.
 */
export function findUnusedColumn(rows: readonly string[][], { header, columns }: Reading): UnusedColumn | null {
  const roles = (["tags", "extra"] as const).filter((role) => columns[role] === undefined);
  const cards = header ? rows.slice(1) : rows;
  const isLeft = (index: number) =>
    findRole(columns, index) === null &&
    cards.some((row) => row[index]?.trim()) &&
    !(index === 0 && areRowNumbers(cards.map((row) => row[0] ?? "")));
  const index = Array.from({ length: countColumns(rows) }, (_, column) => column).find(isLeft);
  if (index === undefined || roles.length === 0) return null;
  return { index, name: header ? (rows[0]?.[index]?.trim() ?? "") : "", roles };
}

/** Returns the number of columns of the widest row. */
export function countColumns(rows: readonly string[][]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

/** Returns whether front and back have different, existing columns. */
export function isReadable({ columns }: Pick<Reading, "columns">, width: number): boolean {
  return columns.front !== columns.back && columns.front < width && columns.back < width;
}

/** Adapts the columns to a table of another width. */
export function fitColumns(columns: Columns, width: number): Columns {
  if (width < 2 || isReadable({ columns }, width)) return dropMissingColumns(columns, width);
  return { front: 0, back: 1 };
}

function dropMissingColumns({ front, back, tags, folder, extra }: Columns, width: number): Columns {
  return {
    front,
    back,
    ...(tags !== undefined && tags < width && { tags }),
    ...(folder !== undefined && folder < width && { folder }),
    ...(extra !== undefined && extra < width && { extra }),
  };
}

export type Sample = { folder: string; front: string; back: string; format: "plain" | "markdown" };

/** Builds the sample cards of a table for which the user has changed how it is read. */
export function buildSamples(rows: readonly string[][], { header, columns }: Reading): Sample[] {
  return rows.slice(header ? 1 : 0).map((row) => ({
    folder: columns.folder === undefined ? "" : (row[columns.folder] ?? ""),
    front: row[columns.front] ?? "",
    back: [row[columns.back], row[columns.extra ?? -1]].filter(Boolean).join("\n\n"),
    format: "plain",
  }));
}

export function isSameReading(some: Reading, other: Reading): boolean {
  return JSON.stringify(normalizeReading(some)) === JSON.stringify(normalizeReading(other));
}

function normalizeReading({
  separator,
  header,
  columns: { front, back, tags = -1, folder = -1, extra = -1 },
}: Reading) {
  return [separator, header, front, back, tags, folder, extra];
}
