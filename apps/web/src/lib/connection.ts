// Whether the server can be reached, as the calls of this page have found out.
import { addListener } from "#lib/listeners.ts";

export type Connection = {
  /** True after a call that got no response of the server, or several that it failed with, until it answers one again. */
  readonly offline: boolean;
  /** The time of the last response to this page, in milliseconds since 1970; null before the first one. */
  readonly reachedAt: number | null;
};

/** One call may fail for reasons of its own, although the server answers the others. */
const TROUBLES_UNTIL_OFFLINE = 3;

const listeners = new Set<() => void>();
let connection: Connection = { offline: false, reachedAt: null };
let troubles = 0;

export const readConnection = (): Connection => connection;

export function subscribeConnection(listener: () => void): () => void {
  return addListener(listeners, listener);
}

export function noteReached(): void {
  troubles = 0;
  setConnection({ offline: false, reachedAt: Date.now() });
}

export const noteUnreached = (): void => setConnection({ ...connection, offline: true });

/** Notes that the server could not do what a call asked for. */
export function noteTrouble(): void {
  troubles += 1;
  if (troubles >= TROUBLES_UNTIL_OFFLINE) noteUnreached();
}

/** Listeners hear of the first response, and of no later one while the server can be reached. */
function setConnection(next: Connection): void {
  const isFirst = connection.reachedAt === null && next.reachedAt !== null;
  const changed = isFirst || next.offline !== connection.offline;
  connection = next;
  if (changed) for (const listener of listeners) listener();
}
