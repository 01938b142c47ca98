// Apart from the schemas, so that the web app reads it without loading these.

/** Returns whether cells number the rows of a table from 0 or 1, also as `1.` or `#1`. */
export function areRowNumbers(cells: readonly string[]): boolean {
  const [first, ...others] = cells.map(readRowNumber);
  if ((first !== 0 && first !== 1) || others.length === 0) return false;
  return others.every((number, index) => number === first + index + 1);
}

/** Returns the number of a row, or null for any other text. */
export function readRowNumber(cell: string): number | null {
  const digits = /^\s*#?(\d{1,6})[.)º°]?\s*$/.exec(cell)?.[1];
  return digits === undefined ? null : Number(digits);
}
