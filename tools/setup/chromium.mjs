// @ts-check
import { existsSync } from "node:fs";

/** Debian's package of Chromium without a window system: the same engine, in which journeys take two thirds of the time. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

const wholeBrowser = "/usr/bin/chromium";

/**
 * Returns the path of the Chromium for browser tests: `CHROMIUM_PATH`, or else that of Debian's packages.
 * Playwright's own download is not used, so that one browser serves every version of Playwright.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function chromiumPath(env = process.env) {
  return env.CHROMIUM_PATH || [headlessShell, wholeBrowser].find((path) => existsSync(path)) || headlessShell;
}

/** Arguments to run as any user, root included, without a graphics card and without network traffic of its own. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
