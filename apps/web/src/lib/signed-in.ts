/** The key, in localStorage, of what `readSignedIn` returns. Tabs hear of its changes. */
export const SIGNED_IN = "repasa:signed-in";

/**
 * Instead of an id, while the texts of an account are being removed.
 *
 * - `LEFT`: its user has signed out. Afterwards there is no value.
 * - `ENDED`: its session has ended. Afterwards the value is empty: what waits to be sent is left.
 */
export const LEFT = "left";
export const ENDED = "ended";

/** Returns the id of the user who is signed in in this browser, as far as its tabs know, or what has become of the last one. */
export function readSignedIn(): string | null {
  try {
    return localStorage.getItem(SIGNED_IN);
  } catch {
    return null;
  }
}

/** Returns whether a user is signed in in this browser, or nothing is known against it. */
export function isSignedInHere(userId: number): boolean {
  return (readSignedIn() ?? String(userId)) === String(userId);
}

export function writeSignedIn(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(SIGNED_IN);
    else localStorage.setItem(SIGNED_IN, value);
  } catch {
    // Other tabs then find out by their next call.
  }
}
