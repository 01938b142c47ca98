import type { FormFields } from "#lib/form-fields.ts";
import { readSignedIn } from "#lib/signed-in.ts";

/** The values that a form submits. Submitting the same text again reuses `clientId`: it is created only once. */
export type Submission = { fields: FormFields; clientId: string };

/** The text in a form, and the earlier submissions (`unsaved`) that are not known to be saved. */
export type Draft = Submission & { unsaved: readonly Submission[] };

/** A draft belongs to a user and a place, such as a folder or a card. It stays in this tab until its session ends. */
export function draftKey(userId: number, place: string): string {
  return `draft:${userId}:${place}`;
}

const OWNER = /^draft:(\d+):/;

/** Returns whose draft an entry of the session storage is; null if it is none. */
export function findDraftOwner(key: string): number | null {
  return Number(OWNER.exec(key)?.[1]) || null;
}

/** Stores a draft, unless its session has ended: a form may be on screen for a moment longer. */
export function storeDraft(key: string, draft: Draft): void {
  const signedIn = readSignedIn();
  if (signedIn !== null && signedIn !== String(findDraftOwner(key))) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {}
}

export function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
