// The rules by which pages and the service worker send the entries of the outbox: one of them at a time.
import type { DeliveryResult } from "#features/device/outbox/outbox.delivery.ts";
import type { StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";
import type { WaitingTimes } from "#features/device/outbox/outbox.waiting-time.ts";

/** The `BroadcastChannel` in which each page and the worker post the id of a user whose outbox they have changed. */
export const OUTBOX_CHANNEL = "repasa-outbox";

export type Sending = {
  userId: number;
  store: OutboxStore;
  deliver: (entry: StoredEntry, waitedMs: number) => Promise<DeliveryResult>;
};

/** Runs work that sends a user's entries. Without locks (on plain http) two tabs may send the same one; the server counts it once. */
export async function withOutboxLock(userId: number, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`${OUTBOX_CHANNEL}-${userId}`, work);
  else await work();
}

/**
 * Sends the first entry that waits, and removes it if that settles it.
 *
 * @param maySend Is asked once the entry has been read.
 * @returns undefined if nothing was sent.
 */
export async function sendFirst(
  { userId, store, deliver }: Sending,
  waitingTimes: WaitingTimes,
  maySend: () => boolean,
): Promise<DeliveryResult | undefined> {
  const entry = await store.claimFirst(userId);
  if (!entry || !maySend()) return undefined;
  waitingTimes.noteFirstSeen(entry);
  const waitedMs = entry.kind === "review" ? await waitingTimes.measure(entry) : 0;
  const result = await deliver(entry, waitedMs);
  if (result.type === "done") {
    await store.remove(entry);
    waitingTimes.forget(entry);
  }
  return result;
}
