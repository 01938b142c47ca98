import "#testing/indexed-db.ts";
import { generateKeyPairSync } from "node:crypto";
import type { DeviceKey } from "@repasa/contract/account.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCopy, type RefusedEntry, removeCopy } from "#features/device/copy/copy.database.ts";
import { pickPublic } from "#features/device/device.box.ts";
import { openStudyDatabase, studyDatabase } from "#features/device/device.database.ts";
import { dropOutbox, flushOutbox, startOutbox } from "#features/device/device.outbox.ts";
import { sealAndRemoveCopy } from "#features/device/device.sealing.ts";
import { unsealWaiting } from "#features/device/device.unsealing.ts";
import { LOCAL_IDS_FROM, type NewEntry } from "#features/device/outbox/outbox.entry.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import { draftKey } from "#lib/drafts.ts";
import { writeSignedIn } from "#lib/signed-in.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { editEntry, ratingEntry, undoEntry } from "#testing/outbox.ts";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";

const LOCAL_CARD = LOCAL_IDS_FROM + 5;
const outbox = createDatabaseOutboxStore(studyDatabase);
const createKey = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }) as DeviceKey;

let ana = 900;
let key: DeviceKey;
let api: ReturnType<typeof fakeApi>;

/** A new account, whose device has had a copy, with the key. */
beforeEach(async () => {
  ana += 2;
  key = createKey();
  await studyDatabase.use(async (database) => {
    for (const name of database.objectStoreNames) await database.clear(name);
    await database.put("keys", { userId: ana, key: pickPublic(key) });
  });
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: ana }));
  api.on(accountEndpoints.deviceKey, () => ({ status: 200, body: key }));
});
afterEach(async () => {
  dropOutbox();
  await removeCopy(ana);
});

const uuid = (digit: number) => `0195b6f0-0000-4000-8000-00000000${ana}${digit}`;
const newCard = () =>
  editEntry({
    userId: ana,
    cardId: 0,
    reviewId: uuid(1),
    localId: LOCAL_CARD,
    subject: "Un secreto",
    call: { method: "POST", path: "/api/folders/{id}/cards", changes: ["cards"] },
    input: { params: { id: 3 }, body: { front: "Un secreto", back: "Otro secreto", clientId: uuid(1) } },
  });
const edit = () => editEntry({ userId: ana, reviewId: uuid(2), subject: "Tercer secreto" });
const rating = () => ratingEntry({ userId: ana, cardId: 7, reviewId: uuid(3) });
const ratingOfNew = () => ratingEntry({ userId: ana, cardId: LOCAL_CARD, reviewId: uuid(4) });
const refused = (): RefusedEntry => ({ id: uuid(5), entry: { ...edit(), reviewId: uuid(5) }, reason: "Límite", at: 4 });

async function keepWaiting(...entries: NewEntry[]): Promise<void> {
  for (const entry of entries) await outbox.add(entry);
}
async function fillCopy(): Promise<void> {
  await connectCopy(ana).use((database) => database.put("refused", refused()));
  await connectCopy(ana).use((database) => database.put("ids", 12, LOCAL_IDS_FROM + 9));
}
const readStore = (name: "outbox" | "sealed") =>
  studyDatabase.use((database) => database.getAllFromIndex(name, "user", ana));
const readLost = () => studyDatabase.use(async (database) => (await database.get("lost", ana))?.counts);

/** Returns what lies in the study database and in the account's copy, as text. */
async function readEverything(): Promise<string> {
  const texts = await studyDatabase.use(async (database) => {
    const all = [...database.objectStoreNames].map((name) => database.getAll(name));
    return JSON.stringify(await Promise.all(all), (_, value) =>
      value instanceof ArrayBuffer ? Buffer.from(value).toString("latin1") : value,
    );
  });
  const refusedHere = await connectCopy(ana).use((database) => database.getAll("refused"));
  return texts + JSON.stringify(refusedHere);
}

it("leaves nothing readable, and brings everything back to its place", async () => {
  await keepWaiting(ratingEntry({ userId: ana + 1, reviewId: uuid(9) }));
  await keepWaiting(newCard(), ratingOfNew(), rating());
  await outbox.claim(ana);
  await outbox.noteFailure({ ...newCard(), attempted: true, failures: 1, failedAt: 20 });
  await keepWaiting(edit(), undoEntry({ userId: ana, cardId: 7, reviewId: uuid(3) }));
  await fillCopy();
  const before = await readStore("outbox");
  expect(await readEverything()).toContain("secreto");

  await sealAndRemoveCopy(ana);
  expect(await readEverything()).not.toContain("secreto");
  expect(await readStore("outbox")).toEqual([]);
  expect(await outbox.all(ana + 1)).toHaveLength(1);
  expect((await outbox.waiting(ana)).count).toBe(before.length);
  expect(await outbox.hasSealed(ana)).toBe(true);

  await unsealWaiting(ana);
  expect(await readStore("outbox")).toEqual(before);
  expect(await readStore("sealed")).toEqual([]);
  expect(await connectCopy(ana).use((database) => database.getAll("refused"))).toEqual([refused()]);
  expect(await connectCopy(ana).use((database) => database.get("ids", LOCAL_IDS_FROM + 9))).toBe(12);
  expect(await outbox.hasSealed(ana)).toBe(false);
  expect(await readLost()).toBeUndefined();
});

