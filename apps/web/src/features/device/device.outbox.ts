import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { studyDatabase, subscribeLateOpening } from "#features/device/device.database.ts";
import { listDraftOwners } from "#features/device/device.drafts.ts";
import { getTabStorage } from "#features/device/device.storage.ts";
import { browserClock } from "#features/device/outbox/outbox.clock.ts";
import { createDelivery, createUnsealing, fetchServerTime } from "#features/device/outbox/outbox.delivery.ts";
import { JournaledStore, readJournal } from "#features/device/outbox/outbox.journal.ts";
import { Outbox } from "#features/device/outbox/outbox.queue.ts";
import { OUTBOX_CHANNEL, withOutboxLock } from "#features/device/outbox/outbox.sending.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { invalidateChanged } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { isSignedInHere, LEFT, readSignedIn, SIGNED_IN, writeSignedIn } from "#lib/signed-in.ts";
import { paths } from "#paths.ts";

/**
 * Each of several quick ratings empties the outbox, so the queries that ratings make stale are reloaded only when the
 * outbox has stayed empty this long.
 */
const RELOAD_DELAY_MS = 250;

type Connection = { outbox: Outbox; disconnect: () => void };

/** The outboxes of this page by user: calls of an account that has left may still be under way, and use its own. */
const connections = new Map<number, Connection>();

/** The connection of the signed-in user. Its outbox is the one that sends. */
let current: Connection | undefined;

/** Returns the outbox of this user. It stores, and sends only between `startOutbox` and `stopOutbox`. */
export function connectOutbox(userId: number): Outbox {
  return findConnection(userId).outbox;
}

function findConnection(userId: number): Connection {
  const connection = connections.get(userId) ?? connect(userId);
  connections.set(userId, connection);
  return connection;
}

function disconnect(connection: Connection): void {
  connection.outbox.stop();
  connection.disconnect();
  connections.delete(connection.outbox.userId);
}

/** Sends what waits of this user from now on, in place of any other. */
export function startOutbox(userId: number): void {
  const id = String(userId);
  const previous = [readSignedIn(), getTabStorage()?.getItem(SIGNED_IN)];
  writeSignedIn(id);
  attempt(() => sessionStorage.setItem(SIGNED_IN, id));
  const kept = [...readJournal(getTabStorage()).map((entry) => entry.userId), ...listDraftOwners()];
  const keepsOthers = kept.some((owner) => owner !== userId);
  // Another user's session has ended without signing out, or a page was killed while it removed the texts of one, or a full disk did
  // not take them.
  if (keepsOthers || previous.some((one) => one && one !== id)) void removeTextsOfOthers(userId);
  window.addEventListener("storage", leaveIfReplaced);
  current = findConnection(userId);
  for (const connection of connections.values()) if (connection !== current) disconnect(connection);
  current.outbox.start();
}

/** Stops sending. Undelivered entries remain stored until the user's next visit. */
export function stopOutbox(): void {
  window.removeEventListener("storage", leaveIfReplaced);
  current?.outbox.stop();
}

/** Stops sending, and forgets what this page has of it, because the user has signed out. */
export function dropOutbox(): void {
  stopOutbox();
  if (current) disconnect(current);
  current = undefined;
}

/**
 * Leaves the page when the user has signed out in another tab, the session has ended there or another user has signed in, so that
 * nothing of this user remains on screen or in memory.
 */
function leaveIfReplaced({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== SIGNED_IN && key !== null) return;
  const now = readSignedIn();
  if (!current || now === String(current.outbox.userId)) return;
  // A tab that wakes late finds what became of the account that was signed in after its own.
  const hasLeft = oldValue === String(current.outbox.userId) && (newValue === null || newValue === LEFT);
  const { userId } = current.outbox;
  dropOutbox();
  // Somebody may sign in while the code loads.
  const findUsers = () => {
    const signedIn = Number(readSignedIn()) || null;
    return { signedIn, ...(hasLeft && signedIn !== userId && { left: userId }) };
  };
  void removeStoredTexts(findUsers).then(() => window.location.replace(paths.home()));
}

/** Returns whether everything has been sent, which a page that is being left does not know. */
export async function flushOutbox(timeoutMs: number): Promise<boolean> {
  return current ? current.outbox.flush(timeoutMs) : false;
}

function connect(userId: number) {
  const connection = new AbortController();
  const { signal } = connection;
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(OUTBOX_CHANNEL);
  // A response may arrive after another user's outbox was connected and this channel was closed.
  const outbox = createOutbox(userId, () => signal.aborted || channel?.postMessage(userId));
  channel?.addEventListener("message", ({ data }) => data === userId && outbox.handleChangeElsewhere(), { signal });
  window.addEventListener("online", () => outbox.retryNow(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || outbox.retryNow(), { signal });
  signal.addEventListener(
    "abort",
    subscribeLateOpening(() => outbox.handleChangeElsewhere()),
  );
  const disconnect = () => {
    connection.abort();
    channel?.close();
  };
  return { outbox, disconnect };
}

/** Removes what is left of other accounts on this device, and seals what they have not sent. */
export function removeTextsOfOthers(userId: number): Promise<void> {
  return removeStoredTexts(() => ({ signedIn: userId }));
}

async function removeStoredTexts(findUsers: () => { signedIn: number | null; left?: number }): Promise<void> {
  try {
    await (await import("#features/device/device.leaving.ts")).removeStoredTexts(findUsers());
  } catch (error) {
    console.warn("The texts of another session could not be removed", error);
  }
}

function createOutbox(userId: number, onChanged: () => void): Outbox {
  const isOwn = (owner: number) => owner === userId;
  const store = new JournaledStore(createDatabaseOutboxStore(studyDatabase), getTabStorage(), isOwn);
  const delivery = {
    userId,
    isSignedIn: () => isSignedInHere(userId),
    onUnauthorized: (error: unknown) => handleUnauthorized(queryClient, error),
    now: browserClock.now,
    loadEdits: async () => (await import("#features/device/edits/edits.delivery.ts")).editDelivery,
  };
  let pause: ReturnType<typeof setTimeout> | undefined;
  const outbox = new Outbox({
    userId,
    store,
    deliver: createDelivery(delivery),
    unseal: createUnsealing(delivery, () => import("#features/device/device.unsealing.ts")),
    serverNow: fetchServerTime,
    withLock: (work) => withOutboxLock(userId, work),
    clock: browserClock,
    onEmpty: () => {
      clearTimeout(pause);
      pause = setTimeout(() => void invalidateChanged(queryClient, studyEndpoints.review), RELOAD_DELAY_MS);
    },
    onChanged,
  });
  return outbox;
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
