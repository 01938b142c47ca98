// Compares cards that a session was given earlier with the copy, which other devices and tabs have changed since.
import type { Card } from "@repasa/contract/cards.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import { readIds } from "#features/device/copy/copy.ids.ts";
import { isLocalId } from "#features/device/outbox/outbox.entry.ts";
import type { CardChanges } from "#lib/local-responses.ts";

/** Of so many cards the copy remembers that they were deleted, which it cannot tell from those that it has not been given yet. */
const MAX_GONE = 5000;

type Facts = {
  get: (key: "gone") => Promise<string | undefined>;
  put: (value: string, key: "gone") => Promise<unknown>;
};

/** Remembers that cards were deleted, here or elsewhere. */
export async function noteGone(facts: Facts, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = JSON.parse((await facts.get("gone")) ?? "[]") as number[];
  await facts.put(JSON.stringify([...known, ...ids].slice(-MAX_GONE)), "gone");
}

/**
 * Returns which cards are not to be asked any more, because they were deleted, suspended or moved out of the folder, and those whose
 * text was edited, as they are now. Cards that are newer than the copy stay as they are.
 *
 * @param folderId The folder that is studied; null if a card may lie in any.
 */
export async function compareCards(
  database: CopyDatabase,
  cards: readonly Card[],
  folderId: number | null,
): Promise<CardChanges> {
  const newIds = await readIds(database);
  // A card that replaces a deleted one is another card.
  const presentId = (id: number) => (isLocalId(id) ? (newIds.get(id) ?? id) : id);
  const folder = folderId === null ? null : (newIds.get(folderId) ?? folderId);
  const transaction = database.transaction(["cards", "facts"]);
  const store = transaction.objectStore("cards");
  const rows = await Promise.all(cards.map(({ id }) => store.get(presentId(id))));
  const gone = new Set(JSON.parse((await transaction.objectStore("facts").get("gone")) ?? "[]") as number[]);
  await transaction.done;
  const changes: { edited: Card[]; removed: number[] } = { edited: [], removed: [] };
  for (const [place, card] of cards.entries()) {
    const row = rows[place];
    if (!row) {
      if (gone.has(presentId(card.id))) changes.removed.push(card.id);
    } else if (row.updatedAt >= card.updatedAt) {
      const isMoved = folder !== null && row.folderId !== folder;
      if (isMoved || (row.suspended && !card.suspended)) changes.removed.push(card.id);
      else if (hasOtherText(row, card)) changes.edited.push({ ...row, id: card.id });
    }
  }
  return changes;
}

function hasOtherText(one: Card, other: Card): boolean {
  const textOf = ({ front, back, format, tags }: Card) => JSON.stringify([front, back, format, tags]);
  return textOf(one) !== textOf(other);
}