it("includes the drafts of the tab, and brings back those in whose place nothing else was written", async () => {
  const [card, folder, ofOther] = [draftKey(ana, "card"), draftKey(ana, "folder"), draftKey(ana + 1, "card")];
  for (const key of [card, folder, ofOther]) sessionStorage.setItem(key, `Un secreto de ${key}`);
  await sealAndRemoveCopy(ana);
  expect(Object.keys(sessionStorage)).toEqual([ofOther]);
  expect(await readEverything()).not.toContain("secreto");
  sessionStorage.setItem(folder, "Otro texto");
  await unsealWaiting(ana);
  expect([sessionStorage.getItem(card), sessionStorage.getItem(folder)]).toEqual([
    `Un secreto de ${card}`,
    "Otro texto",
  ]);
  expect([await readStore("sealed"), await readLost()]).toEqual([[], undefined]);
});

it("names the drafts that a full tab does not take back", async () => {
  sessionStorage.setItem(draftKey(ana, "card"), "Un secreto");
  await sealAndRemoveCopy(ana);
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await unsealWaiting(ana);
  setItem.mockRestore();
  expect([await readStore("sealed"), await readLost()]).toEqual([[], { draft: 1 }]);
});

it("is sent once, in order and before what was added since, when its account signs in again", async () => {
  await keepWaiting(newCard(), ratingOfNew());
  await sealAndRemoveCopy(ana);
  await keepWaiting({
    ...edit(),
    input: { params: { id: LOCAL_CARD }, body: { front: "Después" } },
    cardId: LOCAL_CARD,
  });
  await sealAndRemoveCopy(ana);
  await keepWaiting(rating());
  expect(await outbox.claim(ana)).toEqual([]);
  api.answer(cardEndpoints.create, { ...sampleCard({ id: 31 }), siblings: [] });
  api.answer(cardEndpoints.update, sampleCard({ id: 31 }));
  api.on(studyEndpoints.review, ({ body }) => ({ status: 200, body: { ...(body as object), card: sampleCard() } }));

  startOutbox(ana);
  expect(await flushOutbox(5000)).toBe(true);
  const sent = api.calls
    .filter(({ method }) => method === "POST" || method === "PUT")
    .map(({ method, url }) => `${method} ${url.pathname}`);
  expect(sent).toEqual([
    "POST /api/folders/3/cards",
    "POST /api/cards/31/review",
    "PUT /api/cards/31",
    "POST /api/cards/7/review",
  ]);
  expect(await readStore("sealed")).toEqual([]);
});

it("leaves ratings as they are if nothing else waits", async () => {
  await keepWaiting(rating());
  await sealAndRemoveCopy(ana);
  expect(await readStore("sealed")).toEqual([]);
  expect(await outbox.claim(ana)).toHaveLength(1);
});

it("includes what a tab adds meanwhile, and not what it settles", async () => {
  await keepWaiting(newCard(), edit());
  const { encrypt } = crypto.subtle;
  vi.spyOn(crypto.subtle, "encrypt").mockImplementationOnce(async (...given) => {
    await outbox.remove([{ ...newCard(), attempted: true }]);
    await keepWaiting(rating());
    return encrypt.apply(crypto.subtle, given);
  });
  await sealAndRemoveCopy(ana);
  expect(await readStore("outbox")).toEqual([]);
  await unsealWaiting(ana);
  expect((await outbox.all(ana)).map(({ reviewId }) => reviewId)).toEqual([uuid(2), uuid(3)]);
});

it("removes the copy before a page may open the box, and before pages hear of it", async () => {
  const listCopies = async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith("repasa-copy-"));
  const events: unknown[] = [];
  const request = async (_name: string, work: () => Promise<void>) => {
    await work();
    events.push("unlocked", await listCopies());
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage = (message: unknown) => events.push("told", message);
      close() {}
    },
  );
  await keepWaiting(newCard());
  await fillCopy();
  await sealAndRemoveCopy(ana);
  expect(events).toEqual(["unlocked", [], "told", ana]);
});

it("leaves an account that has signed in meanwhile", async () => {
  await keepWaiting(newCard());
  await fillCopy();
  writeSignedIn(String(ana));
  await sealAndRemoveCopy(ana);
  expect(await readStore("outbox")).toHaveLength(1);
  expect(await connectCopy(ana).use((database) => database.getAll("refused"))).toEqual([refused()]);
});

