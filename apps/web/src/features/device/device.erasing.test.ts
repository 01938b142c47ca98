import "#testing/indexed-db.ts";
import { generateKeyPairSync } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { connectCopy, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import type { PublicKey } from "#features/device/device.box.ts";
import { openStudyDatabase, studyDatabase } from "#features/device/device.database.ts";
import { removeStoredTexts } from "#features/device/device.leaving.ts";
import { connectOutbox, startOutbox, stopOutbox } from "#features/device/device.outbox.ts";
import { readJournal } from "#features/device/outbox/outbox.journal.ts";
import { draftKey, storeDraft } from "#lib/drafts.ts";
import { ENDED, writeSignedIn } from "#lib/signed-in.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { editEntry } from "#testing/outbox.ts";
import { sampleCard } from "#testing/sample-data.ts";

const WAITING = "repasa:outbox-journal";
const draft = { fields: { front: "Un secreto" }, clientId: "a", unsaved: [] };
const entry = (userId: number) => ({
  kind: "undo" as const,
  userId,
  cardId: 1,
  reviewId: `0195b6f0-0000-4000-8000-0000000000${userId}`,
  at: Date.now(),
  attempted: false,
});

/** Stores texts and ratings of two users, as studying and editing do. */
beforeEach(async () => {
  fakeApi();
  localStorage.clear();
  sessionStorage.clear();
  const database = await openStudyDatabase();
  for (const store of database.objectStoreNames) await database.clear(store);
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

/** Creates a copy of both users, as each did while signed in. */
async function createCopies(): Promise<void> {
  for (const userId of [82, 81]) {
    writeSignedIn(String(userId));
    (await openCopyDatabase(userId)).close();
  }
}

const change = (userId: number) => ({ ...editEntry({ userId, reviewId: "with a text" }), attempted: false });

it("removes everything of who signs out, and of others all but the ratings that wait for their return", async () => {
  await createCopies();
  await studyDatabase.use(async (database) => {
    await database.put("lost", { userId: 81, counts: { answer: 1 } });
    await database.add("outbox", change(82));
  });
  await removeStoredTexts({ signedIn: null, left: 81 });
  expect(await listStored()).toEqual({ decks: [], tab: [] });
  const left = await studyDatabase.use((database) => database.getAll("outbox"));
  expect(left).toMatchObject([{ userId: 82, kind: "undo" }]);
  // There was no key to seal it with.
  const lost = await studyDatabase.use((database) => database.getAll("lost"));
  expect(lost).toEqual([{ userId: 82, counts: { "card.update": 1, draft: 1 } }]);
  expect(await listCopies()).toEqual([]);
  expect({ ...localStorage }).toEqual({});
});

it("seals what other accounts have not sent, and removes what was sealed of the one that signs out", async () => {
  const { d, ...key } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const readOwners = async (name: "sealed" | "keys" | "outbox") =>
    (await studyDatabase.use((database) => database.getAll(name))).map(({ userId }) => userId);
  for (const userId of [81, 82]) {
    await studyDatabase.use(async (database) => {
      await database.put("keys", { userId, key: key as PublicKey });
      await database.add("outbox", { ...change(userId), reviewId: `with a text of ${userId}` });
    });
  }
  writeSignedIn("82");
  await removeStoredTexts({ signedIn: 82 });
  expect(await readOwners("sealed")).toEqual([81]);
  expect(await readOwners("outbox")).toEqual([82, 82]);
  writeSignedIn(ENDED);
  await removeStoredTexts({ signedIn: null });
  expect(await readOwners("sealed")).toEqual([81, 82]);
  await removeStoredTexts({ signedIn: null, left: 81 });
  expect(await readOwners("sealed")).toEqual([82]);
  expect(await readOwners("keys")).toEqual([82]);
});

it.each(["this tab", "another tab"])(
  "does not bring back a copy that %s has removed for an answer that comes late",
  async (by) => {
    const connection = connectCopy(81);
    const write = () => connection.use((database) => database.put("ids", 1, -1));
    await write();
    writeSignedIn(ENDED);
    if (by === "this tab") await removeStoredTexts({ signedIn: null });
    else await new Promise((resolve) => (indexedDB.deleteDatabase("repasa-copy-81").onsuccess = resolve));
    await expect(write()).rejects.toMatchObject({ name: "ConnectionEnded" });
    const writeAnew = () => connectCopy(81).use((database) => database.put("ids", 1, -1));
    await expect(writeAnew()).rejects.toMatchObject({ name: "CopyMissing" });
    expect(await listCopies()).toEqual([]);
    writeSignedIn("81");
    await writeAnew();
    expect(await listCopies()).toEqual(["repasa-copy-81"]);
    await removeStoredTexts({ signedIn: null });
  },
);

it("retains the texts of the excepted user, and ratings of all users", async () => {
  await createCopies();
  writeSignedIn("82");
  await removeStoredTexts({ signedIn: 82 });
  expect(await listStored()).toEqual({
    decks: [82],
    tab: ["draft:82:card", WAITING, "repasa:session:82:all", "repasa:signed-in"],
  });
  expect(await studyDatabase.use((database) => database.count("outbox"))).toBe(2);
  expect(readJournal(sessionStorage)).toMatchObject([{ userId: 82 }]);
  expect(await listCopies()).toEqual(["repasa-copy-82"]);
  expect({ ...localStorage }).toEqual({ "repasa:signed-in": "82" });
});

it("keeps in the tab what a full disk does not take of another account, and seals it later", async () => {
  const full = new DOMException("The disk is full", "QuotaExceededError");
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw full;
  });
  sessionStorage.setItem(WAITING, JSON.stringify([change(81)]));
  writeSignedIn("82");
  startOutbox(82);
  await removeStoredTexts({ signedIn: 82 });
  await connectOutbox(82).countWaiting();
  const owners = () => readJournal(sessionStorage).map(({ userId }) => userId);
  expect(owners()).toEqual([81]);
  void connectOutbox(82).add({ kind: "undo", cardId: 1, reviewId: "of 82" });
  expect(owners()).toEqual([81, 82]);
  stopOutbox();
  add.mockRestore();

  startOutbox(82);
  const readLost = () => studyDatabase.use((database) => database.get("lost", 81));
  // There was no key to seal it with.
  await vi.waitFor(async () => expect(await readLost()).toMatchObject({ counts: { "card.update": 1 } }));
  await connectOutbox(82).countWaiting();
  stopOutbox();
  expect(sessionStorage.getItem(WAITING)).toBeNull();
  const stored = await studyDatabase.use((database) => database.getAll("outbox"));
  expect(stored.map(({ kind }) => kind)).not.toContain("change");
  expect(stored.map(({ reviewId }) => reviewId)).toContain("of 82");
  expect(new Set(consoleOutput("warn"))).toEqual(new Set(["Ratings are stored in this tab only"]));
});

it("removes the texts of an ended session when another user signs in, but not when the same user returns", async () => {
  sessionStorage.setItem(WAITING, JSON.stringify([entry(81)]));
  sessionStorage.removeItem("draft:82:card");
  startOutbox(81);
  stopOutbox();
  expect((await listStored()).decks).toEqual([81, 82]);
  // The database did not take it.
  sessionStorage.setItem(WAITING, JSON.stringify([change(81)]));
  startOutbox(82);
  stopOutbox();
  await vi.waitFor(async () => {
    const { decks, tab } = await listStored();
    expect(decks).toEqual([82]);
    expect(tab).not.toContain("draft:81:card");
    expect(tab).not.toContain(WAITING);
  });
  const lost = () => studyDatabase.use((database) => database.get("lost", 81));
  await vi.waitFor(async () => expect(await lost()).toMatchObject({ counts: { "card.update": 1 } }));
});
