// The rules by which pages and the service worker send the entries of the outbox: one sender at a time.
import type { DeliveryResult } from "#features/device/outbox/outbox.delivery.ts";
import type { StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";
import type { WaitingTimes } from "#features/device/outbox/outbox.waiting-time.ts";

/** The `BroadcastChannel` in which each page and the worker post the id of a user whose outbox they have changed. */
export const OUTBOX_CHANNEL = "repasa-outbox";

export type Sending = {
  userId: number;
  store: OutboxStore;
  /** @param waitedMs How long each entry has waited, in milliseconds. */
  deliver: (entries: readonly StoredEntry[], waitedMs: readonly number[]) => Promise<DeliveryResult>;
  /** Brings back what was sealed when an earlier session ended. Without it, sealed entries and what follows them wait for a page. */
  unseal?: () => Promise<DeliveryResult>;
};

/** Runs work that sends a user's entries. Without locks (on plain http) two tabs may send the same one; the server counts it once. */
export async function withOutboxLock(userId: number, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`${OUTBOX_CHANNEL}-${userId}`, work);
  else await work();
}

/**
 * Sends the first entry that waits, with those that its call can take, and removes what that settles. Brings back sealed entries
 * before.
 *
 * @param maySend Is asked once the entries have been read.
 * @param listSize How many ratings its call may send; by default as many as the server takes.
 * @returns undefined if nothing was sent.
 */
export async function sendFirst(
  { userId, store, deliver, unseal }: Sending,
  waitingTimes: WaitingTimes,
  maySend: () => boolean,
  listSize?: number,
): Promise<DeliveryResult | undefined> {
  const entries = await store.claim(userId, listSize);
  if (!maySend()) return undefined;
  if (entries.length === 0) return unseal && (await store.hasSealed(userId)) ? unseal() : undefined;
  for (const entry of entries) waitingTimes.noteFirstSeen(entry);
  const result = await deliver(entries, await waitingTimes.measure(entries));
  if (result.type === "signed-out") return result;
  const settled = result.type === "done" ? entries : result.settled;
  // The server ignores what is sent once more, but not without a pause.
  if (!(await store.remove(settled))) return { type: "retry", retryAfterMs: null, settled: [] };
  for (const entry of settled) waitingTimes.forget(entry);
  if (result.type === "retry" && result.failed) await store.noteFailure(result.failed);
  return result;
}
