// Whose copy pages and the worker may open before the server has been asked who is signed in.
import { readNote, writeNote } from "#lib/device-notes.ts";

/** What the notes say: the account whose copy lies unlocked, and the one that the cookie of accounts has named meanwhile. */
export type UnlockedNotes = { copy: string | null; named: string | null };

/** Returns no account while a session that was left has to be ended. */
export async function readUnlockedNotes(): Promise<UnlockedNotes> {
  const notes = Promise.all([readNote("copy"), readNote("named"), readNote("left")]);
  const [copy = null, named = null, left = null] = await notes.catch(() => []);
  return { copy: left === null ? copy : null, named };
}

/** @param account Whose session the browser has; null if no cookie names it, as with sessions that are older than that cookie. */
export async function writeUnlockedNotes(userId: number, account: number | null): Promise<void> {
  if (account === userId) await writeNote("named", String(userId));
  await writeNote("copy", String(userId));
}

/**
 * Returns the account whose copy may be opened; null if there is none. Where the cookie has named the account and no longer does, its
 * session has ended.
 *
 * @param account Whose session the browser has; null if no cookie names it, undefined if that cannot be read.
 */
export function chooseUnlocked({ copy, named }: UnlockedNotes, account: number | null | undefined): number | null {
  const isOpen = account === null ? named !== copy : account === undefined || String(account) === copy;
  return isOpen ? Number(copy) || null : null;
}
