import { afterEach, describe, expect, it } from "vitest";
import { addJournal } from "#features/device/outbox/outbox.journal.ts";
import { addMemoryFallback } from "#features/device/outbox/outbox.memory.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";
import { freshDatabase, ratingEntry, USER, undoEntry } from "#testing/outbox.ts";
import { consoleOutput } from "#testing/setup.ts";

afterEach(() => expect(new Set(consoleOutput("warn"))).toEqual(new Set(["Ratings are kept in memory only"])));

function createTabStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Returns the store of a new page of the tab, after the journal of the previous page is replayed. */
async function openPage(opening: Promise<OutboxStore>, storage: ReturnType<typeof createTabStorage>) {
  const { store, replayed } = addJournal(addMemoryFallback(opening), storage);
  await replayed;
  return store;
}

const noDatabase = () => Promise.reject(new Error("private window"));
const review = (reviewId: string) => ratingEntry({ reviewId });
const undo = (reviewId: string) => undoEntry({ reviewId });
const listEntries = async (store: OutboxStore) =>
  (await store.all(USER)).map(({ kind, reviewId, attempted }) => `${kind} ${reviewId}${attempted ? " attempted" : ""}`);

async function deliverFirst(store: OutboxStore) {
  const first = await store.claimFirst(USER);
  if (first) await store.remove(first);
}

describe("without a database", () => {
  it("preserves waiting entries over reloads until they are delivered", async () => {
    const storage = createTabStorage();
    const first = await openPage(noDatabase(), storage);
    await first.add(review("a"));
    await first.add(review("b"));
    const second = await openPage(noDatabase(), storage);
    expect(await listEntries(second)).toEqual(["review a", "review b"]);
    await deliverFirst(second);
    expect(await listEntries(await openPage(noDatabase(), storage))).toEqual(["review b"]);
  });

  it("sends the undo of a rating that an earlier page has tried to send", async () => {
    const storage = createTabStorage();
    const first = await openPage(noDatabase(), storage);
    await first.add(review("a"));
    await first.claimFirst(USER);
    const second = await openPage(freshDatabase().open(), storage);
    await second.add(undo("a"));
    expect(await listEntries(second)).toEqual(["review a attempted", "undo a"]);
  });
});

describe("when the database fails while the page is open", () => {
  /** Opens a store that stores ratings, and fails in every other operation. */
  async function openFailingStore(database: ReturnType<typeof freshDatabase>): Promise<OutboxStore> {
    const store = await database.open();
    const fail = () => Promise.reject(new Error("disk full"));
    const add: OutboxStore["add"] = (entry) => (entry.kind === "undo" ? fail() : store.add(entry));
    return { ...store, add, claimFirst: fail, remove: fail, waiting: fail, all: fail };
  }

  it("undoes a stored rating on the next page, although the undo was already delivered", async () => {
    const storage = createTabStorage();
    const database = freshDatabase();
    const first = await openPage(openFailingStore(database), storage);
    await first.add(review("a"));
    await first.add(undo("a"));
    await deliverFirst(first);
    const second = await openPage(database.open(), storage);
    expect(await listEntries(second)).toEqual([]);
    expect(await listEntries(await openPage(database.open(), storage))).toEqual([]);
  });
});
