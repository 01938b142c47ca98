import { describe, expect, it, vi } from "vitest";
import { addMemoryFallback, createMemoryOutboxStore } from "#features/device/outbox/outbox.memory.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";
import {
  freshDatabase,
  outboxWith,
  rate,
  ratingEntry,
  runTasks,
  USER,
  undoEntry,
  unreliableServer,
} from "#testing/outbox.ts";
import { consoleOutput } from "#testing/setup.ts";

const review = (reviewId: string, userId = USER) => ratingEntry({ reviewId, userId });
const undo = (reviewId: string) => undoEntry({ reviewId });

describe.each([
  ["memory", async () => createMemoryOutboxStore()],
  ["IndexedDB", () => freshDatabase().open()],
])("a store in %s", (_, open) => {
  it("preserves the order, and stores the same rating only once", async () => {
    const store = await open();
    await Promise.all([store.add(review("a")), store.add(review("b")), store.add(review("a"))]);
    expect((await store.all(USER)).map(({ reviewId }) => reviewId)).toEqual(["a", "b"]);
    expect(await store.waiting(USER)).toMatchObject({ count: 2, oldest: { reviewId: "a", at: 10 } });
    expect(await store.claimFirst(USER)).toMatchObject({ reviewId: "a", attempted: true });
  });

  it("removes a rating that was never sent, and queues the undo of one that may have arrived", async () => {
    const store = await open();
    await store.add(review("a"));
    await store.add(undo("a"));
    expect(await store.all(USER)).toEqual([]);
    await store.add(review("b"));
    await store.claimFirst(USER);
    await store.add(undo("b"));
    await store.add(undo("b"));
    await store.add(undo("long arrived"));
    expect((await store.all(USER)).map(({ kind, reviewId }) => `${kind} ${reviewId}`)).toEqual([
      "review b",
      "undo b",
      "undo long arrived",
    ]);
  });

  it("separates users", async () => {
    const store = await open();
    await store.add(review("theirs", 2));
    await store.add(review("mine"));
    expect(await store.claimFirst(USER)).toMatchObject({ reviewId: "mine" });
    expect(await store.waiting(2)).toMatchObject({ count: 1, oldest: { reviewId: "theirs" } });
    expect(await store.waiting(3)).toEqual({ count: 0, oldest: undefined });
  });
});

it("continues in memory without a database", async () => {
  const store = addMemoryFallback(Promise.reject(new Error("private window")));
  const server = unreliableServer();
  const { outbox } = outboxWith({ store, deliver: server.deliver });
  outbox.start();
  rate(outbox, "a");
  await runTasks();
  expect(server.log).toEqual(["a"]);
  expect(consoleOutput("warn")).toEqual(["Ratings are kept in memory only"]);
});

it("gives what it has in memory to a database that opens late, and goes on there", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opening = Promise.withResolvers<OutboxStore>();
  const onOpenedLate = vi.fn();
  const store = addMemoryFallback(opening.promise, onOpenedLate);
  const added = store.add(review("a"));
  await vi.advanceTimersByTimeAsync(3000);
  await added;
  vi.useRealTimers();
  await store.claimFirst(USER);
  await store.add(review("b"));
  expect(store.isDurable()).toBe(false);

  const database = await freshDatabase().open();
  await database.add(review("of an earlier visit"));
  opening.resolve(database);
  await store.add(review("c"));
  await runTasks();
  expect(store.isDurable()).toBe(true);
  expect(onOpenedLate).toHaveBeenCalledTimes(1);
  await store.add(review("d"));
  const stored = (await database.all(USER)).map(
    ({ reviewId, attempted }) => `${reviewId}${attempted ? " attempted" : ""}`,
  );
  expect(stored).toEqual(["of an earlier visit", "a attempted", "b", "c", "d"]);
  expect(await store.waiting(USER)).toMatchObject({ count: 5 });
  expect(consoleOutput("warn")).toEqual(["Ratings are kept in memory only"]);
});
