// Applies changes that wait to the rows of the copy, so that they show before the server has them.

import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { formatGapVariant } from "@repasa/card-text/variants.ts";
import type { Preferences } from "@repasa/contract/account.ts";
import { accountEndpoints } from "@repasa/contract/account.ts";
import type { Batch, Card } from "@repasa/contract/cards.ts";
import { resolveFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { changeByBatch } from "#features/cards/cards.batch-changes.ts";
import { findChangeKind } from "#features/device/changes/changes.kinds.ts";
import { noteGone } from "#features/device/copy/copy.cards.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import { noteWritten } from "#features/device/copy/copy.version.ts";
import type { ChangeEntry } from "#features/device/outbox/outbox.entry.ts";

type Fields = Record<string, unknown>;
type Applied = { answer: unknown; edited?: readonly Card[]; subject: string };
type Change = Pick<ChangeEntry, "call" | "input" | "localId">;

/**
 * Applies a change to the copy, in one transaction. Applying it again has no further effect.
 *
 * @returns The answer to the call on this device; undefined if the copy lacks the card or folder that the change names.
 */
export async function applyChange(database: CopyDatabase, change: Change, at: number): Promise<Applied | undefined> {
  const applied = await applyByKind(database, change, at);
  noteWritten(change.call.changes);
  return applied;
}

async function applyByKind(
  database: CopyDatabase,
  { call, input, localId = 0 }: Change,
  at: number,
): Promise<Applied | undefined> {
  const kind = findChangeKind(call, input);
  const id = Number(input.params?.id);
  const body = (input.body ?? {}) as Fields;
  switch (kind) {
    case "folder.create":
      return putFolder(database, createFolder(localId, body, at));
    case "folder.update":
      return changeFolder(database, id, body, at);
    case "folder.remove":
      return removeFolder(database, id);
    case "card.create":
      return createCard(database, localId, id, body, at);
    case "card.update":
      return changeCard(database, id, body, at);
    case "card.remove":
      return removeCards(database, [id]);
    case "card.batch":
      return applyBatch(database, body as Batch);
    case "preferences":
      return changePreferences(database, body);
    default:
      return undefined;
  }
}

/** Returns the fields that an edit really changes: those that differ from what its editor found. */
export function pickChanged({ base = {}, ...fields }: Fields): Fields {
  const found = base as Fields;
  const isSame = (name: string) => name in found && JSON.stringify(found[name]) === JSON.stringify(fields[name]);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== undefined && !isSame(name)));
}

type FolderFields = Pick<Folder, "name"> &
  Partial<Pick<Folder, "description" | "language" | "answerMode" | "strictAccents">> & {
    color?: string | null;
    icon?: string | null;
  };

function createFolder(id: number, fields: Fields, at: number): Folder {
  const { name, color = null, icon = null, ...chosen } = fields as FolderFields;
  const now = new Date(at).toISOString();
  return {
    ...{ id, name, description: null, language: null, difficultyLevel: "Medio" },
    ...{ answerMode: "flip" as const, strictAccents: false, ...chosen },
    ...resolveFolderFace(name, { color, icon }),
    ...{ colorChosen: color !== null, iconChosen: icon !== null },
    ...{ hasStudiedCards: false, cardCount: 0, dueCount: 0, createdAt: now, updatedAt: now },
  };
}

async function putFolder(database: CopyDatabase, folder: Folder): Promise<Applied> {
  await database.put("folders", folder);
  return { answer: folder, subject: folder.name };
}

async function changeFolder(database: CopyDatabase, id: number, body: Fields, at: number) {
  const before = await database.get("folders", id);
  if (!before) return undefined;
  const { color, icon, ...fields } = pickChanged(body) as Partial<FolderFields>;
  const chosen = {
    color: color !== undefined ? color : before.colorChosen ? before.color : null,
    icon: icon !== undefined ? icon : before.iconChosen ? before.icon : null,
  };
  const name = fields.name ?? before.name;
  return putFolder(database, {
    ...before,
    ...fields,
    ...resolveFolderFace(name, chosen),
    ...{ colorChosen: chosen.color !== null, iconChosen: chosen.icon !== null },
    updatedAt: new Date(at).toISOString(),
  });
}

