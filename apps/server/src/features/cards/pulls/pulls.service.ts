// The batch of a pull: each text before it and after it. The cards that were changed since stay when it is undone, so that it has a rule
// of its own.
import { type FollowedText, isLive } from "@repasa/following/followed-text.ts";
import type { PulledText } from "@repasa/following/pull.ts";
import { undoPull } from "@repasa/following/undo.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import { lockOwnFolder } from "#features/folders/folders.service.ts";
import { lockFollowed, updateProgress } from "#features/followers/followers.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CardRow } from "#schema/cards.ts";
import { type LoadedTexts, loadTexts, type StoredText, storeTexts } from "../followed/followed.service.ts";
import { deleteBatch, insertBatchTexts, insertPull, type PulledRow, selectBatchTexts } from "./pulls.queries.ts";

/** @param from The position in the author's feed from which the pull began. */
export async function beginPullBatch(
  transaction: Queryable,
  owner: OwnerId,
  pull: { id: string; folderId: number; from: number },
  now: Date,
): Promise<void> {
  await insertPull(transaction, owner, pull, now);
}

/**
 * @param pulled The texts that a pull has changed.
 * @param stored The same texts after the pull, in the same order; each card has its id.
 * @param place The number of texts that the batch has already.
 */
export async function storePulledTexts(
  transaction: Queryable,
  owner: OwnerId,
  batchId: string,
  { pulled, stored, place }: { pulled: readonly PulledText[]; stored: readonly FollowedText[]; place: number },
): Promise<void> {
  let at = 0;
  const rows = pulled.map(({ before, after }, index) => {
    const own = stored.slice(at, at + after.length);
    at += after.length;
    return { place: place + index, before, after: own };
  });
  await insertBatchTexts(transaction, owner, batchId, rows);
}

/** Removes the batch of a pull that has brought nothing. */
export async function dropPullBatch(transaction: Queryable, owner: OwnerId, id: string): Promise<void> {
  await deleteBatch(transaction, owner, id);
}

const PORTION_TEXTS = 200;

type PullBatch = { id: string; followingFolderId: number | null; pulledFrom: number | null };

/** Undoes a pull, and pauses the folder. Returns how many cards went back to something else, or disappeared. */
export async function undoPulledBatch(
  transaction: Queryable,
  owner: OwnerId,
  { id, followingFolderId, pulledFrom }: PullBatch,
  now: Date,
  noted: NotedChanges,
): Promise<number> {
  const folderId = followingFolderId ?? 0;
  await lockOwnFolder(transaction, owner, folderId);
  const follow = await lockFollowed(transaction, owner, folderId);
  if (!follow) throw new AppError("conflict", "Ya no sigues esta carpeta");
  let changed = 0;
  for (let last = -1; ; ) {
    const pulled = await selectBatchTexts(transaction, owner, id, last, PORTION_TEXTS);
    if (pulled.length > 0) changed += await undoTexts(transaction, owner, { folderId, now }, pulled, noted);
    if (pulled.length < PORTION_TEXTS) break;
    last = pulled.at(-1)?.place ?? 0;
  }
  await updateProgress(transaction, owner, folderId, {
    paused: true,
    // The next pull reads all changes since then once more.
    cursor: Math.min(follow.cursor, pulledFrom ?? 0),
    ...(follow.lastPull?.batchId === id && { lastPull: null }),
  });
  noted.changed("folder", [folderId]);
  return changed;
}

async function undoTexts(
  transaction: Queryable,
  owner: OwnerId,
  { folderId, now }: { folderId: number; now: Date },
  pulled: readonly PulledRow[],
  noted: NotedChanges,
): Promise<number> {
  const named = pulled.map((one) => listNamed(one));
  const sources = named.flatMap((one) => [...one.sources]);
  const cardIds = named.flatMap((one) => [...one.cardIds]);
  const loaded = await loadTexts(transaction, owner, { folderId, sources, cardIds });
  const touched = new Set(
    [...loaded.rows.values()].filter((row) => wasStudiedOrMoved(row, folderId)).map((row): number | null => row.id),
  );
  let changed = 0;
  const stored = pulled.flatMap((one, index) => {
    const present = listPresent(loaded, named[index] ?? { sources: new Set(), cardIds: new Set() });
    const undone = undoPull(
      one,
      present.map(({ state }) => state),
      touched,
    );
    changed += undone.changed;
    return undone.texts.map((state) => ({ state, behind: true }));
  });
  await storeTexts(transaction, owner, { folderId, assigned: false, now }, loaded, stored, noted);
  return changed;
}

type Named = { sources: ReadonlySet<number>; cardIds: ReadonlySet<number> };

/** Returns the cards of a text before and after a pull. */
function listNamed({ before, after }: PulledRow): Named {
  const cards = [...(before ? [before] : []), ...after].flatMap((text) => text.cards);
  return {
    sources: new Set(cards.flatMap(({ source }) => source ?? [])),
    cardIds: new Set(cards.filter(isLive).flatMap(({ card }) => card.id ?? [])),
  };
}

function listPresent({ texts }: LoadedTexts, { sources, cardIds }: Named): StoredText[] {
  const isNamed = ({ cards }: FollowedText) =>
    cards.some(({ source, card }) => sources.has(source ?? 0) || cardIds.has(card?.id ?? 0));
  return texts.filter(({ state }) => isNamed(state));
}

/** A card that the pull brought stays if it was rated since, or put elsewhere. */
function wasStudiedOrMoved(row: CardRow, folderId: number): boolean {
  return row.lastReviewedAt !== null || row.folderId !== folderId;
}
