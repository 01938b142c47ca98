// The list of what the server has refused, as the delivery fills it.

import type { Batch } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import {
  type CopyConnection,
  type CopyDatabase,
  connectCopy,
  type RefusedEntry,
  VOID_CURSOR,
  withExistingCopy,
} from "#features/device/copy/copy.database.ts";
import { readIds, resolveIds } from "#features/device/copy/copy.ids.ts";
import { findEditKind } from "#features/device/edits/edits.kinds.ts";
import { isRefusal, send } from "#features/device/edits/edits.sending.ts";
import {
  type EditEntry,
  type OutboxEntry,
  type RatingEntry,
  renewEntry,
  type StoredEntry,
  type UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { type ApiError, isNotFound } from "#lib/api-error.ts";

const FAILED = "El servidor no ha podido guardarlo, tras varios intentos.";

export const MISSING_PLACE = "Ya no existe la carpeta o la carta a la que pertenece.";

export const describeRefusal = ({ serverMessage, issues }: ApiError) =>
  issues[0]?.message ?? serverMessage ?? MISSING_PLACE;

/** Lists an entry as refused that the server has failed with too often, so that those behind it are sent. */
export async function refuseFailed(entry: StoredEntry): Promise<void> {
  try {
    await refuse(connectCopy(entry.userId), entry, FAILED);
  } catch (error) {
    // A rating without a text must not keep all others of a browser without a database.
    if (entry.kind === "change") throw error;
    console.error(`The server has never taken this ${entry.kind}`, entry, error);
  }
}

/** Returns the id of an entry in the list. An undo has the id of its rating. */
const nameRefused = ({ kind, reviewId }: OutboxEntry) => (kind === "undo" ? `undo of ${reviewId}` : reviewId);

/** Lists an entry as refused, and shows again what the server has. */
export async function refuse(copy: CopyConnection, entry: OutboxEntry, reason: string): Promise<void> {
  const refused = { id: nameRefused(entry), entry: renewEntry<OutboxEntry>(entry), reason, at: Date.now() };
  if (entry.kind !== "change") {
    await copy.use((database) => listRefusedRating(database, refused));
    return;
  }
  await copy.use((database) => database.put("refused", refused));
  try {
    await restoreRows(copy, entry);
  } catch (error) {
    // The server may fail with the rows as it did with the edit. What was refused is listed all the same.
    console.warn("The rows of a refused change are not restored before the copy is read again", error);
    await copy.use((database) => database.put("facts", VOID_CURSOR, "cursor"));
  }
}

/** Takes an entry off the list of refused ones that still waits, because a page was killed before it removed it from the outbox. */
export async function forgetRefused(entry: OutboxEntry): Promise<void> {
  // Without a database nothing is listed.
  const remove = (database: CopyDatabase) => database.delete("refused", nameRefused(entry));
  await withExistingCopy(entry.userId, remove).catch(() => {});
}

/** Lists a rating, or its undo, with its card; a rating that was undone meanwhile is of no use any more. */
async function listRefusedRating(database: CopyDatabase, refused: RefusedEntry): Promise<void> {
  const { kind, cardId, reviewId } = refused.entry;
  const noted = await database.getFromIndex("ratings", "reviewId", reviewId);
  if (kind === "review" && noted?.undoneAt !== undefined) return;
  const front = (await database.get("cards", (await readIds(database)).get(cardId) ?? cardId))?.front;
  await database.put("refused", { ...refused, ...(front !== undefined && { front }) });
}

/** Stores a rating of a card with the refused edit that would have created the card, or removes an undone one there. */
export async function storeWithRefused(database: CopyDatabase, entry: RatingEntry | UndoEntry): Promise<void> {
  const { store, done } = database.transaction("refused", "readwrite");
  const refused = (await store.getAll()).find(
    (one) => one.entry.kind === "change" && one.entry.localId === entry.cardId,
  );
  const others = refused?.ratings?.filter(({ reviewId }) => reviewId !== entry.reviewId) ?? [];
  const rating = renewEntry(entry);
  if (refused) void store.put({ ...refused, ratings: rating.kind === "review" ? [...others, rating] : others });
  await done;
}

async function restoreRows(copy: CopyConnection, entry: EditEntry): Promise<void> {
  const { call, localId } = entry;
  const kind = findEditKind(call, entry.input);
  if (localId !== undefined) {
    await copy.use((database) => database.delete(kind === "folder.create" ? "folders" : "cards", localId));
    return;
  }
  const { params, body } = resolveIds(call.path, entry.input, await copy.use(readIds));
  const id = Number(params?.id);
  if (kind === "folder.update" || kind === "folder.remove") {
    const folder = await readOrNull(entry, folderEndpoints.read, id);
    await putOrDelete(copy, "folders", id, folder);
    if (folder && kind === "folder.remove") await restoreCards(copy, entry, id);
    return;
  }
  const ids = kind === "card.batch" ? (body as Batch).cardIds : kind?.startsWith("card.") ? [id] : [];
  for (const one of ids) {
    const history = (await readOrNull(entry, studyEndpoints.history, one)) as { card: never } | null;
    await putOrDelete(copy, "cards", one, history?.card);
  }
}

/** Stores the cards of a folder again that this device had removed, and the server has not. */
async function restoreCards(copy: CopyConnection, entry: EditEntry, folderId: number): Promise<void> {
  const cards = (await readOrNull(entry, cardEndpoints.listInFolder, folderId)) as never[] | null;
  await copy.use(async (database) => {
    const { store, done } = database.transaction("cards", "readwrite");
    for (const card of cards ?? []) void store.put(card);
    await done;
  });
}

async function putOrDelete(copy: CopyConnection, store: "folders" | "cards", id: number, row: unknown): Promise<void> {
  await copy.use(async (database) => {
    if (row) await database.put(store, row as never);
    else await database.delete(store, id);
  });
}

async function readOrNull(entry: EditEntry, endpoint: ClientEndpoint, id: number): Promise<unknown> {
  try {
    return await send(entry, endpoint, { params: { id } });
  } catch (error) {
    if (isRefusal(error) && isNotFound(error)) return null;
    throw error;
  }
}
