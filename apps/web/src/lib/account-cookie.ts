import { ACCOUNT_COOKIE } from "@repasa/contract/account-cookie.ts";

const PATTERN = new RegExp(`(?:^|; )(?:__Host-)?${ACCOUNT_COOKIE}=(\\d+)`);

/** Returns the account whose session the browser has, in a text of cookies; null if they do not name it. */
export function readAccount(cookies: string): number | null {
  return Number(PATTERN.exec(cookies)?.[1]) || null;
}
