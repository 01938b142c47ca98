import { expect, it } from "vitest";
import type { StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { consoleOutput } from "#testing/console-output.ts";
import {
  createTabStorage,
  editEntry,
  failingStore,
  freshDatabase,
  openStore,
  ratingEntry,
  USER,
  undoEntry,
} from "#testing/outbox.ts";

const review = (reviewId: string, userId = USER) => ratingEntry({ reviewId, userId });
const undo = (reviewId: string) => undoEntry({ reviewId });
const change = (reviewId: string) => editEntry({ reviewId });
const name = ({ kind, reviewId }: StoredEntry) => `${kind} ${reviewId}`;

it("preserves the order, and stores the same rating only once", async () => {
  const store = freshDatabase().open();
  await Promise.all([store.add(review("a")), store.add(review("b")), store.add(review("a"))]);
  expect((await store.all(USER)).map(({ reviewId }) => reviewId)).toEqual(["a", "b"]);
  expect(await store.waiting(USER)).toMatchObject({ count: 2, oldest: { reviewId: "a", at: 10 } });
});

it("removes a rating that was never sent, and queues the undo of one that may have arrived", async () => {
  const store = freshDatabase().open();
  await store.add(review("a"));
  await store.add(undo("a"));
  expect(await store.all(USER)).toEqual([]);
  await store.add(review("b"));
  await store.claim(USER);
  await store.add(undo("b"));
  await store.add(undo("b"));
  await store.add(undo("long arrived"));
  expect((await store.all(USER)).map(name)).toEqual(["review b", "undo b", "undo long arrived"]);
});

it("claims ratings in a row together, a hundred at most, and everything else alone", async () => {
  const store = freshDatabase().open();
  for (let n = 0; n < 102; n++) await store.add(review(`a${n}`));
  for (const entry of [undo("x"), change("y"), review("b1"), review("b2"), change("z"), review("c")])
    await store.add(entry);
  const claimed: string[][] = [];
  for (let entries = await store.claim(USER); entries.length > 0; entries = await store.claim(USER)) {
    claimed.push(entries.map(name));
    expect(entries.every(({ attempted }) => attempted)).toBe(true);
    await store.remove(entries);
  }
  expect(claimed.map((one) => one.length)).toEqual([100, 2, 1, 1, 2, 1, 1]);
  expect(claimed.slice(2)).toEqual([["undo x"], ["change y"], ["review b1", "review b2"], ["change z"], ["review c"]]);
});

it("claims a rating alone that the server has failed with, and those before it together", async () => {
  const store = freshDatabase().open();
  for (const id of ["a", "b", "c", "d"]) await store.add(review(id));
  const [, , third] = await store.claim(USER);
  await store.noteFailure({ ...(third as StoredEntry), failures: 1, failedAt: 30 });
  const first = await store.claim(USER);
  expect(first.map(name)).toEqual(["review a", "review b"]);
  await store.remove(first);
  const alone = await store.claim(USER);
  expect(alone).toMatchObject([{ reviewId: "c", failures: 1, failedAt: 30 }]);
  await store.remove(alone);
  expect((await store.claim(USER)).map(name)).toEqual(["review d"]);
});

it.each([
  ["the database", () => freshDatabase().open()],
  ["the journal", () => openStore(failingStore(), createTabStorage())],
])("counts what waits in %s, and the answers among it: not the changes, nor what is undone", async (where, open) => {
  const store = open();
  for (const id of ["a", "b", "c"]) await store.add(review(id));
  await store.claim(USER);
  for (const entry of [undo("b"), undo("of one that has arrived"), change("x")]) await store.add(entry);
  expect(await store.waiting(USER)).toMatchObject({ count: 6, answers: 2, oldest: { reviewId: "a" } });
  if (where === "the journal") expect(consoleOutput("warn")).toEqual(["Ratings are stored in this tab only"]);
});

it("puts an entry that is tried again where it was, before those that need it, unless its place is taken", async () => {
  const store = freshDatabase().open();
  for (const entry of [change("creation"), review("of what it creates")]) await store.add(entry);
  const [creation] = await store.all(USER);
  await store.remove([creation as StoredEntry]);
  await store.add({ ...(creation as StoredEntry), reviewId: "again" });
  expect((await store.all(USER)).map(({ reviewId }) => reviewId)).toEqual(["again", "of what it creates"]);
  await store.add({ ...(creation as StoredEntry), reviewId: "taken" });
  expect((await store.all(USER)).map(({ reviewId }) => reviewId)).toEqual(["again", "of what it creates", "taken"]);
});

it("separates users, and lists the changes alone", async () => {
  const store = freshDatabase().open();
  await store.add(review("theirs", 2));
  await store.add(review("mine"));
  await store.add(change("edit"));
  expect(await store.claim(USER)).toMatchObject([{ reviewId: "mine" }]);
  expect(await store.waiting(2)).toMatchObject({ count: 1, oldest: { reviewId: "theirs" } });
  expect(await store.waiting(3)).toEqual({ count: 0, answers: 0, oldest: undefined, isKnown: true });
  expect(await store.changes(USER)).toMatchObject([{ reviewId: "edit" }]);
  expect(await store.changes(2)).toEqual([]);
});
