import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { invalidateStudied } from "#features/study/study.api.ts";
import { createDelivery } from "#features/study/study.delivery.ts";
import { createOutbox, type Outbox } from "#features/study/study.outbox.ts";
import { journaledOutboxStore } from "#features/study/study.outbox-journal.ts";
import { databaseOutboxStore, openStudyDatabase, resilientOutboxStore } from "#features/study/study.outbox-store.ts";
import type { DeckStore } from "#features/study/study.snapshot.ts";
import { queryClient } from "#lib/query-client.ts";

const SIGNED_IN = "repasa:signed-in";
const SETTLES = 250;

/** The database of this browser for studying, opened once; fails where there is none. */
let opened: ReturnType<typeof openStudyDatabase> | undefined;
export function studyDatabase(): ReturnType<typeof openStudyDatabase> {
  opened ??= openStudyDatabase();
  return opened;
}

export const deckStore: DeckStore = {
  put: async (deck) => void (await (await studyDatabase()).put("decks", deck)),
  get: async (id) => (await studyDatabase()).get("decks", id),
  async remove(id, before) {
    const { store, done } = (await studyDatabase()).transaction("decks", "readwrite");
    // Ids begin with the time they were made.
    await Promise.all([store.delete(id), store.delete(IDBKeyRange.upperBound(new Date(before).toISOString()))]);
    await done;
  },
};

export const tabStorage = () => withStorage(() => sessionStorage);

let current: { outbox: Outbox; sleep: () => void } | undefined;

/** The outbox of the signed-in user. There is one in a page; another user's sends no more. */
export function outboxOf(userId: number): Outbox {
  if (current?.outbox.userId !== userId) {
    current?.outbox.stop();
    current?.sleep();
    current = wire(userId);
  }
  return current.outbox;
}

/** Sends what waits for a user who is signed in, also what an earlier visit left. */
export function startOutbox(userId: number): void {
  // Other tabs read it, and stop when another account was signed in here.
  withStorage(() => localStorage.setItem(SIGNED_IN, String(userId)));
  outboxOf(userId).start();
}

/** Sends no more; what waits is kept for the user's next visit. */
export function stopOutbox(): void {
  current?.outbox.stop();
}

/**
 * Gives waiting ratings a last chance before the session ends, at most as many milliseconds as given. Tells whether
 * all have arrived; what has not is kept, and sent when the same user signs in here again.
 */
export async function flushOutbox(timeoutMs: number): Promise<boolean> {
  return current ? current.outbox.flush(timeoutMs) : true;
}

function wire(userId: number) {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("repasa-outbox");
  const journal = journaledOutboxStore(resilientOutboxStore(studyDatabase().then(databaseOutboxStore)), tabStorage());
  const awake = new AbortController();
  const { signal } = awake;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const outbox = createOutbox({
    userId,
    store: journal.store,
    ready: journal.replayed,
    deliver: createDelivery({
      userId,
      isSignedIn: () => (withStorage(() => localStorage.getItem(SIGNED_IN)) ?? String(userId)) === String(userId),
      onUnauthorized: (error) => handleUnauthorized(queryClient, error),
    }),
    alone: (work) =>
      navigator.locks ? navigator.locks.request(`repasa-outbox-${userId}`, work).then(() => undefined) : work(),
    clock: {
      now: () => Date.now(),
      setTimeout: (callback, ms) => setTimeout(callback, ms),
      clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
      random: Math.random,
    },
    // Someone who rates quickly empties the outbox with each card; the numbers elsewhere can wait for a pause.
    onDrained: () => {
      clearTimeout(settling);
      settling = setTimeout(() => void invalidateStudied(queryClient), SETTLES);
    },
    // An answer may still come when another user has taken over, and the channel is closed.
    onChanged: () => signal.aborted || channel?.postMessage(userId),
  });

  channel?.addEventListener("message", ({ data }) => data === userId && outbox.changedElsewhere(), { signal });
  window.addEventListener("online", outbox.wake, { signal });
  document.addEventListener("visibilitychange", () => document.hidden || outbox.wake(), { signal });
  const sleep = () => {
    awake.abort();
    channel?.close();
  };
  return { outbox, sleep };
}

function withStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
