// Whose copy pages and the worker may open before the server has been asked who is signed in.
import { readNote, writeNote } from "#lib/device-notes.ts";

/** What the notes say: the account whose copy lies unlocked, and the one that the cookie of accounts has named meanwhile. */
export type UnlockedNotes = { copy: string | null; named: string | null };

export async function readUnlockedNotes(): Promise<UnlockedNotes> {
  const [copy = null, named = null] = await Promise.all([readNote("copy"), readNote("named")]).catch(() => []);
  return { copy, named };
}

/** @param cookie What the cookie of accounts says; null if there is none, as with sessions that are older than that cookie. */
export async function writeUnlockedNotes(userId: number, cookie: string | null): Promise<void> {
  if (cookie === String(userId)) await writeNote("named", cookie);
  await writeNote("copy", String(userId));
}

/**
 * Returns the account whose copy may be opened; null if there is none, as while a session that was left has to be ended. Where the
 * cookie has named the account and no longer does, its session has ended.
 *
 * @param cookie What the cookie of accounts says; null if there is none, undefined if it cannot be read.
 */
export function chooseUnlocked({ copy, named }: UnlockedNotes, cookie: string | null | undefined): number | null {
  const isOpen = cookie === null ? named !== copy : cookie === undefined || cookie === copy;
  return isOpen ? Number(copy) || null : null;
}
