import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { browserClock } from "#features/study/offline/offline.clock.ts";
import { createDelivery, fetchServerTime } from "#features/study/offline/offline.delivery.ts";
import { withJournal } from "#features/study/offline/offline.journal.ts";
import { withMemoryFallback } from "#features/study/offline/offline.memory.ts";
import { Outbox } from "#features/study/offline/offline.outbox.ts";
import { databaseOutboxStore } from "#features/study/offline/offline.store.ts";
import { invalidateStudied } from "#features/study/study.api.ts";
import { SIGNED_IN, studyDatabase, tabStorage } from "#features/study/study.storage.ts";
import { queryClient } from "#lib/query-client.ts";
import { paths } from "#paths.ts";

/** Quick ratings empty the outbox one by one; what they change elsewhere is reloaded in the first pause. */
const PAUSE = 250;

let current: { outbox: Outbox; disconnect: () => void } | undefined;

/** The connected outbox of this user; another user's is stopped and disconnected. */
export function connectOutbox(userId: number): Outbox {
  if (current?.outbox.userId !== userId) {
    current?.outbox.stop();
    current?.disconnect();
    current = connect(userId);
  }
  return current.outbox;
}

export function startOutbox(userId: number): void {
  const id = String(userId);
  const before = [attempt(() => localStorage.getItem(SIGNED_IN)), tabStorage()?.getItem(SIGNED_IN)];
  attempt(() => localStorage.setItem(SIGNED_IN, id));
  attempt(() => sessionStorage.setItem(SIGNED_IN, id));
  // Somebody else's session has ended without signing out.
  if (before.some((one) => one && one !== id)) void forgetTexts(userId);
  window.addEventListener("storage", leaveIfReplaced);
  connectOutbox(userId).start();
}

/** Sends no more; what waits is kept for the user's next visit. */
export function stopOutbox(): void {
  window.removeEventListener("storage", leaveIfReplaced);
  current?.outbox.stop();
}

/** In another tab the user has signed out, or somebody else in: what is on this one's screen and in memory goes with its page. */
function leaveIfReplaced({ key }: StorageEvent): void {
  if (key !== SIGNED_IN && key !== null) return;
  const now = attempt(() => localStorage.getItem(SIGNED_IN)) ?? null;
  if (!current || now === String(current.outbox.userId)) return;
  stopOutbox();
  void forgetTexts(now === null ? null : Number(now)).then(() => window.location.replace(paths.home()));
}

export async function flushOutbox(timeoutMs: number): Promise<boolean> {
  return current ? current.outbox.flush(timeoutMs) : true;
}

function connect(userId: number) {
  const connection = new AbortController();
  const { signal } = connection;
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("repasa-outbox");
  // An answer may arrive after another user has taken over and the channel is closed.
  const outbox = createOutbox(userId, () => signal.aborted || channel?.postMessage(userId));
  channel?.addEventListener("message", ({ data }) => data === userId && outbox.changedElsewhere(), { signal });
  window.addEventListener("online", () => outbox.retryNow(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || outbox.retryNow(), { signal });
  const disconnect = () => {
    connection.abort();
    channel?.close();
  };
  return { outbox, disconnect };
}

async function forgetTexts(kept: number | null): Promise<void> {
  try {
    await (await import("#features/study/study.texts.ts")).forgetTexts(kept);
  } catch (error) {
    console.warn("The texts of another session could not be removed", error);
  }
}

function createOutbox(userId: number, onChanged: () => void): Outbox {
  const { store, replayed } = withJournal(withMemoryFallback(studyDatabase().then(databaseOutboxStore)), tabStorage());
  let pause: ReturnType<typeof setTimeout> | undefined;
  return new Outbox({
    userId,
    store,
    ready: replayed,
    deliver: createDelivery({
      userId,
      isSignedIn: () => (attempt(() => localStorage.getItem(SIGNED_IN)) ?? String(userId)) === String(userId),
      onUnauthorized: (error) => handleUnauthorized(queryClient, error),
    }),
    serverNow: fetchServerTime,
    withLock: async (work) => {
      // Without locks (on plain http) two tabs may send the same entry; the server counts it once.
      if (navigator.locks) await navigator.locks.request(`repasa-outbox-${userId}`, work);
      else await work();
    },
    clock: browserClock,
    onEmpty: () => {
      clearTimeout(pause);
      pause = setTimeout(() => void invalidateStudied(queryClient), PAUSE);
    },
    onChanged,
  });
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
