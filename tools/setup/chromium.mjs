// @ts-check
/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, else where Debian's package puts it.
 * Playwright's own download is not used, so that one browser serves every Playwright version.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function chromiumPath(env = process.env) {
  return env.CHROMIUM_PATH || "/usr/bin/chromium";
}

/** How it is started: as any user, without a graphics card, and without calling anybody. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
