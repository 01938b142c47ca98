// Whether the server can be reached, as the calls of this page have found out, and since when it could not.

export type Connection = {
  /** True after a call that got no response, until one gets a response again. */
  readonly offline: boolean;
  /** The time of the last response, in milliseconds since 1970; null if this device has never had one. */
  readonly reachedAt: number | null;
};

/** The key of the time of the last response, so that the next page knows it too. */
const REACHED_AT = "repasa:reached-at";
/** In milliseconds: the time is shown in minutes, so that it need not be stored after each call. */
const STORE_EVERY_MS = 30_000;

const listeners = new Set<() => void>();
let connection: Connection = { offline: false, reachedAt: readReachedAt() };
let storedAt = Number.NEGATIVE_INFINITY;

export const readConnection = (): Connection => connection;

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function noteReached(now = Date.now()): void {
  const wasOffline = connection.offline;
  connection = { offline: false, reachedAt: now };
  if (Math.abs(now - storedAt) >= STORE_EVERY_MS) {
    storedAt = now;
    storeReachedAt(now);
  }
  if (wasOffline) notify();
}

export function noteUnreached(): void {
  if (connection.offline) return;
  connection = { ...connection, offline: true };
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function readReachedAt(): number | null {
  try {
    return Number(localStorage.getItem(REACHED_AT)) || null;
  } catch {
    return null;
  }
}

function storeReachedAt(at: number): void {
  try {
    localStorage.setItem(REACHED_AT, String(at));
  } catch {
    // The next page then shows no time.
  }
}
