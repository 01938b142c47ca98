import { OUTBOX_JOURNAL, SIGNED_IN, studyDatabase } from "#features/study/study.storage.ts";

const OWNED = /^(?:draft|repasa:session):(\d+):/;

/**
 * Removes the texts that studying and writing have left in this browser, and what this tab noted beside them: everybody's,
 * or everybody else's than `kept`. Ratings that wait to be sent stay, as they hold no text.
 */
export async function forgetTexts(kept: number | null): Promise<void> {
  forgetTab(kept);
  try {
    const { store, done } = (await studyDatabase()).transaction("decks", "readwrite");
    for (const { id, userId } of await store.getAll()) if (userId !== kept) await store.delete(id);
    await done;
  } catch (error) {
    console.warn("The study data of this browser could not be removed", error);
  }
}

function forgetTab(kept: number | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const owned = key === SIGNED_IN || OWNED.exec(key)?.[1] === String(kept);
      const stays = key === OUTBOX_JOURNAL || (kept !== null && owned);
      if (!stays) sessionStorage.removeItem(key);
    }
    if (kept === null) localStorage.removeItem(SIGNED_IN);
  } catch {
    // Nothing could be written either.
  }
}
