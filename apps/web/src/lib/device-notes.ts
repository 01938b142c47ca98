// Notes in Cache Storage, which pages and the service worker share: no other storage is open to both at the first byte of a
// navigation.

const NOTES_CACHE = "repasa-notes";

/**
 * - `member`: the id of the user who is signed in.
 * - `copy`: the id of the account whose copy lies unlocked on this device. Not in `localStorage`, which browsers may write a
 *   minute later: an app that is killed before would not open without a network, or show the copy of an ended session.
 * - `named`: the id of the account that the cookie of accounts has named while its copy was brought up to date.
 * - `home`: a `HomePicture` in JSON.
 * - `builds`: the names of complete builds in JSON, the newest first.
 * - `unrestored`: when an erased build could last not be restored, in milliseconds since 1970.
 */
export type Note = "member" | "copy" | "named" | "home" | "builds" | "unrestored";

/** The markup of Home as it was last drawn. `owner`: the id of the user whose Home it is. */
export type HomePicture = { owner: number; html: string };

const addressOf = (note: Note) => `/notes/${note}`;

export async function readNote(note: Note): Promise<string | null> {
  const found = await caches.match(addressOf(note), { cacheName: NOTES_CACHE });
  return found ? found.text() : null;
}

export async function writeNote(note: Note, text: string): Promise<void> {
  const notes = await caches.open(NOTES_CACHE);
  await notes.put(addressOf(note), new Response(text));
}

export async function removeNote(note: Note): Promise<void> {
  if (!(await caches.has(NOTES_CACHE))) return;
  const notes = await caches.open(NOTES_CACHE);
  await notes.delete(addressOf(note));
}

/** Removes what the notes say of an account: nothing of it is shown any more, and the worker answers nothing of it. */
export async function removeAccountNotes(): Promise<void> {
  await Promise.all((["copy", "named", "home", "member"] as const).map(removeNote));
}
