import { studyDatabase } from "#features/device/device.database.ts";
import type { Deck, DeckStore } from "#features/study/study.snapshot.ts";

export const deckStore: DeckStore = {
  put: async (deck) => void (await (await studyDatabase()).put("decks", deck)),
  get: async (id) => (await (await studyDatabase()).get("decks", id)) as Deck | undefined,
  async remove(id, before) {
    // Ids begin with the time of their creation.
    const older = IDBKeyRange.upperBound(new Date(before).toISOString());
    const { store, done } = (await studyDatabase()).transaction("decks", "readwrite");
    await Promise.all([store.delete(id), store.delete(older), done]);
  },
};
