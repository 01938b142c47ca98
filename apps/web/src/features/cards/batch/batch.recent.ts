// The batch changes that can still be undone. Stored in this browser, because undoing one requires only its id.

import type { BatchAction } from "@repasa/contract/cards.ts";
import { addListener } from "#lib/listeners.ts";
import { counted } from "#lib/plural.ts";

export type StoredBatch = { id: string; action: BatchAction; cards: number; at: string };

const UNDOABLE_MS = 24 * 60 * 60 * 1000;
const MAX_STORED = 20;

const keyOf = (userId: number) => `batches:${userId}`;

/** Returns the batches of the last 24 hours, newest first, from the stored text. */
export function selectRecentBatches(stored: string, now: Date): StoredBatch[] {
  return parse(stored).filter(({ at }) => now.getTime() - new Date(at).getTime() < UNDOABLE_MS);
}

const listeners = new Set<() => void>();

export function subscribeBatches(listener: () => void): () => void {
  return addListener(listeners, listener);
}

export function readBatches(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? "";
  } catch {
    return "";
  }
}

export function storeBatch(userId: number, batch: StoredBatch): void {
  write(userId, [batch, ...read(userId)].slice(0, MAX_STORED));
}

/** Removes a batch that was undone or can no longer be undone. */
export function removeBatch(userId: number, id: string): void {
  write(
    userId,
    read(userId).filter((batch) => batch.id !== id),
  );
}

function read(userId: number): StoredBatch[] {
  return parse(readBatches(userId));
}

function parse(stored: string): StoredBatch[] {
  if (stored === "") return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? (value as StoredBatch[]) : [];
  } catch {
    return [];
  }
}

function write(userId: number, batches: readonly StoredBatch[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(batches));
  } catch {
    // Without storage only the toast can undo the batch.
  }
  for (const listener of listeners) listener();
}

const done: Record<BatchAction, [one: string, many: string]> = {
  move: ["movida", "movidas"],
  delete: ["eliminada", "eliminadas"],
  suspend: ["suspendida", "suspendidas"],
  resume: ["reanudada", "reanudadas"],
  reset: ["reiniciada", "reiniciadas"],
  tag: ["etiquetada", "etiquetadas"],
  untag: ["sin la etiqueta", "sin la etiqueta"],
  replace: ["cambiada", "cambiadas"],
};

/** Returns "12 cartas movidas". */
export function describeBatch(action: BatchAction, cards: number): string {
  const [one, many] = done[action];
  return counted(cards, `carta ${one}`, `cartas ${many}`);
}
