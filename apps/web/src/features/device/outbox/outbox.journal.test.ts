import { afterEach, describe, expect, it, vi } from "vitest";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import { openStudyDatabase, type StudyDatabase } from "#features/device/device.database.ts";
import { createDatabaseOutboxStore, type OutboxStore } from "#features/device/outbox/outbox.store.ts";
import { consoleOutput } from "#testing/console-output.ts";
import {
  createTabStorage,
  failingStore,
  freshDatabase,
  openStore,
  outboxWith,
  rate,
  ratingEntry,
  runTasks,
  USER,
  undoEntry,
  unreliableServer,
} from "#testing/outbox.ts";

const IN_TAB = "Ratings are stored in this tab only";

afterEach(() => expect(new Set(consoleOutput("warn")).difference(new Set([IN_TAB])).size).toBe(0));

const review = (reviewId: string) => ratingEntry({ reviewId });
const undo = (reviewId: string) => undoEntry({ reviewId });
const listEntries = async (store: Pick<OutboxStore, "all">) =>
  (await store.all(USER)).map(({ kind, reviewId, attempted }) => `${kind} ${reviewId}${attempted ? " attempted" : ""}`);

async function deliverFirst(store: OutboxStore) {
  const [first] = await store.claim(USER);
  if (first) await store.remove([first]);
}

