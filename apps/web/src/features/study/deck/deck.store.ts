import { studyDatabase } from "#features/device/device.database.ts";
import type { Deck, DeckStore } from "#features/study/deck/deck.snapshot.ts";

export const deckStore: DeckStore = {
  put: async (deck) => void (await studyDatabase.use((database) => database.put("decks", deck))),
  get: (id) => studyDatabase.use(async (database) => (await database.get("decks", id)) as Deck | undefined),
  async remove(id, before) {
    // Ids begin with the time of their creation.
    const older = IDBKeyRange.upperBound(new Date(before).toISOString());
    await studyDatabase.use(async (database) => {
      const { store, done } = database.transaction("decks", "readwrite");
      await Promise.all([store.delete(id), store.delete(older), done]);
    });
  },
};
