// The caches of this origin in Cache Storage. Pages and the service worker share them; no other storage is open to both
// at the first byte of a navigation.

/** Followed by the id of a build: the files of that build. */
export const BUILD_CACHE_PREFIX = "repasa-build-";

/** Followed by the id of a user: images and sounds of that user's cards, by their address below `/api/media/`. */
export const MEDIA_CACHE_PREFIX = "repasa-media-";

/** Short texts that the worker must know when no page is open. */
const NOTES_CACHE = "repasa-notes";

/** `member`: the id of the user who is signed in. `builds`: the names of complete builds in JSON, the newest first. */
export type Note = "member" | "builds";

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

/** Returns the names of the caches of complete builds, the newest first. */
export async function readBuilds(): Promise<string[]> {
  return JSON.parse((await readNote("builds")) ?? "[]") as string[];
}
