import type { TableReading } from "@repasa/contract/imports.ts";

/** What a column of a table holds. */
export type ColumnRole = "front" | "back" | "tags" | "folder" | "extra";
export type Columns = TableReading["columns"];
type OptionalRole = Exclude<ColumnRole, "front" | "back">;

/** What the user may change of how a table was read. */
export type Reading = Pick<TableReading, "separator" | "header" | "columns">;

export function roleOf(columns: Columns, index: number): ColumnRole | null {
  return (["front", "back", "tags", "folder", "extra"] as const).find((role) => columns[role] === index) ?? null;
}

/**
 * Gives a column a role. Each role has one column, so whoever had it takes what this one had; question and answer never
 * go without a column.
 */
export function assigned(columns: Columns, index: number, role: ColumnRole | null): Columns {
  const before = roleOf(columns, index);
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
 * The rows that another separator gives. Only the cells are known, so they are joined as they were: a cell in which the
 * separator or a line break stands had quotes, and stays whole.
 */
export function splitAgain(rows: readonly string[][], before: string, after: string): string[][] {
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

export type LeftOut = { index: number; name: string; roles: ("tags" | "extra")[] };

/** Returns the first column with texts that is not imported, and its possible uses; null if there is none. */
export function columnLeftOut(rows: readonly string[][], { header, columns }: Reading): LeftOut | null {
  const roles = (["tags", "extra"] as const).filter((role) => columns[role] === undefined);
  const cards = header ? rows.slice(1) : rows;
  const isLeft = (index: number) => roleOf(columns, index) === null && cards.some((row) => row[index]?.trim());
  const index = Array.from({ length: widthOf(rows) }, (_, column) => column).find(isLeft);
  if (index === undefined || roles.length === 0) return null;
  return { index, name: header ? (rows[0]?.[index]?.trim() ?? "") : "", roles };
}

/** How many columns the widest row has. */
export function widthOf(rows: readonly string[][]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

/** Whether question and answer have a column each. */
export function isReadable({ columns }: Pick<Reading, "columns">, width: number): boolean {
  return columns.front !== columns.back && columns.front < width && columns.back < width;
}

/** Columns that fit a table of another width. */
export function fitted(columns: Columns, width: number): Columns {
  if (width < 2 || isReadable({ columns }, width)) return withinWidth(columns, width);
  return { front: 0, back: 1 };
}

function withinWidth({ front, back, tags, folder, extra }: Columns, width: number): Columns {
  return {
    front,
    back,
    ...(tags !== undefined && tags < width && { tags }),
    ...(folder !== undefined && folder < width && { folder }),
    ...(extra !== undefined && extra < width && { extra }),
  };
}

export type Sample = { folder: string; front: string; back: string; format: "plain" | "markdown" };

/** The first cards as they will be, for a table that is read otherwise than it was guessed. */
export function samplesOf(rows: readonly string[][], { header, columns }: Reading): Sample[] {
  return rows.slice(header ? 1 : 0).map((row) => ({
    folder: columns.folder === undefined ? "" : (row[columns.folder] ?? ""),
    front: row[columns.front] ?? "",
    back: [row[columns.back], row[columns.extra ?? -1]].filter(Boolean).join("\n\n"),
    format: "plain",
  }));
}

export function sameReading(some: Reading, other: Reading): boolean {
  return JSON.stringify(sorted(some)) === JSON.stringify(sorted(other));
}

function sorted({ separator, header, columns: { front, back, tags = -1, folder = -1, extra = -1 } }: Reading) {
  return [separator, header, front, back, tags, folder, extra];
}
