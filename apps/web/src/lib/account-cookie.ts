// The cookie that names the account whose session the browser has (`contract/account-cookie.ts`), as pages and the worker read it.
import { formatLeftAccount, nameAccountCookie, parseLeftAccount } from "@repasa/contract/account-cookie.ts";

/** Only pages have one: the worker's build says so (`service-worker.ts`). */
declare const document: { cookie: string } | undefined;

export const IS_PAGE: boolean = typeof document !== "undefined";

/** Workers have one in Chromium, and in all browsers since 2025. */
type Cookies = { get: (name: string) => Promise<{ value?: string } | null>; delete: (name: string) => Promise<void> };

/** Where pages are rendered there is neither of them. */
const scope = globalThis as { location?: { protocol: string }; cookieStore?: Cookies };

const IS_HTTPS = scope.location?.protocol === "https:";

export const ACCOUNT_COOKIE: string = nameAccountCookie(IS_HTTPS);

/** In seconds: no session lasts longer than that. */
const LEFT_MAX_AGE = 180 * 86_400;

/** Returns what the cookie says to a page; null if there is none. */
export function readAccountCookie(): string | null {
  const found = document?.cookie.split("; ").find((cookie) => cookie.startsWith(`${ACCOUNT_COOKIE}=`));
  return found?.slice(ACCOUNT_COOKIE.length + 1) ?? null;
}

/** Returns what the cookie says to the worker; null if there is none, undefined if workers of this browser read none. */
export async function readAccountCookieInWorker(): Promise<string | null | undefined> {
  try {
    return scope.cookieStore && ((await scope.cookieStore.get(ACCOUNT_COOKIE))?.value ?? null);
  } catch {
    return undefined;
  }
}

/** Returns, in a page or the worker, the account whose session was left and has to be ended; null if there is none. */
export async function findLeftAccount(): Promise<number | null> {
  return parseLeftAccount(readAccountCookie() ?? (await readAccountCookieInWorker()));
}

/** Makes the cookie say, in a page, that the session of an account was left. */
export function writeLeftAccount(userId: number): void {
  writeCookie(`${formatLeftAccount(userId)}; Max-Age=${LEFT_MAX_AGE}`);
}

/** Removes the cookie, in a page or the worker, if it still says that the session of this account was left. */
export async function removeLeftAccount(userId: number): Promise<void> {
  if ((await findLeftAccount()) !== userId) return;
  if (readAccountCookie() !== null) writeCookie("; Max-Age=0");
  else await scope.cookieStore?.delete(ACCOUNT_COOKIE);
}

function writeCookie(value: string): void {
  if (!document) return;
  document.cookie = `${ACCOUNT_COOKIE}=${value}; Path=/; SameSite=Lax${IS_HTTPS ? "; Secure" : ""}`;
}
