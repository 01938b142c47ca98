// Whether the server can be reached, as the calls of this page have found out.
import { addListener } from "#lib/listeners.ts";

export type Connection = {
  /** True after a call that got no response, until one gets a response again. */
  readonly offline: boolean;
  /** The time of the last response to this page, in milliseconds since 1970; null before the first one. */
  readonly reachedAt: number | null;
};

const listeners = new Set<() => void>();
let connection: Connection = { offline: false, reachedAt: null };

export const readConnection = (): Connection => connection;

export function subscribeConnection(listener: () => void): () => void {
  return addListener(listeners, listener);
}

export const noteReached = (): void => setConnection({ offline: false, reachedAt: Date.now() });

export const noteUnreached = (): void => setConnection({ ...connection, offline: true });

/** Listeners do not hear of each response. */
function setConnection(next: Connection): void {
  const changed = next.offline !== connection.offline;
  connection = next;
  if (changed) for (const listener of listeners) listener();
}
