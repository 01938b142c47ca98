// Flags in Cache Storage, which pages and the service worker share: no other storage is open to both at the first byte of a
// navigation.

/** The cache and the addresses below are called notes, because devices have them by that name. */
const FLAGS_CACHE = "repasa-notes";

/**
 * - `member`: the id of the user who is signed in.
 * - `copy`: the id of the account whose copy lies unlocked on this device. Not in `localStorage`, which browsers may write a
 *   minute later: an app that is killed before would not open without a network, or show the copy of an ended session.
 * - `named`: the id of the account that the cookie of accounts has named while its copy was brought up to date.
 * - `home`: a `HomePicture` in JSON.
 * - `builds`: the names of complete builds in JSON, the newest first.
 * - `unrestored`: when an erased build could last not be restored, in milliseconds since 1970.
 */
export type Flag = "member" | "copy" | "named" | "home" | "builds" | "unrestored";

/** The markup of Home as it was last drawn. `owner`: the id of the user whose Home it is. */
export type HomePicture = { owner: number; html: string };

const addressOf = (flag: Flag) => `/notes/${flag}`;

export async function readFlag(flag: Flag): Promise<string | null> {
  const found = await caches.match(addressOf(flag), { cacheName: FLAGS_CACHE });
  return found ? found.text() : null;
}

export async function writeFlag(flag: Flag, text: string): Promise<void> {
  const flags = await caches.open(FLAGS_CACHE);
  await flags.put(addressOf(flag), new Response(text));
}

export async function removeFlag(flag: Flag): Promise<void> {
  if (!(await caches.has(FLAGS_CACHE))) return;
  const flags = await caches.open(FLAGS_CACHE);
  await flags.delete(addressOf(flag));
}

/** Removes what the flags say of an account: nothing of it is shown any more, and the worker answers nothing of it. */
export async function removeAccountFlags(): Promise<void> {
  await Promise.all((["copy", "named", "home", "member"] as const).map(removeFlag));
}
