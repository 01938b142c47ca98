import "#testing/indexed-db.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { connectCopy, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { openStudyDatabase, studyDatabase } from "#features/device/device.database.ts";
import { removeStoredTexts } from "#features/device/device.texts.ts";
import { startOutbox, stopOutbox } from "#features/device/outbox/outbox.service.ts";
import { draftKey, storeDraft } from "#lib/drafts.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { changeEntry } from "#testing/outbox.ts";
import { sampleCard } from "#testing/sample-data.ts";

const WAITING = "repasa:outbox-journal";
const draft = { fields: { front: "Un secreto" }, clientId: "a", unsaved: [] };
const entry = (userId: number) => ({
  ...{ kind: "undo" as const, userId, cardId: 1, reviewId: `0195b6f0-0000-4000-8000-0000000000${userId}` },
  ...{ at: Date.now(), attempted: false },
});

/** Stores texts and ratings of two users, as studying and editing do. */
beforeEach(async () => {
  fakeApi();
  localStorage.clear();
  sessionStorage.clear();
  const database = await openStudyDatabase();
  for (const store of ["decks", "outbox"] as const) await database.clear(store);
  for (const userId of [81, 82]) {
    await database.put("decks", { id: `mazo ${userId}`, userId, at: 1, cards: [sampleCard()] });
    await database.add("outbox", entry(userId));
    storeDraft(draftKey(userId, "card"), draft);
    sessionStorage.setItem(`repasa:session:${userId}:all`, "{}");
  }
  database.close();
  sessionStorage.setItem(WAITING, JSON.stringify([81, 82].map(entry)));
  sessionStorage.setItem("returnPath", "/search?q=secreto");
  localStorage.setItem("repasa:signed-in", "81");
  localStorage.setItem("repasa:wrong-choices:5", "{}");
  sessionStorage.setItem("repasa:signed-in", "81");
});

const listStored = async () => ({
  decks: (await studyDatabase.use((database) => database.getAll("decks"))).map(({ userId }) => userId),
  tab: Object.keys(sessionStorage).sort(),
});
const listCopies = async () =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith("repasa-copy-") ? [name] : []));

it("removes everything of who signs out, and of others all but the ratings that wait for their return", async () => {
  for (const userId of [81, 82]) (await openCopyDatabase(userId)).close();
  await studyDatabase.use((database) =>
    database.add("outbox", { ...changeEntry({ userId: 82, reviewId: "with a text" }), attempted: false }),
  );
  await removeStoredTexts({ signedIn: null, left: 81 });
  expect(await listStored()).toEqual({ decks: [], tab: [WAITING] });
  expect(JSON.parse(sessionStorage.getItem(WAITING) ?? "")).toMatchObject([{ userId: 82 }]);
  const left = await studyDatabase.use((database) => database.getAll("outbox"));
  expect(left).toMatchObject([{ userId: 82, kind: "undo" }]);
  expect(await listCopies()).toEqual([]);
  expect({ ...localStorage }).toEqual({});
});

it.each(["this tab", "another tab"])(
  "does not bring back a copy that %s has removed for an answer that comes late",
  async (by) => {
    const connection = connectCopy(81);
    const write = () => connection.use((database) => database.put("ids", 1, -1));
    await write();
    if (by === "this tab") await removeStoredTexts({ signedIn: null });
    else await new Promise((resolve) => (indexedDB.deleteDatabase("repasa-copy-81").onsuccess = resolve));
    await expect(write()).rejects.toThrow("removed");
    expect(await listCopies()).toEqual([]);
    await connectCopy(81).use((database) => database.put("ids", 1, -1));
    expect(await listCopies()).toEqual(["repasa-copy-81"]);
    await removeStoredTexts({ signedIn: null });
  },
);

it("retains the texts of the excepted user, and ratings of all users", async () => {
  for (const userId of [81, 82]) (await openCopyDatabase(userId)).close();
  await removeStoredTexts({ signedIn: 82 });
  expect(await listStored()).toEqual({
    decks: [82],
    tab: ["draft:82:card", WAITING, "repasa:session:82:all", "repasa:signed-in"],
  });
  expect(await studyDatabase.use((database) => database.count("outbox"))).toBe(2);
  expect(await listCopies()).toEqual(["repasa-copy-82"]);
  expect({ ...localStorage }).toEqual({ "repasa:signed-in": "81" });
});

it("removes the texts of an ended session when another user signs in, but not when the same user returns", async () => {
  startOutbox(81);
  stopOutbox();
  expect((await listStored()).decks).toEqual([81, 82]);
  startOutbox(82);
  stopOutbox();
  await vi.waitFor(async () => expect((await listStored()).decks).toEqual([82]));
  expect((await listStored()).tab).not.toContain("draft:81:card");
});
