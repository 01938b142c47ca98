// A session that was left while the server could not be reached. Its cookie is still there, so that its end is the first call that
// pages and the worker make when they reach the server again.
import { authEndpoints } from "@repasa/contract/auth.ts";
import { ApiError, hasCode, isUnauthorized, NetworkError } from "#lib/api-error.ts";
import { readNote, removeNote, writeNote } from "#lib/device-notes.ts";

/** In milliseconds. */
const TIMEOUT_MS = 15_000;

const LOCK = "repasa-left-session";

/** Whether there is a session to be ended; undefined as long as this page does not know. */
let isLeft: boolean | undefined;
let ending: Promise<void> | undefined;

/** Returns whether a session was left that could not be ended yet, as the calls of this page have found out. */
export const hasLeftSession = (): boolean => isLeft === true;

/** Notes that the session has to be ended. @throws if the browser cannot store that. */
export async function noteLeftSession(userId: number): Promise<void> {
  await writeNote("left", String(userId));
  isLeft = true;
  addEventListener("online", endWhenOnline);
}

/** The page may have nothing to ask. */
const endWhenOnline = () => void endLeftSessionFirst()?.catch(() => {});

/** Somebody has signed in, which has ended the session that the browser had before. */
export function forgetLeftSession(): void {
  isLeft = false;
  void removeNote("left").catch(() => {});
}

/**
 * Returns the end of a left session, for which a call has to wait; undefined if there is none. A page looks for one once: another tab
 * that leaves a session reloads this one.
 */
export function endLeftSessionFirst(): Promise<void> | undefined {
  return isLeft === false ? undefined : endLeftSession();
}

/**
 * Ends the session that was left, if there is one.
 *
 * @throws `NetworkError` or an `ApiError` if it may still go on.
 */
export function endLeftSession(): Promise<void> {
  ending ??= endNow().finally(() => {
    ending = undefined;
  });
  return ending;
}

async function endNow(): Promise<void> {
  isLeft = (await readNote("left").catch(() => null)) !== null;
  if (!isLeft) return;
  // Another tab may have ended it, and somebody may have signed in there, while this one waited.
  if (navigator.locks) await navigator.locks.request(LOCK, endNoted);
  else await endNoted();
  isLeft = false;
}

async function endNoted(): Promise<void> {
  const userId = await readNote("left");
  if (userId === null) return;
  await postEnd(userId);
  await removeNote("left");
}

/** The call names the account, so that it does not end the session of whoever has signed in meanwhile. */
async function postEnd(userId: string): Promise<void> {
  const { method, path } = authEndpoints.logout;
  let response: Response;
  let text: string;
  try {
    const headers = { "X-Account": userId };
    response = await fetch(path, { method, headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw new NetworkError(error);
  }
  if (response.status === 204) return;
  const error = new ApiError(response.status, response.statusText, text);
  if (!isUnauthorized(error) && !hasCode(error, "other_account")) throw error;
  // Only the end of a session comes with that.
  await fetch(authEndpoints.clearCache.path, { method: authEndpoints.clearCache.method }).catch(() => {});
}