it("includes what a delivery notes meanwhile: the id of what is created, and what is refused", async () => {
  await keepWaiting(newCard(), ratingOfNew(), edit());
  await connectCopy(ana).use((database) => database.count("ids"));
  const { encrypt } = crypto.subtle;
  vi.spyOn(crypto.subtle, "encrypt").mockImplementationOnce(async (...given) => {
    await connectCopy(ana).use((database) => database.put("ids", 31, LOCAL_CARD));
    await connectCopy(ana).use((database) => database.put("refused", refused()));
    await outbox.remove([newCard(), edit()].map((entry) => ({ ...entry, attempted: true })));
    return encrypt.apply(crypto.subtle, given);
  });
  await sealAndRemoveCopy(ana);
  await unsealWaiting(ana);
  expect((await outbox.all(ana)).map(({ reviewId }) => reviewId)).toEqual([uuid(4)]);
  expect(await connectCopy(ana).use((database) => database.get("ids", LOCAL_CARD))).toBe(31);
  expect(await connectCopy(ana).use((database) => database.getAll("refused"))).toEqual([refused()]);
});

it.each([
  ["the key was never fetched", () => studyDatabase.use((database) => database.delete("keys", ana))],
  ["the browser has no WebCrypto", async () => void vi.stubGlobal("crypto", { randomUUID: crypto.randomUUID })],
])("counts what it gives up if %s, and keeps ratings that contain no text", async (_why, remove) => {
  await remove();
  await keepWaiting(newCard(), ratingOfNew(), rating(), edit());
  await fillCopy();
  await sealAndRemoveCopy(ana);
  expect(await readEverything()).not.toContain("secreto");
  expect(await readLost()).toEqual({ "card.create": 1, "card.update": 2, answer: 1 });
  expect(await outbox.claim(ana)).toMatchObject([{ reviewId: uuid(3) }]);
  await keepWaiting({ ...edit(), reviewId: uuid(6) });
  await sealAndRemoveCopy(ana);
  expect(await readLost()).toEqual({ "card.create": 1, "card.update": 3, answer: 1 });
});

it("counts what cannot be opened, and seals with the present key from then on", async () => {
  await keepWaiting(newCard(), rating());
  await sealAndRemoveCopy(ana);
  key = createKey();
  await unsealWaiting(ana);
  expect(await readStore("sealed")).toEqual([]);
  expect(await readLost()).toEqual({ "card.create": 1, answer: 1 });
  await keepWaiting(edit());
  await sealAndRemoveCopy(ana);
  await unsealWaiting(ana);
  expect(await outbox.all(ana)).toHaveLength(1);
});

it("stays sealed if it cannot be opened now, but with its key", async () => {
  await keepWaiting(newCard());
  await sealAndRemoveCopy(ana);
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValueOnce(new DOMException("no", "NotSupportedError"));
  await expect(unsealWaiting(ana)).rejects.toThrow("no");
  const withWebCrypto = crypto;
  vi.stubGlobal("crypto", {});
  await expect(unsealWaiting(ana)).rejects.toThrow(TypeError);
  vi.stubGlobal("crypto", withWebCrypto);
  expect(await readStore("sealed")).toHaveLength(1);
  await unsealWaiting(ana);
  expect(await outbox.all(ana)).toHaveLength(1);
});

it("stays sealed while the server does not give the key, and when another account is signed in", async () => {
  await keepWaiting(newCard());
  await sealAndRemoveCopy(ana);
  api.fail(accountEndpoints.deviceKey, 503, { message: "Más tarde", code: "unavailable" });
  await expect(unsealWaiting(ana)).rejects.toThrow("503");
  api.answer(authEndpoints.currentUser, sampleUser({ id: ana + 1 }));
  await expect(unsealWaiting(ana)).rejects.toThrow("409");
  expect(await readStore("sealed")).toHaveLength(1);
  expect(await readStore("outbox")).toEqual([]);
});

it("adds the stores to a database of the previous version, whose page gives way and keeps its entries", async () => {
  const earlier = await openDB("study-of-version-3", 3, {
    upgrade(database) {
      const store = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      store.createIndex("user", "userId");
      store.createIndex("review", ["reviewId", "kind"], { unique: true });
      store.createIndex("kind", ["userId", "kind"]);
      database.createObjectStore("decks", { keyPath: "id" });
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  await earlier.add("outbox", rating());
  const database = await openStudyDatabase("study-of-version-3");
  expect(await database.getAllFromIndex("outbox", "user", ana)).toMatchObject([{ reviewId: uuid(3) }]);
  expect([...database.objectStoreNames]).toEqual(["decks", "keys", "lost", "outbox", "sealed"]);
  database.close();
});
