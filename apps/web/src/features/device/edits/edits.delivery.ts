import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { namesLocalThing, readIds, replaceThing, resolveIds } from "#features/device/copy/copy.ids.ts";
import { handleMissing } from "#features/device/edits/edits.missing.ts";
import {
  describeRefusal,
  forgetRefused,
  MISSING_PLACE,
  refuse,
  refuseFailed,
  storeWithRefused,
} from "#features/device/edits/edits.refusing.ts";
import { isRefusal, send } from "#features/device/edits/edits.sending.ts";
import type { EditDelivery } from "#features/device/outbox/outbox.delivery.ts";
import type { EditEntry, RatingEntry, UndoEntry } from "#features/device/outbox/outbox.entry.ts";
import { isNotFound } from "#lib/api-error.ts";

/**
 * Sends an edit, once all edits before it have been sent. It is done when the server has it, when its card or folder is gone,
 * or when it is in the list of refused ones.
 *
 * @throws the errors of `callServer` that may pass.
 */
async function deliverEdit(entry: EditEntry): Promise<void> {
  const copy = connectCopy(entry.userId);
  await forgetRefused(entry);
  const { path } = entry.call;
  const input = resolveIds(path, entry.input, await copy.use(readIds));
  if (namesLocalThing(input)) {
    await refuse(copy, entry, MISSING_PLACE);
    return;
  }
  try {
    const response = await send(entry, entry.call, input);
    if (entry.localId !== undefined)
      await replaceThing(copy, entry.localId, path === folderEndpoints.create.path, response);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isNotFound(error)) await handleMissing(copy, entry, input, error);
    else await refuse(copy, entry, describeRefusal(error));
  }
}

/**
 * Returns a rating, or its undo, of a card that was created here, with the id that the server has given to the card. Returns null if
 * the server has refused the card: the rating then waits with the refused edit.
 */
async function resolveRating<Entry extends RatingEntry | UndoEntry>(entry: Entry): Promise<Entry | null> {
  const copy = connectCopy(entry.userId);
  const cardId = (await copy.use(readIds)).get(entry.cardId);
  if (cardId !== undefined) return { ...entry, cardId };
  await copy.use((database) => storeWithRefused(database, entry));
  return null;
}

export const editDelivery: EditDelivery = {
  deliverEdit,
  resolveRating,
  refuseFailed,
  forgetRefused,
};
