import { ACCOUNT_COOKIE } from "@repasa/contract/account-cookie.ts";

/** Returns the account whose session the browser has: null if no cookie names it, undefined if workers of this browser read none. */
export async function readAccountInWorker(): Promise<number | null | undefined> {
  const { cookieStore } = globalThis as { cookieStore?: Pick<CookieStore, "getAll"> };
  try {
    const cookies = await cookieStore?.getAll();
    return cookies && (Number(cookies.find(({ name }) => name?.endsWith(ACCOUNT_COOKIE))?.value) || null);
  } catch {
    return undefined;
  }
}
