// Ends a session that was left while the server could not be reached.
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { findLeftAccount, removeLeftAccount } from "#lib/account-cookie.ts";
import { hasCode, isUnauthorized } from "#lib/api-error.ts";
import { clearBrowserCache } from "#lib/browser-cache.ts";
import { withLeftSession } from "#lib/left-session.ts";
import { callServer } from "#lib/server-calls.ts";

/** In milliseconds. */
const TIMEOUT_MS = 15_000;

/** @throws the errors of `callServer` if the session may still go on. */
export async function endNotedSession(): Promise<void> {
  // Another tab may have ended it, and somebody may have signed in there, while this one waited.
  await withLeftSession(endNoted, TIMEOUT_MS);
}

/** The call names the account, so that it does not end the session of whoever has signed in meanwhile. */
async function endNoted(): Promise<void> {
  const account = await findLeftAccount();
  if (account === null) return;
  const first = { account, isFirst: true, signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    await callServer(authEndpoints.logout, {}, first);
  } catch (error) {
    if (!isUnauthorized(error) && !hasCode(error, "other_account")) throw error;
    // Only the end of a session comes with that.
    await clearBrowserCache();
  }
  await removeLeftAccount(account);
}
