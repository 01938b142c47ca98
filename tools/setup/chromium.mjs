// @ts-check
import { existsSync } from "node:fs";

/** Debian's package of Chromium without a window system: the same engine, and journeys take two thirds of the time. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

const wholeBrowser = "/usr/bin/chromium";

/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, else where Debian's packages put it.
 * Not Playwright's own download, so that one browser serves every version of Playwright.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function chromiumPath(env = process.env) {
  return env.CHROMIUM_PATH || [headlessShell, wholeBrowser].find((path) => existsSync(path)) || headlessShell;
}

/** To run as any user, root included, without a graphics card and without network traffic of its own. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
