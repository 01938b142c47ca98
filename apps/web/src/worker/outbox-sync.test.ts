import "#testing/indexed-db.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { openStudyDatabase, type StudyDatabase, studyDatabase } from "#features/device/device.database.ts";
import type { EditEntry, OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import { writeLeftAccount } from "#lib/account-cookie.ts";
import { readFlag, writeFlag } from "#lib/device-flags.ts";
import { endNotedSession } from "#lib/left-session.ending.ts";
import { provideEnding } from "#lib/left-session.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeTime, ratingEntry } from "#testing/outbox.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";
import { syncOutbox } from "#worker/outbox-sync.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

const ME = 41;
const LOCAL_FOLDER = 900_000_000_000_001;

let database: StudyDatabase;
let api: ReturnType<typeof fakeApi>;

beforeEach(async () => {
  vi.stubGlobal("caches", fakeCaches());
  provideEnding(async () => ({ endNotedSession }));
  database = await openStudyDatabase();
  await database.clear("outbox");
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: ME }));
});

afterEach(async () => {
  database.close();
  await connectCopy(ME).close();
});

const noPages = { matchAll: async () => [] } as unknown as Pick<Clients, "matchAll">;

const wait = async (...entries: OutboxEntry[]) => {
  for (const entry of entries) await createDatabaseOutboxStore(studyDatabase).add(entry);
};
const listWaiting = async () => (await database.getAll("outbox")).map(({ reviewId }) => reviewId);

const change = (
  reviewId: string,
  { method, path, changes }: EditEntry["call"],
  rest: Pick<EditEntry, "input" | "localId">,
): EditEntry => ({
  kind: "change",
  userId: ME,
  cardId: 0,
  reviewId,
  at: 5,
  subject: "Química",
  call: { method, path, changes },
  ...rest,
});
const newFolder = change("folder", folderEndpoints.create, {
  input: { body: { name: "Química", clientId: "c" } },
  localId: LOCAL_FOLDER,
});
const newCard = change("card", cardEndpoints.create, {
  input: { params: { id: LOCAL_FOLDER }, body: { front: "Sal" } },
});

it("sends everything in order by the rules of pages, and posts whose outbox it has changed", async () => {
  const rating = ratingEntry({ userId: ME, cardId: 7 });
  await wait(newFolder, newCard, rating);
  api.answer(folderEndpoints.create, sampleFolder({ id: 12 }));
  api.answer(cardEndpoints.create, { ...sampleCard(), siblings: [] });
  api.on(studyEndpoints.review, () => ({ status: 200, body: { reviewId: rating.reviewId, card: sampleCard() } }));
  const channel = new BroadcastChannel("repasa-outbox");
  const posted = new Promise((resolve) => channel.addEventListener("message", ({ data }) => resolve(data)));
  await syncOutbox(noPages);
  expect(await listWaiting()).toEqual([]);
  const sent = api.calls.filter(({ method }) => method === "POST").map(({ url }) => url.pathname);
  expect(sent).toEqual(["/api/folders", "/api/folders/12/cards", "/api/cards/7/review"]);
  expect(await posted).toBe(ME);
  channel.close();
});

it("lists a change that the server refuses, and sends those after it", async () => {
  await wait(newFolder, change("other", folderEndpoints.create, { input: { body: { name: "Física" } } }));
  api.on(folderEndpoints.create, ({ body }) =>
    (body as { name: string }).name === "Química"
      ? { status: 403, body: { message: "Has llegado al límite", code: "limit_reached" } }
      : { status: 201, body: sampleFolder({ id: 13 }) },
  );
  await syncOutbox(noPages);
  expect(await listWaiting()).toEqual([]);
  const refused = await connectCopy(ME).use((copy) => copy.getAll("refused"));
  expect(refused).toMatchObject([{ id: "folder", reason: "Has llegado al límite" }]);
});

it.each<[string, () => void]>([
  ["the network is lost", () => {}],
  ["a proxy refuses", () => api.fail(folderEndpoints.create, 403, "Blocked")],
  ["a hotspot answers", () => api.on(folderEndpoints.create, () => ({ status: 200, body: "<h1>Wifi</h1>" }))],
  ["the server is busy", () => api.fail(folderEndpoints.create, 503, { message: "Más tarde", code: "unavailable" })],
])("rejects if %s, and everything still waits", async (_fault, fail) => {
  await wait(newFolder, newCard);
  fail();
  await expect(syncOutbox(noPages)).rejects.toThrow("Not taken");
  expect(await listWaiting()).toEqual(["folder", "card"]);
  expect(api.callsTo(cardEndpoints.create)).toEqual([]);
});

it("rejects if it cannot find out who is signed in", async () => {
  await wait(newFolder);
  api.fail(authEndpoints.currentUser, 502, "Bad Gateway");
  await expect(syncOutbox(noPages)).rejects.toThrow("Unreachable");
  expect(await listWaiting()).toEqual(["folder"]);
});

it("sends nothing of another account, nor after the session has ended", async () => {
  await wait({ ...newFolder, userId: 40 }, ratingEntry({ userId: 40 }));
  await syncOutbox(noPages);
  expect(await listWaiting()).toHaveLength(2);
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized", code: "unauthorized" });
  await syncOutbox(noPages);
  expect(await listWaiting()).toHaveLength(2);
  const sent = api.calls.filter(({ method }) => method !== "GET");
  expect(sent.map(({ url }) => url.pathname)).toEqual([authEndpoints.clearCache.path]);
});

