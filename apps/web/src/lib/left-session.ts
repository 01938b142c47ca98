// A session that was left while the server could not be reached. Its cookie is still there, so that its end is the first call that
// pages and the worker make when they reach the server again.
import { readNote, removeAccountNotes, removeNote, writeNote } from "#lib/device-notes.ts";
import { SIGNED_IN } from "#lib/signed-in.ts";

/** In milliseconds. */
const SIGN_IN_TIMEOUT_MS = 3000;
const STORAGE_TIMEOUT_MS = 1000;

type LoadEnding = () => Promise<{ endNotedSession: () => Promise<void> }>;

let loadEnding: LoadEnding | undefined;

/** @param load Loads `left-session.ending.ts`: few pages find a session to be ended, and the worker has it in its own file. */
export function provideEnding(load: LoadEnding): void {
  loadEnding = load;
}

/** Makes this page look for a left session again when another tab has changed who is signed in, which that tab notes before. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    const { key } = event as Event & { key?: string | null };
    if (key === SIGNED_IN || key === null) isLeft = undefined;
  });
}

/** Whether there is a session to be ended; undefined as long as this page does not know. */
let isLeft: boolean | undefined;
let ending: Promise<void> | undefined;

/** Returns whether a session was left that could not be ended yet, as the calls of this page have found out. */
export const hasLeftSession = (): boolean => isLeft === true;

/**
 * Notes that the session has to be ended, and removes what the other notes say of its account.
 *
 * @throws if the browser cannot store that.
 */
export async function noteLeftSession(userId: number): Promise<void> {
  await writeNote("left", String(userId));
  isLeft = true;
  await removeAccountNotes().catch(() => {});
  addEventListener("online", endWhenOnline);
}

/** The page may have nothing to ask. */
const endWhenOnline = () => void endLeftSessionFirst()?.catch(() => {});

/**
 * Makes a call that signs in, which ends the session that the browser had before, so that none is left. Nobody ends a session
 * meanwhile: it could be the new one of the same account.
 */
export async function replaceLeftSession<T>(signIn: (options: { isFirst: true }) => Promise<T>): Promise<T> {
  let hasBegun = false;
  const replace = async () => {
    hasBegun = true;
    const user = await signIn({ isFirst: true });
    isLeft = false;
    await inTime(removeNote("left").catch(() => {}));
    return user;
  };
  await endLeftSessionFirst()?.catch(() => {});
  try {
    return await withLeftSession(replace, SIGN_IN_TIMEOUT_MS);
  } catch (error) {
    // Another page does not get through with the end of the session.
    if (!hasBegun) return replace();
    throw error;
  }
}

/** Runs work that no other page and no worker does at the same time. @throws a `TimeoutError` if they take longer than that. */
export async function withLeftSession<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request("repasa-left-session", { signal: AbortSignal.timeout(timeoutMs) }, work);
}

/** Returns what storage gives, undefined if that takes too long: the Cache Storage of some browsers hangs. */
function inTime<T>(result: Promise<T>): Promise<T | undefined> {
  return Promise.race([result, new Promise<undefined>((resolve) => setTimeout(resolve, STORAGE_TIMEOUT_MS))]);
}

/**
 * Returns the end of a left session, for which a call has to wait; undefined if there is none. A page looks for one once, and
 * again when another tab has changed who is signed in.
 */
export function endLeftSessionFirst(): Promise<void> | undefined {
  return isLeft === false ? undefined : endLeftSession();
}

/**
 * Ends the session that was left, if there is one.
 *
 * @throws the errors of `callServer` if it may still go on.
 */
export function endLeftSession(): Promise<void> {
  ending ??= endNow().finally(() => {
    ending = undefined;
  });
  return ending;
}

async function endNow(): Promise<void> {
  const noted = await inTime(readNote("left").catch(() => null));
  // The next call looks again.
  if (noted !== undefined) isLeft = noted !== null;
  if (!isLeft || !loadEnding) return;
  await (await loadEnding()).endNotedSession();
  isLeft = false;
}
