import type { FormFields } from "#lib/form-fields.ts";

/** What a form was about to create. Sent again with the same text it keeps its id, so that it is created once. */
export type Submission = { fields: FormFields; clientId: string };

/** The text in a form; and what was submitted before it, and is not known to be saved. */
export type Draft = Submission & { unsaved: readonly Submission[] };

/** Drafts belong to a user and a place, such as a folder or a card, and stay in this tab until that user signs out. */
export function draftKey(userId: number, place: string): string {
  return `draft:${userId}:${place}`;
}

export function storeDraft(key: string, draft: Draft): void {
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
