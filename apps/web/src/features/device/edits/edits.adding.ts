// Changes that are made on this device. A killed page leaves either nothing of one or all of it.
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { makeLocalId } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { describeEdit, type EditedCard } from "#features/device/edits/edits.apply.ts";
import { applyWaiting } from "#features/device/edits/edits.waiting.ts";
import type { AddedEdit, CardTexts } from "#features/device/outbox/outbox.entry.ts";
import type { Outbox } from "#features/device/outbox/outbox.queue.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { newUuid } from "#lib/uuid.ts";

/**
 * Describes a call as an entry of the outbox, and changes nothing.
 *
 * @param at The time of the edit, in milliseconds since 1970.
 * @returns also the response that the server is expected to give; null if the copy lacks the card or folder that the call names.
 */
export async function describeEntry(
  copy: Copy,
  { method, path, changes }: ClientEndpoint,
  input: AnyInput,
  at: number,
): Promise<{ entry: AddedEdit; response: unknown } | null> {
  const isCreation = method === "POST" && path !== cardEndpoints.batch.path;
  const edit = {
    call: { method, path, changes },
    input,
    reviewId: newUuid(),
    cardId: Number(input.params?.id ?? 0),
    ...(isCreation && { localId: makeLocalId() }),
  };
  const described = await copy.use((database) => describeEdit(database, edit, at));
  if (!described) return null;
  const { response, edited, subject } = described;
  const texts = edited && { edited: edited.map(pickTexts) };
  return { entry: { kind: "change", ...edit, subject, ...texts, at }, response };
}

/** Puts an edit into the outbox, and then shows it in the copy. */
export async function addEntry(
  copy: Copy,
  outbox: Pick<Outbox, "add" | "listWaitingEdits">,
  entry: AddedEdit,
): Promise<void> {
  await outbox.add(entry);
  try {
    await applyWaiting(copy, outbox, ({ reviewId }) => reviewId === entry.reviewId);
  } catch (error) {
    // The outbox has the edit: an error would make the student repeat it.
    console.warn("The copy of this device does not show an edit", error);
  }
}

function pickTexts({ id, folderId, front, back, tags, format, siblings }: EditedCard): CardTexts {
  return { id, folderId, front, back, tags, format, copyId: newUuid(), ...(siblings && { siblings }) };
}
