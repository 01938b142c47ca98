// @ts-check
/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, else where Debian's package puts it.
 * Not Playwright's own download, so that one browser serves every version of Playwright.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function chromiumPath(env = process.env) {
  return env.CHROMIUM_PATH || "/usr/bin/chromium";
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
