import { OUTBOX_JOURNAL, SIGNED_IN, studyDatabase } from "#features/device/device.database.ts";

const OWNED = /^(?:draft|repasa:session):(\d+):/;

/**
 * Deletes card texts and drafts that this browser has stored, with the other entries of this tab's storage: those of
 * all users, or of all users except one. Ratings that wait to be sent are not deleted, because they contain no text.
 *
 * @param exceptUserId The user whose texts are not deleted; null deletes those of all users.
 */
export async function removeStoredTexts(exceptUserId: number | null): Promise<void> {
  clearTabStorage(exceptUserId);
  try {
    const { store, done } = (await studyDatabase()).transaction("decks", "readwrite");
    for (const { id, userId } of await store.getAll()) if (userId !== exceptUserId) await store.delete(id);
    await done;
  } catch (error) {
    console.warn("The study data of this browser could not be removed", error);
  }
}

function clearTabStorage(exceptUserId: number | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = key === SIGNED_IN || OWNED.exec(key)?.[1] === String(exceptUserId);
      const isRetained = key === OUTBOX_JOURNAL || (exceptUserId !== null && isOwn);
      if (!isRetained) sessionStorage.removeItem(key);
    }
    if (exceptUserId === null) localStorage.removeItem(SIGNED_IN);
  } catch {
    // Storage is unavailable, so nothing was stored either.
  }
}
