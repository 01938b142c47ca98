import { isStatementTimeout } from "#platform/db/database-errors.ts";

/** The value that a statement has read, and the key after which the next statement starts; null after the last portion. */
export type Portion<T> = { readonly value: T; readonly next: string | null };

/** @param size The largest number of rows to read. */
type Read<T> = (after: string | undefined, size: number) => Promise<Portion<T>>;

/**
 * Reads rows with one statement after another, each short enough for the statement timeout. If a statement exceeds the
 * timeout, it is repeated with fewer rows, and later ones read as few. Throws only if a single row takes too long.
 */
export async function* readInPortions<T>(maxRows: number, read: Read<T>): AsyncGenerator<T> {
  let size = maxRows;
  let after: string | undefined;
  for (;;) {
    let portion: Portion<T>;
    try {
      portion = await read(after, size);
    } catch (error) {
      if (!isStatementTimeout(error) || size === 1) throw error;
      size = Math.ceil(size / 4);
      continue;
    }
    yield portion.value;
    if (portion.next === null) return;
    after = portion.next;
  }
}

type Weighed = { readonly id: number; readonly weight: number };

/** Yields the ids of rows in groups of roughly `bytes`, with at least one row each. */
export function* groupByWeight(rows: readonly Weighed[], bytes: number): Generator<number[]> {
  let ids: number[] = [];
  let sum = 0;
  for (const { id, weight } of rows) {
    if (ids.length > 0 && sum + weight > bytes) {
      yield ids;
      ids = [];
      sum = 0;
    }
    ids.push(id);
    sum += weight;
  }
  if (ids.length > 0) yield ids;
}