it("removes the texts of a session that has ended, and nothing that has not been sent, which a page seals", async () => {
  await writeFlag("copy", String(ME));
  await caches.open(`repasa-media-${ME}`);
  await connectCopy(ME).use(async (copy) => {
    await copy.put("folders", sampleFolder({ id: 12 }));
    await copy.put("ids", 12, LOCAL_FOLDER);
  });
  await database.put("decks", { id: "mazo", userId: ME, at: 1, cards: [sampleCard()] });
  await wait(ratingEntry({ userId: ME, reviewId: "waits" }));
  api.fail(authEndpoints.currentUser, 401, "<h1>Proxy</h1>");
  await expect(syncOutbox(noPages)).rejects.toThrow("Unreachable");
  expect([await readFlag("copy"), await database.count("decks")]).toEqual([String(ME), 1]);
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
  await syncOutbox(noPages);
  expect([await readFlag("copy"), await database.count("decks"), await caches.keys()]).toEqual([
    null,
    0,
    ["repasa-notes"],
  ]);
  expect(await connectCopy(ME).use((copy) => copy.count("folders"))).toBe(0);
  expect(await connectCopy(ME).use((copy) => copy.get("ids", LOCAL_FOLDER))).toBe(12);
  expect(await listWaiting()).toEqual(["waits"]);
});

it("removes nothing if a new session has replaced the one that ended", async () => {
  await writeFlag("copy", String(ME));
  await database.put("decks", { id: "mazo", userId: ME, at: 1, cards: [sampleCard()] });
  await wait(ratingEntry({ userId: ME }));
  api.on(authEndpoints.currentUser, () => {
    api.answer(authEndpoints.currentUser, sampleUser({ id: ME }));
    return { status: 401, body: { message: "Unauthorized" } };
  });
  await expect(syncOutbox(noPages)).rejects.toThrow("Not confirmed");
  expect([await readFlag("copy"), await database.count("decks")]).toEqual([String(ME), 1]);
  await database.clear("decks");
});

it("ends a session that was left without a network, before anything else", async () => {
  writeLeftAccount(ME);
  await wait({ ...newFolder, userId: 40 });
  await expect(syncOutbox(noPages)).rejects.toThrow("Network request failed");
  api.answer(authEndpoints.logout);
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
  await syncOutbox(noPages);
  expect(api.calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    ...["POST /api/auth/logout", "POST /api/auth/logout", "GET /api/auth/user", "GET /api/auth/user"],
    "POST /api/auth/clear-cache",
  ]);
});

it("stops when another account signs in meanwhile", async () => {
  await wait(newFolder, newCard);
  api.on(folderEndpoints.create, () => {
    api.answer(authEndpoints.currentUser, sampleUser({ id: 42 }));
    return { status: 201, body: sampleFolder({ id: 12 }) };
  });
  await syncOutbox(noPages);
  expect(await listWaiting()).toEqual(["card"]);
});

it("asks nobody if nothing waits", async () => {
  await syncOutbox(noPages);
  expect(api.calls).toEqual([]);
});

it("lets open pages begin, and sends what still waits after three seconds", async () => {
  await wait(newFolder);
  api.answer(folderEndpoints.create, sampleFolder({ id: 12 }));
  const time = fakeTime();
  const page = { postMessage: vi.fn() };
  const synced = syncOutbox({ matchAll: async () => [page] } as unknown as typeof noPages, time.clock);
  await time.advance(2999);
  expect(page.postMessage.mock.calls).toEqual([[{ type: "send-outbox" }]]);
  expect(api.calls).toEqual([]);
  await time.advance(1);
  await synced;
  expect(api.callsTo(folderEndpoints.create)).toHaveLength(1);
});

it("waits while a page is sending, and sends nothing twice", async () => {
  await wait(newFolder);
  api.answer(folderEndpoints.create, sampleFolder({ id: 12 }));
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const request = async (name: string, work: () => Promise<void>) => {
    asked.push(name);
    await released;
    await work();
  };
  vi.stubGlobal("navigator", { locks: { request } });
  const synced = syncOutbox(noPages);
  await vi.waitFor(() => expect(asked).toEqual([`repasa-outbox-${ME}`]));
  await database.clear("outbox");
  release();
  await synced;
  expect(api.callsTo(folderEndpoints.create)).toEqual([]);
});

it("takes the server's time for how long a rating has waited, whatever the clock of the device says", async () => {
  const rating = ratingEntry({ userId: ME, cardId: 7, at: Date.parse("2026-03-10T10:00:00Z") });
  await wait(rating);
  const answer = () => ({ status: 200, headers: { Date: "Tue, 10 Mar 2026 12:00:00 GMT" } });
  api.on({ ...authEndpoints.currentUser, method: "HEAD" } as never, answer);
  api.on(studyEndpoints.review, () => ({ status: 200, body: { reviewId: rating.reviewId, card: sampleCard() } }));
  const { clock } = fakeTime();
  await syncOutbox(noPages, { ...clock, now: () => Date.parse("2026-03-12T10:00:00Z") });
  expect(api.callsTo(studyEndpoints.review)[0]?.body).toMatchObject({ waitedMs: 7_200_000 });
});
