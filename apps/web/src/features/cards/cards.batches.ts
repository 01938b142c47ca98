// What was done to many cards at once and can still be taken back; kept in this browser, because only the ids are needed.
import type { BatchAction } from "@repasa/contract/cards.ts";
import { counted } from "#lib/plural.ts";

export type NotedBatch = { id: string; action: BatchAction; cards: number; at: string };

const HOURS_24 = 24 * 60 * 60 * 1000;
const MOST = 20;

const keyOf = (userId: number) => `batches:${userId}`;

/** Those of the last 24 hours, newest first, of what the browser keeps. */
export function recentBatches(kept: string, now: Date): NotedBatch[] {
  return parse(kept).filter(({ at }) => now.getTime() - new Date(at).getTime() < HOURS_24);
}

const listeners = new Set<() => void>();

export function subscribeBatches(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function keptBatches(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? "";
  } catch {
    return "";
  }
}

export function noteBatch(userId: number, batch: NotedBatch): void {
  write(userId, [batch, ...read(userId)].slice(0, MOST));
}

/** It was taken back, or cannot be any more. */
export function dropBatch(userId: number, id: string): void {
  write(
    userId,
    read(userId).filter((batch) => batch.id !== id),
  );
}

function read(userId: number): NotedBatch[] {
  return parse(keptBatches(userId));
}

function parse(kept: string): NotedBatch[] {
  if (kept === "") return [];
  try {
    const value: unknown = JSON.parse(kept);
    return Array.isArray(value) ? (value as NotedBatch[]) : [];
  } catch {
    return [];
  }
}

function write(userId: number, batches: readonly NotedBatch[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(batches));
  } catch {
    // Then only the toast can take it back.
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

/** "12 cartas movidas". */
export function batchText(action: BatchAction, cards: number): string {
  const [one, many] = done[action];
  return counted(cards, `carta ${one}`, `cartas ${many}`);
}