async function removeFolder(database: CopyDatabase, id: number): Promise<Applied | undefined> {
  const transaction = database.transaction(["folders", "cards", "facts"], "readwrite");
  const folder = await transaction.objectStore("folders").get(id);
  void transaction.objectStore("folders").delete(id);
  const cards = transaction.objectStore("cards");
  const keys = await cards.index("place").getAllKeys(IDBKeyRange.bound([id], [id, "\uffff"]));
  for (const key of keys) void cards.delete(key);
  await noteGone(transaction.objectStore("facts"), keys);
  await transaction.done;
  return folder && { answer: undefined, subject: folder.name };
}

async function createCard(database: CopyDatabase, id: number, folderId: number, body: Fields, at: number) {
  if (!(await database.get("folders", folderId))) return undefined;
  const { front, back = "", format = "plain", tags = [], suspended = false } = body as Partial<Card>;
  const now = new Date(at).toISOString();
  // The server also makes the cards of the other gaps.
  const [gap] = format === "markdown" ? gapNumbers(front ?? "") : [];
  const card = {
    ...{ id, folderId, front: front ?? "", back, format, tags, suspended },
    ...{ difficulty: "new" as const, reviewCount: 0, lastReviewedAt: null, nextReviewAt: null, nextReviewDate: null },
    ...{ interval: 0, easeFactor: 250, groupId: null, createdAt: now, updatedAt: now },
    variant: gap === undefined ? null : formatGapVariant(gap),
  };
  await database.put("cards", card);
  return { answer: card, subject: card.front };
}

async function changeCard(database: CopyDatabase, id: number, body: Fields, at: number): Promise<Applied | undefined> {
  const before = await database.get("cards", id);
  if (!before) return undefined;
  const { front, back, format, tags, suspended } = pickChanged(body) as Partial<Card>;
  const changes = Object.entries({ front, back, format, tags, suspended }).filter(([, value]) => value !== undefined);
  const card: Card = { ...before, ...Object.fromEntries(changes), updatedAt: new Date(at).toISOString() };
  await database.put("cards", card);
  const isTextEdited = front !== undefined || back !== undefined || format !== undefined || tags !== undefined;
  return { answer: card, subject: card.front, ...(isTextEdited && { edited: [card] }) };
}

async function removeCards(database: CopyDatabase, ids: readonly number[]): Promise<Applied | undefined> {
  const transaction = database.transaction(["cards", "facts"], "readwrite");
  const store = transaction.objectStore("cards");
  const found = (await Promise.all(ids.map((id) => store.get(id)))).filter((card) => card !== undefined);
  for (const { id } of found) void store.delete(id);
  await noteGone(transaction.objectStore("facts"), listIds(found));
  await transaction.done;
  return found[0] && { answer: undefined, subject: found[0].front };
}

const listIds = (cards: readonly Card[]): number[] => cards.map(({ id }) => id);

async function applyBatch(database: CopyDatabase, batch: Batch): Promise<Applied | undefined> {
  const transaction = database.transaction(["cards", "facts"], "readwrite");
  const store = transaction.objectStore("cards");
  const found = (await Promise.all(batch.cardIds.map((id) => store.get(id)))).filter((card) => card !== undefined);
  const cards = found.map((card) => ({ ...card, ...changeByBatch(card, batch) }));
  for (const card of cards) void (batch.action === "delete" ? store.delete(card.id) : store.put(card));
  if (batch.action === "delete") await noteGone(transaction.objectStore("facts"), listIds(cards));
  await transaction.done;
  const [first] = cards;
  if (!first) return undefined;
  const others = cards.length - 1;
  return {
    // Without an id, because only a batch that the server has can be undone.
    answer: { batchId: "", changed: cards.length },
    subject: others > 0 ? `${first.front} (y ${others} más)` : first.front,
    ...((batch.action === "tag" || batch.action === "untag") && { edited: cards }),
  };
}

async function changePreferences(database: CopyDatabase, body: Fields): Promise<Applied | undefined> {
  const url = accountEndpoints.preferences.path;
  const before = (await database.get("answers", url))?.body as Preferences | undefined;
  if (!before) return undefined;
  const preferences = { ...before, ...body };
  await database.put("answers", { url, at: Date.now(), body: preferences });
  return { answer: preferences, subject: "" };
}
