import { readIds, resolveIds } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { applyEdit } from "#features/device/edits/edits.apply.ts";
import type { EditEntry } from "#features/device/outbox/outbox.entry.ts";
import type { Outbox } from "#features/device/outbox/outbox.queue.ts";

/**
 * Applies waiting edits to the copy, again because rows from the server do not contain them.
 *
 * @param isMeant Returns whether to apply an edit; by default all are.
 * @returns The edits that still wait, and the ids that the server has given to things of this device.
 */
export async function applyWaiting(
  copy: Copy,
  outbox: Pick<Outbox, "listWaitingEdits">,
  isMeant: (entry: EditEntry) => boolean = () => true,
): Promise<{ waiting: readonly EditEntry[]; ids: ReadonlyMap<number, number> }> {
  const all = await outbox.listWaitingEdits();
  const before = all.filter(isMeant);
  if (before.length === 0) return { waiting: all, ids: await copy.use(readIds) };
  const known = await copy.use(readIds);
  for (const { input, ...entry } of before) {
    // The server has made it, but the entry has not been removed yet.
    if (entry.localId !== undefined && known.has(entry.localId)) continue;
    await applyEdit(copy, { ...entry, input: resolveIds(entry.call.path, input, known) }, entry.at);
  }
  const waiting = await outbox.listWaitingEdits();
  const waitingIds = new Set(waiting.map(({ reviewId }) => reviewId));
  const ids = await copy.use(readIds);
  // Delivered, perhaps by another tab that has not removed it yet, or refused: the rows that were made again would stay for ever.
  const isSettled = ({ reviewId, localId = 0 }: EditEntry) => !waitingIds.has(reviewId) || ids.has(localId);
  await copy.use(async (database) => {
    for (const { localId } of before.filter(isSettled)) {
      if (localId === undefined) continue;
      for (const store of ["cards", "folders"] as const) await database.delete(store, localId);
    }
  });
  return { waiting, ids };
}
