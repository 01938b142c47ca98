import { studyDatabase } from "#features/device/device.database.ts";
import { removeCopiesAndMedia } from "#features/device/device.texts.ts";
import { applyTheme } from "#lib/theme.ts";

/** Removes the data of a deleted account from this browser. Unsent changes of other accounts are preserved. */
export async function removeLocalData(userId: number): Promise<void> {
  applyTheme("system");
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
  try {
    await studyDatabase.use(async (database) => {
      const changes = database.transaction(["outbox", "decks"], "readwrite");
      const [outbox, decks] = [changes.objectStore("outbox"), changes.objectStore("decks")];
      for (const key of await outbox.index("user").getAllKeys(userId)) await outbox.delete(key);
      await decks.clear();
      await changes.done;
    });
    await removeCopiesAndMedia(null);
  } catch (error) {
    console.warn("The study data of this browser could not be removed", error);
  }
}