describe("without a database", () => {
  it("sends what was rated", async () => {
    const server = unreliableServer();
    const { outbox } = outboxWith({ store: openStore(failingStore()), deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await runTasks();
    expect(server.log).toEqual(["a"]);
    expect(consoleOutput("warn")).toEqual([IN_TAB]);
  });

  it("preserves waiting entries over reloads until they are delivered", async () => {
    const storage = createTabStorage();
    const first = openStore(failingStore(), storage);
    await first.add(review("a"));
    await first.add(review("b"));
    expect(first.isDurable()).toBe(false);
    const second = openStore(failingStore(), storage);
    expect(await listEntries(second)).toEqual(["review a", "review b"]);
    await deliverFirst(second);
    expect(await listEntries(openStore(failingStore(), storage))).toEqual(["review b attempted"]);
  });

  it("does not bring back what the tab has moved to the database meanwhile", async () => {
    const storage = createTabStorage();
    const failing = openStore(failingStore(), storage);
    await failing.add(review("a"));
    await openStore(freshDatabase().open(), storage).moveToDatabase();
    await failing.add(review("b"));
    expect(await listEntries(failing)).toEqual(["review b"]);
  });

  it("sends the undo of a rating that an earlier page has tried to send", async () => {
    const storage = createTabStorage();
    const first = openStore(failingStore(), storage);
    await first.add(review("a"));
    await first.claim(USER);
    const second = openStore(freshDatabase().open(), storage);
    await second.add(undo("a"));
    expect(await listEntries(second)).toEqual(["review a attempted", "undo a"]);
  });

  it("stores the failures of the server with an entry", async () => {
    const store = openStore(failingStore(), createTabStorage());
    await store.add(review("a"));
    for (const failures of [1, 2]) {
      const [claimed] = await store.claim(USER);
      if (claimed) await store.noteFailure({ ...claimed, failures, failedAt: 30 });
      expect(await store.claim(USER)).toMatchObject([{ failures, failedAt: 30 }]);
    }
  });
});

describe("when the database fails while the page is open", () => {
  /** Stores ratings, and fails in every other operation. */
  function openFailingStore(database: ReturnType<typeof freshDatabase>): OutboxStore {
    const { add } = database.open();
    const failing = failingStore();
    return { ...failing, add: (entry) => (entry.kind === "undo" ? failing.add(entry) : add(entry)) };
  }

  it("undoes a stored rating on the next page, although the undo was already delivered", async () => {
    const storage = createTabStorage();
    const database = freshDatabase();
    const first = openStore(openFailingStore(database), storage);
    await first.add(review("a"));
    await first.add(undo("a"));
    await deliverFirst(first);
    expect(await first.claim(USER)).toEqual([]);
    const second = openStore(database.open(), storage);
    expect(await listEntries(second)).toEqual([]);
    expect(await listEntries(openStore(database.open(), storage))).toEqual([]);
  });
});

describe("a database that answers only some operations", () => {
  const failing = failingStore();

  it("is not asked for the same entries without a pause if it cannot remove them", async () => {
    const server = unreliableServer();
    const store = openStore({ ...freshDatabase().open(), remove: failing.remove });
    const { outbox, time } = outboxWith({ store, deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    await runTasks(30);
    expect(server.received).toHaveLength(1);
    await time.advance(1000);
    await vi.waitFor(() => expect(server.received).toHaveLength(2));
    outbox.stop();
    expect(consoleOutput("warn").length).toBeGreaterThan(0);
  });

  it("may have entries that it does not give, so that nobody signs out without being asked", async () => {
    const database = freshDatabase().open();
    const store = openStore({ ...database, waiting: failing.waiting, changes: failing.changes });
    await store.add(review("a"));
    const { outbox, time } = outboxWith({ store });
    const flushed = outbox.flush(1000);
    await time.advance(1000);
    expect(await flushed).toBe(false);
    await expect(outbox.listWaitingEdits()).rejects.toThrow("private window");
    expect(consoleOutput("warn")).toEqual([IN_TAB]);
  });

  it.each(["gives none of them", "fails"])(
    "does not let the tab overtake entries that are sealed in it, whether it %s",
    async (fault) => {
      const { add, claim } = failing;
      const database = { ...freshDatabase().open(), add, ...(fault === "fails" && { claim }) };
      const storage = createTabStorage();
      const store = openStore({ ...database, hasSealed: async () => true }, storage);
      await store.add(review("a"));
      expect(await store.claim(USER)).toEqual([]);
      expect(await listEntries(openStore({ ...database, claim: failing.claim }, storage))).toEqual(["review a"]);
      expect(await openStore({ ...database, claim: failing.claim }, storage).claim(USER)).toHaveLength(1);
    },
  );

  it("has nothing if the browser has none", async () => {
    const { outbox } = outboxWith({ store: openStore(failing) });
    expect(await outbox.flush(1000)).toBe(true);
    expect(await outbox.listWaitingEdits()).toEqual([]);
    expect(consoleOutput("warn")).toEqual([IN_TAB]);
  });

  it("gets an undo again that was sent before its rating was found there", async () => {
    const database = freshDatabase().open();
    await database.add({ ...review("a"), attempted: true });
    let isAway = true;
    const away = Object.fromEntries(
      Object.entries(database).map(([name, operation]) => [
        name,
        (argument: never) =>
          isAway ? Promise.reject(new Error("away")) : (operation as (argument: never) => Promise<unknown>)(argument),
      ]),
    ) as OutboxStore;
    const store = openStore(away, createTabStorage());
    await store.add(undo("a"));
    const claimed = await store.claim(USER);
    expect(claimed).toMatchObject([{ kind: "undo" }]);
    isAway = false;
    // It is moved while the server answers 404, because it has no such rating yet.
    await store.moveToDatabase();
    await store.remove(claimed);
    expect(await listEntries(store)).toEqual(["review a attempted", "undo a attempted"]);
    expect(consoleOutput("warn")).toEqual([IN_TAB]);
  });
});

describe("when the browser closes the database", () => {
  it("goes on in the same database, and loses neither what was stored nor what is added", async () => {
    const opened: StudyDatabase[] = [];
    const open = async () => {
      const database = await openStudyDatabase("outbox-closed-by-browser");
      opened.push(database);
      return database;
    };
    const store = openStore(createDatabaseOutboxStore(new DatabaseConnection({ open })));
    await store.add(review("a"));
    opened[0]?.close();
    await store.add(review("b"));
    opened[1]?.close();
    expect(await listEntries(store)).toEqual(["review a", "review b"]);
    opened[2]?.close();
    await deliverFirst(store);
    expect(store.isDurable()).toBe(true);
    expect(opened).toHaveLength(4);
    const [later] = [openStore(createDatabaseOutboxStore(new DatabaseConnection({ open })))];
    expect(await listEntries(later)).toEqual(["review b attempted"]);
  });
});

describe("a database that opens late", () => {
  it("gets what the tab has, in order, and everything after it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opening = Promise.withResolvers<StudyDatabase>();
    const onOpenedLate = vi.fn();
    const connection = new DatabaseConnection({ open: () => opening.promise, patienceMs: 3000, onOpenedLate });
    const store = openStore(createDatabaseOutboxStore(connection), createTabStorage());
    const added = store.add(review("a"));
    await vi.advanceTimersByTimeAsync(3000);
    await added;
    vi.useRealTimers();
    await store.claim(USER);
    await store.add(review("b"));
    expect(store.isDurable()).toBe(false);

    const database = await openStudyDatabase("outbox-opened-late");
    const earlier = createDatabaseOutboxStore(
      new DatabaseConnection({ open: () => openStudyDatabase("outbox-opened-late") }),
    );
    await earlier.add(review("of an earlier visit"));
    opening.resolve(database);
    await runTasks();
    expect(onOpenedLate).toHaveBeenCalledTimes(1);
    await store.add(review("c"));
    expect(store.isDurable()).toBe(true);
    expect(await listEntries(store)).toEqual([
      "review of an earlier visit",
      "review a attempted",
      "review b",
      "review c",
    ]);
    expect(consoleOutput("warn")).toEqual([IN_TAB]);
  });

  it("is not late because the page itself was busy", async () => {
    const open = () => new Promise<StudyDatabase>((resolve) => setImmediate(() => resolve(openStudyDatabase("busy"))));
    const connection = new DatabaseConnection({ open, patienceMs: 600 });
    const opened = connection.use(async (database) => database.name);
    await Promise.resolve();
    for (const end = performance.now() + 700; performance.now() < end; );
    expect(await opened).toBe("busy");
  });
});
