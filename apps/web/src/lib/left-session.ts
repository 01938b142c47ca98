// A session that was left while the server could not be reached. Its cookie is still there, so that its end is the first call that
// pages and the worker make when they reach the server again. The cookie of accounts says so: browsers that need room erase what they
// store for the app, but no cookies.
import { parseLeftAccount } from "@repasa/contract/account-cookie.ts";
import { findLeftAccount, IS_PAGE, readAccountCookie, writeLeftAccount } from "#lib/account-cookie.ts";
import { removeAccountFlags } from "#lib/device-flags.ts";

/** In milliseconds. */
const SIGN_IN_TIMEOUT_MS = 3000;

type LoadEnding = () => Promise<{ endNotedSession: () => Promise<void> }>;

let loadEnding: LoadEnding | undefined;

/** @param load Loads `left-session.ending.ts`: few pages find a session to be ended, and the worker has it in its own file. */
export function provideEnding(load: LoadEnding): void {
  loadEnding = load;
}

/** Returns, in a page, the account whose session was left and could not be ended yet; null if there is none. */
export const readLeftAccount = (): number | null => parseLeftAccount(readAccountCookie());

export const hasLeftSession = (): boolean => readLeftAccount() !== null;

/** Notes that the session has to be ended, and removes what the flags say of its account. */
export async function noteLeftSession(userId: number): Promise<void> {
  writeLeftAccount(userId);
  await removeAccountFlags().catch(() => {});
  addEventListener("online", endWhenOnline);
}

/** The page may have nothing to ask. */
const endWhenOnline = () => void endLeftSession().catch(() => {});

/**
 * Makes a call that signs in. It ends the browser's earlier session and names its own account in the cookie, so no session is left
 * to be ended. Meanwhile nothing else ends one: it could be the new session of the same account.
 */
export async function replaceLeftSession<T>(signIn: (options: { isFirst: true }) => Promise<T>): Promise<T> {
  let hasBegun = false;
  const replace = () => {
    hasBegun = true;
    return signIn({ isFirst: true });
  };
  await endLeftSession().catch(() => {});
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

/** Returns the end of a left session, for which a call has to wait; undefined if there is none, which only pages know at once. */
export function endLeftSessionFirst(): Promise<void> | undefined {
  return IS_PAGE && !hasLeftSession() ? undefined : endLeftSession();
}

let ending: Promise<void> | undefined;

/**
 * Ends the session that was left, if there is one.
 *
 * @throws the errors of `callServer` if it may still go on.
 */
export async function endLeftSession(): Promise<void> {
  if (!loadEnding || (await findLeftAccount()) === null) return;
  ending ??= loadEnding()
    .then(({ endNotedSession }) => endNotedSession())
    .finally(() => {
      ending = undefined;
    });
  await ending;
}
