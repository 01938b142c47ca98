import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { callServer } from "#lib/server-calls.ts";

/** In milliseconds: a tab whose account has gone must not stay on the screen for as long as a network hangs. */
const TIMEOUT_MS = 3000;

/** Asks the server to let the browser remove the images and sounds that it has kept of responses, as far as the server can be reached. */
export async function clearBrowserCache(): Promise<void> {
  const options = { isFirst: true, signal: AbortSignal.timeout(TIMEOUT_MS) };
  await callServer(authEndpoints.clearCache, {}, options).catch(() => {});
}
