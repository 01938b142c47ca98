import { readConnection } from "#lib/connection.ts";

/** In localStorage: the time of the last response to any page of this device, in milliseconds since 1970. */
const KEY = "repasa:reached-at";

/** Stores the time of the last response to this page, so that the next page knows it without a network. */
export function storeReachedAt(): void {
  const { reachedAt } = readConnection();
  try {
    if (reachedAt !== null) localStorage.setItem(KEY, String(reachedAt));
  } catch {
    // The next page then shows no time.
  }
}

/** Returns the time of the last response to this device; null if it is not known. */
export function readReachedAt(): number | null {
  try {
    return readConnection().reachedAt ?? (Number(localStorage.getItem(KEY)) || null);
  } catch {
    return null;
  }
}
