// Whose copy pages and the worker may open before the server has been asked who is signed in.
import { readFlag, writeFlag } from "#lib/device-flags.ts";

/** What the flags say: the account whose copy lies unlocked, and the one that the cookie of accounts has named meanwhile. */
export type UnlockedFlags = { copy: string | null; named: string | null };

export async function readUnlockedFlags(): Promise<UnlockedFlags> {
  const [copy = null, named = null] = await Promise.all([readFlag("copy"), readFlag("named")]).catch(() => []);
  return { copy, named };
}

/** @param cookie What the cookie of accounts says; null if there is none, as with sessions that are older than that cookie. */
export async function writeUnlockedFlags(userId: number, cookie: string | null): Promise<void> {
  if (cookie === String(userId)) await writeFlag("named", cookie);
  await writeFlag("copy", String(userId));
}

/**
 * Returns the account whose copy may be opened; null if there is none, as while a session that was left has to be ended. Where the
 * cookie has named the account and no longer does, its session has ended.
 *
 * @param cookie What the cookie of accounts says; null if there is none, undefined if it cannot be read.
 */
export function chooseUnlocked({ copy, named }: UnlockedFlags, cookie: string | null | undefined): number | null {
  const isOpen = cookie === null ? named !== copy : cookie === undefined || cookie === copy;
  return isOpen ? Number(copy) || null : null;
}
