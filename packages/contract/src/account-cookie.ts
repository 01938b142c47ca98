// The cookie that scripts of the app can read. Its value is the id of the account whose session the browser has; the server sets and
// clears it with the session's own cookie. The app replaces the value when its user signs out while the server cannot be reached.

/** Browsers accept and send a `__Host-` cookie only over https and for this host alone. */
export function nameAccountCookie(isHttps: boolean): string {
  return `${isHttps ? "__Host-" : ""}repasa-account`;
}

const LEFT = "left-";

/** Returns the cookie's value for an account whose session was left, and has to be ended. */
export function formatLeftAccount(userId: number): string {
  return LEFT + userId;
}

/** Returns the account whose session was left; null if the cookie says something else, or there is none. */
export function parseLeftAccount(value: string | null | undefined): number | null {
  return value?.startsWith(LEFT) ? Number(value.slice(LEFT.length)) || null : null;
}
