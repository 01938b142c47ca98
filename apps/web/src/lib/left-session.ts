// A session that was left while the server could not be reached. Its cookie is still there, so that its end is the first call that
// pages and the worker make when they reach the server again.
import { readNote, removeAccountNotes, removeNote, writeNote } from "#lib/device-notes.ts";
import { SIGNED_IN } from "#lib/signed-in.ts";

type LoadEnding = () => Promise<{ endNotedSession: () => Promise<void> }>;

let loadEnding: LoadEnding | undefined;

/** @param load Loads `left-session.ending.ts`: few pages find a session to be ended, and the worker has it in its own file. */
export function provideEnding(load: LoadEnding): void {
  loadEnding = load;
}

/** Whether there is a session to be ended; undefined as long as this page does not know. */
let isLeft: boolean | undefined;
let ending: Promise<void> | undefined;

/** Returns whether a session was left that could not be ended yet, as the calls of this page have found out. */
export const hasLeftSession = (): boolean => isLeft === true;

/** Another tab that leaves a session writes the note before it writes that nobody is signed in. */
addEventListener("storage", (event) => {
  const { key } = event as Event & { key?: string | null };
  if (key === SIGNED_IN || key === null) isLeft = undefined;
});

/** Notes that the session has to be ended, and removes what the other notes say of its account. @throws if the browser cannot store that. */
export async function noteLeftSession(userId: number): Promise<void> {
  await writeNote("left", String(userId));
  isLeft = true;
  await removeAccountNotes().catch(() => {});
  addEventListener("online", endWhenOnline);
}

/** The page may have nothing to ask. */
const endWhenOnline = () => void endLeftSessionFirst()?.catch(() => {});

/** Somebody has signed in, which has ended the session that the browser had before. */
export function forgetLeftSession(): void {
  isLeft = false;
  void removeNote("left").catch(() => {});
}

/**
 * Returns the end of a left session, for which a call has to wait; undefined if there is none. A page looks for one once, and
 * again when another tab has changed who is signed in.
 */
export function endLeftSessionFirst(): Promise<void> | undefined {
  return isLeft === false ? undefined : endLeftSession();
}

/**
 * Ends the session that was left, if there is one.
 *
 * @throws the errors of `callServer` if it may still go on.
 */
export function endLeftSession(): Promise<void> {
  ending ??= endNow().finally(() => {
    ending = undefined;
  });
  return ending;
}

async function endNow(): Promise<void> {
  isLeft = (await readNote("left").catch(() => null)) !== null;
  if (!isLeft || !loadEnding) return;
  await (await loadEnding()).endNotedSession();
  isLeft = false;
}
