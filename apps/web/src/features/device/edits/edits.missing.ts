// What becomes of an edit whose card or folder has been deleted elsewhere: it goes to another card, or the server refuses it.
import type { Batch } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CopyConnection } from "#features/device/copy/copy.database.ts";
import { findCardId, readIds, replaceThing } from "#features/device/copy/copy.ids.ts";
import { findEditKind } from "#features/device/edits/edits.kinds.ts";
import { describeRefusal, refuse } from "#features/device/edits/edits.refusing.ts";
import { isRefusal, send } from "#features/device/edits/edits.sending.ts";
import type { CardTexts, EditEntry } from "#features/device/outbox/outbox.entry.ts";
import { type ApiError, isNotFound } from "#lib/api-error.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** The folder of copies whose own folder has been deleted. */
const RECOVERED_FOLDER = "Recuperadas";

/** Of all devices, so that two that need the folder at once create one. */
const RECOVERED_FOLDER_ID = "3f0c2a52-7d0e-4f3b-9a86-5b1f6f0e7c41";

/** Handles an edit whose card or folder has been deleted elsewhere. */
export async function handleMissing(
  copy: CopyConnection,
  entry: EditEntry,
  input: AnyInput,
  error: ApiError,
): Promise<void> {
  const kind = findEditKind(entry.call, entry.input);
  if (kind === "folder.remove") return;
  if (kind === "card.batch") {
    await sendWithoutMissing(copy, entry, input);
    return;
  }
  if (kind !== "card.update" && kind !== "card.remove") {
    await refuse(copy, entry, describeRefusal(error));
    return;
  }
  const inputFor = (id: number) => ({ ...input, params: { id } });
  await changeOther(copy, entry, Number(input.params?.id), entry.edited?.[0], inputFor);
}

/** Makes the edit of a card that is gone elsewhere: of the card that has come back, of a sibling or of a copy. */
async function changeOther(
  copy: CopyConnection,
  entry: EditEntry,
  id: number,
  edited: CardTexts | undefined,
  inputFor: (id: number) => AnyInput,
): Promise<void> {
  const other = (await findRestored(copy, entry, id)) ?? (await findSibling(copy, entry, edited));
  if (other !== undefined) await sendOrRefuse(copy, entry, inputFor(other));
  else if (edited) await createCopy(copy, entry, edited);
}

/**
 * Returns a sibling that the server has of an edited card, which is gone with its gap. Its text is the same, and perhaps this very edit
 * has changed it already, if the response was lost: a copy would double it.
 */
async function findSibling(
  copy: CopyConnection,
  entry: EditEntry,
  edited: CardTexts | undefined,
): Promise<number | undefined> {
  const ids = await copy.use(readIds);
  for (const sibling of edited?.siblings ?? []) {
    const id = findCardId(sibling, ids);
    if (await exists(entry, studyEndpoints.history, id)) return id;
  }
  return undefined;
}

/**
 * Returns the card in whose place the server had made another one, which is gone, if it has that card again: it has been restored from
 * a backup, and the copy does not know yet.
 */
async function findRestored(copy: CopyConnection, entry: EditEntry, id: number): Promise<number | undefined> {
  const [key] = [...(await copy.use(readIds))].find(([former, made]) => former < 0 && made === id) ?? [];
  if (key === undefined) return undefined;
  return (await exists(entry, studyEndpoints.history, -key)) ? -key : findRestored(copy, entry, -key);
}

/** A batch is for all cards or for none: without those that are gone, the others get what it does. */
async function sendWithoutMissing(copy: CopyConnection, entry: EditEntry, input: AnyInput): Promise<void> {
  const batch = input.body as Batch;
  if (batch.action === "move" && !(await exists(entry, folderEndpoints.read, batch.folderId))) {
    await refuse(copy, entry, "La carpeta a la que ibas a moverlas ya no existe.");
    return;
  }
  const before = entry.input.body as Batch;
  const inputFor = (...cardIds: number[]) => ({ body: { ...batch, cardIds } });
  const present: number[] = [];
  // The server limits changes, but not reads: with one for each card, a large batch would be tried again for ever.
  for (const [place, cardId] of batch.cardIds.entries()) {
    const edited = entry.edited?.find(({ id }) => id === before.cardIds[place]);
    if (await exists(entry, studyEndpoints.history, cardId)) present.push(cardId);
    else await changeOther(copy, entry, cardId, edited, inputFor);
  }
  if (present.length > 0) await sendOrRefuse(copy, entry, inputFor(...present));
}

/** Sends an edit to other cards than it names. */
async function sendOrRefuse(copy: CopyConnection, entry: EditEntry, input: AnyInput): Promise<void> {
  try {
    await send(entry, entry.call, input);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuse(copy, entry, describeRefusal(error));
  }
}

async function exists(entry: EditEntry, endpoint: ClientEndpoint, id: number | undefined): Promise<boolean> {
  try {
    await send(entry, { ...endpoint, changes: [] }, { params: { id: id ?? 0 } });
    return true;
  } catch (error) {
    if (isRefusal(error) && isNotFound(error)) return false;
    throw error;
  }
}

/** Creates a copy of a card that was deleted elsewhere after it had been edited here. Later edits go to the copy. */
async function createCopy(copy: CopyConnection, entry: EditEntry, edited: CardTexts): Promise<void> {
  // The same id again creates no second copy.
  const { id, folderId, front, back, tags, format, copyId: clientId = entry.reviewId } = edited;
  const body = { front, back, tags, format, clientId };
  const create = (folder: number) => send(entry, cardEndpoints.create, { params: { id: folder }, body });
  const ids = await copy.use(readIds);
  try {
    const created = await create(ids.get(folderId) ?? folderId).catch(async (error: unknown) => {
      if (isRefusal(error) && isNotFound(error)) return create(await findRecoveredFolder(entry));
      throw error;
    });
    await replaceThing(copy, findCardId(id, ids), false, created);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuse(copy, entry, describeRefusal(error));
  }
}

async function findRecoveredFolder(entry: EditEntry): Promise<number> {
  const folders = (await send(entry, folderEndpoints.list, {})) as readonly Folder[];
  const body = { name: RECOVERED_FOLDER, clientId: RECOVERED_FOLDER_ID };
  const found = folders.find(({ name }) => name === RECOVERED_FOLDER);
  return (found ?? ((await send(entry, folderEndpoints.create, { body })) as Folder)).id;
}
