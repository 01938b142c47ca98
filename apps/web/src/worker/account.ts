import { ACCOUNT_COOKIE } from "@repasa/contract/account-cookie.ts";

type Store = Pick<CookieStore, "get">;

/** Returns the account whose session the browser has: null if no cookie names it, undefined if workers of this browser read none. */
export async function readAccountInWorker(): Promise<number | null | undefined> {
  const { cookieStore } = globalThis as { cookieStore?: Store };
  if (!cookieStore) return undefined;
  try {
    const cookie = (await cookieStore.get(`__Host-${ACCOUNT_COOKIE}`)) ?? (await cookieStore.get(ACCOUNT_COOKIE));
    return Number(cookie?.value) || null;
  } catch {
    return undefined;
  }
}
