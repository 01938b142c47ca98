import "#testing/indexed-db.ts";
import type { Change } from "@repasa/contract/changes.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { expect, it, vi } from "vitest";
import { openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { followFeed } from "#features/device/copy/copy.feed.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { isStoredResponse, respondFromCopy } from "#features/device/copy/copy.responses.ts";
import { applyEdit } from "#features/device/edits/edits.apply.ts";
import { LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";
import { endpointUrl } from "#lib/server-calls.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";
import { samplePastReview } from "#testing/sample-reviews.ts";

let users = 400;

/** Returns the copy of a new user after the feed has given it these pages. */
async function copyOf(...pages: { changes: Change[]; reset?: boolean }[]) {
  users += 1;
  const userId = users;
  const copy = new Copy(userId);
  const database = await openCopyDatabase(userId);
  const api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: userId }));
  api.on(changeEndpoints.list, ({ url }) => {
    const page = Number(url.searchParams.get("after") || 0);
    const { changes = [], reset = false } = pages[page] ?? {};
    const next = Math.min(page + 1, pages.length);
    return { status: 200, body: { changes, reset, next: String(next), more: next < pages.length } };
  });
  const follow = () => followFeed(copy, new AbortController().signal);
  await follow();
  return { copy, database, api, follow, pages };
}

const folderChange = (id: number, changes = {}): Change => ({
  kind: "folder",
  id,
  gone: false,
  row: sampleFolder({ id, name: `Carpeta ${id}`, ...changes }),
});
const cardChange = (id: number, changes = {}): Change => ({
  kind: "card",
  id,
  gone: false,
  row: sampleCard({ id, createdAt: new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString(), ...changes }),
});

it("lists folders, the last changed first, with the cards that the copy has of them", async () => {
  const { copy } = await copyOf({
    changes: [
      folderChange(1, { updatedAt: "2026-01-01T00:00:00.000Z" }),
      folderChange(2, { updatedAt: "2026-02-01T00:00:00.000Z" }),
      cardChange(5, { folderId: 1 }),
    ],
  });
  const folders = await respondFromCopy(copy, folderEndpoints.list, {});
  expect(folders).toMatchObject([
    { id: 2, cardCount: 0 },
    { id: 1, cardCount: 1 },
  ]);
  expect(await respondFromCopy(copy, folderEndpoints.read, { params: { id: 1 } })).toMatchObject({ cardCount: 1 });
  expect(await respondFromCopy(copy, folderEndpoints.read, { params: { id: 3 } })).toBeUndefined();
});

it("gives a folder's cards in portions, the newest first, and places that the server gives as well", async () => {
  const { copy } = await copyOf({
    changes: [folderChange(1), ...[1, 2, 3, 4, 5].map((id) => cardChange(id)), cardChange(9, { folderId: 2 })],
  });
  const params = { id: 1 };
  const first = await respondFromCopy(copy, cardEndpoints.listInFolder, { params, query: { limit: 2 } });
  expect(first).toMatchObject({ cards: [{ id: 5 }, { id: 4 }], total: 5, next: `${Date.UTC(2026, 0, 1) + 4000}_4` });
  const after = (first as { next: string }).next;
  const second = await respondFromCopy(copy, cardEndpoints.listInFolder, { params, query: { limit: 3, after } });
  expect(second).toMatchObject({ cards: [{ id: 3 }, { id: 2 }, { id: 1 }], next: null });
  expect(await respondFromCopy(copy, cardEndpoints.listInFolder, { params })).toHaveLength(5);
});

it("gives the days with reviews that it was told last, from whichever date on they are asked for", async () => {
  const { copy, database } = await copyOf({ changes: [folderChange(1)] });
  const ask = (from: string) => respondFromCopy(copy, statsEndpoints.activity, { query: { from } });
  expect(await ask("2026-03-01")).toBeUndefined();
  const day = (date: string) => ({ date, count: 1, durationMs: 0 });
  const store = (query: object, at: number, body: unknown) =>
    database.put("answers", { url: endpointUrl(statsEndpoints.activity, { query: { ...query } }), at, body });
  await store({ from: "2025-01-01" }, 1, [day("2026-01-01")]);
  await store({ from: "2025-02-01" }, 2, [day("2026-02-01"), day("2026-03-02")]);
  await store({ from: "2025-02-01", to: "2025-03-01" }, 3, [day("2025-02-10")]);
  expect(await ask("2026-03-01")).toEqual([day("2026-03-02")]);
  expect(await ask("2025-01-01")).toHaveLength(2);
});

it("searches all words in any text and tag, without accents, page after page", async () => {
  const many = Array.from({ length: 60 }, (_, at) => cardChange(at + 10, { front: `Célula ${at}`, tags: ["Tema 1"] }));
  const { copy } = await copyOf({
    changes: [folderChange(1), cardChange(1, { front: "Otra", back: "nada" }), ...many],
  });
  const search = (query: object) => respondFromCopy(copy, cardEndpoints.search, { query: { ...query } });
  const first = (await search({ q: "celula tema" })) as { cards: { id: number }[]; nextCursor: string };
  expect(first.cards.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => 69 - at));
  expect(await search({ q: "celula tema", cursor: first.nextCursor })).toMatchObject({ nextCursor: null });
  expect(await search({ q: '"otra nada"' })).toMatchObject({ cards: [] });
  expect(await search({ q: "nada otra" })).toMatchObject({ cards: [{ id: 1 }] });
  expect(await search({ tag: "TEMA 1", q: "" })).toMatchObject({ nextCursor: "20" });
  expect(await respondFromCopy(copy, cardEndpoints.tags, {})).toEqual([{ tag: "Tema 1", cards: 60 }]);
});

it("finds what was written on this device since the last search, in an account of any size", async () => {
  const many = Array.from({ length: 600 }, (_, at) => cardChange(at + 10, { folderId: 1, front: `Célula ${at}` }));
  const { copy } = await copyOf({ changes: [folderChange(1), ...many] });
  const search = (q: string) => respondFromCopy(copy, cardEndpoints.search, { query: { q } });
  expect(await search("celula 599")).toMatchObject({ cards: [{ id: 609 }] });
  expect(await search("celula 250")).toMatchObject({ cards: [{ id: 260 }] });
  const call = cardEndpoints.create;
  const input = { params: { id: 1 }, body: { front: "Mitocondria", back: "Energía" } };
  await applyEdit(copy, { call, input, localId: LOCAL_IDS_FROM }, Date.now());
  expect(await search("mitocondria")).toMatchObject({ cards: [{ id: LOCAL_IDS_FROM }] });
});

it("follows what changes and what is gone, and begins anew if the feed does", async () => {
  const { database, follow, pages } = await copyOf({ changes: [folderChange(1), cardChange(1), cardChange(2)] });
  expect(await follow()).toEqual(new Set());
  pages.push({ changes: [{ kind: "card", id: 1, gone: true }] }, { changes: [cardChange(2, { front: "Nueva" })] });
  const cards = async () => (await database.getAll("cards")).map(({ id, front }) => [id, front]);
  expect(await follow()).toEqual(new Set(["cards", "reviews"]));
  expect(await cards()).toEqual([[2, "Nueva"]]);
  pages.push({ reset: true, changes: [cardChange(7)] });
  await follow();
  expect(await cards()).toEqual([[7, sampleCard().front]]);
  expect(await database.count("folders")).toBe(0);
});

it.each([
  ["has lost", true],
  ["has lost while the session had ended, and the copy was removed", false],
])("forgets what a restored server %s, but not a card in whose place it still has a copy", async (_when, reset) => {
  const { database, follow, pages } = await copyOf({ changes: [folderChange(1)] });
  const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => LOCAL_IDS_FROM + n) as [
    number,
    number,
    number,
    number,
  ];
  const ids: [key: number, id: number][] = [
    // A card whose copy is there, one that is there although its copy is lost, and one that is lost with its copy.
    ...([
      [first, 10],
      [-10, 20],
      [second, 11],
      [-11, 21],
      [third, 12],
      [-12, 22],
    ] as [number, number][]),
    // A lost copy with the id of a folder.
    ...([
      [-13, 1],
      [fourth, 1],
    ] as [number, number][]),
  ];
  for (const [key, id] of ids) await database.put("ids", id, key);
  if (!reset) await database.delete("facts", "cursor");
  pages.splice(reset ? 1 : 0, 1, { reset, changes: [folderChange(1), cardChange(20), cardChange(11)] });
  await follow();
  expect(await database.getAllKeys("ids")).toEqual([-10, first, second, fourth]);
});

it("asks for a page while the one before is written, which stays if that page cannot be loaded", async () => {
  const { database, api, follow } = await copyOf({ changes: [folderChange(1)] });
  const cursors: Promise<unknown>[] = [];
  api.on(changeEndpoints.list, ({ url }) => {
    cursors.push(database.get("facts", "cursor"));
    if (url.searchParams.get("after") === "2") return { status: 503, body: { error: "Vuelve a intentarlo" } };
    return { status: 200, body: { changes: [cardChange(2)], reset: false, next: "2", more: true } };
  });
  await expect(follow()).rejects.toThrow();
  expect(await Promise.all(cursors)).toEqual(["1", "1"]);
  expect(await database.get("facts", "cursor")).toBe("2");
  expect(await database.getAllKeys("cards")).toEqual([2]);
});

it("is not filled with the things of another account that has signed in meanwhile", async () => {
  const { database, api, follow } = await copyOf({ changes: [folderChange(1)] });
  api.answer(authEndpoints.currentUser, sampleUser({ id: 7 }));
  api.answer(changeEndpoints.list, { changes: [folderChange(99)], next: "x", more: false, reset: true });
  await follow();
  expect(await database.getAllKeys("folders")).toEqual([1]);
});

it("gives a card's page without reviews, or with those of the last visit", async () => {
  const { copy, database } = await copyOf({ changes: [folderChange(1), cardChange(1, { front: "Ahora" })] });
  const read = () => respondFromCopy(copy, studyEndpoints.history, { params: { id: 1 } });
  expect(await read()).toMatchObject({ card: { front: "Ahora" }, reviews: [], recall: null });
  const url = endpointUrl(studyEndpoints.history, { params: { id: 1 } });
  await database.put("answers", {
    url,
    at: 1,
    body: {
      card: sampleCard({ front: "Antes" }),
      reviews: [samplePastReview("2026-01-01")],
      recall: 0.9,
      stability: 3,
      nextReviewAt: null,
    },
  });
  expect(await read()).toMatchObject({ card: { front: "Ahora" }, reviews: [{ date: "2026-01-01" }], recall: 0.9 });
});

it("answers nothing from rows before they have been read once", async () => {
  expect(await respondFromCopy(new Copy(399), folderEndpoints.list, {})).toBeUndefined();
});

it("counts the days to each exam from today by the student's hour, and lists those that are over last", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T02:00") });
  const exam = (id: number, date: string): Change => ({
    kind: "exam",
    id,
    gone: false,
    row: { id, name: `Examen ${id}`, date, daysLeft: 99, cards: 0, folders: [], createdAt: date, updatedAt: date },
  });
  const { copy } = await copyOf({
    changes: [exam(1, "2026-03-05"), exam(2, "2026-03-20"), exam(3, "2026-03-09"), exam(4, "2026-03-08")],
  });
  const list = async () =>
    ((await respondFromCopy(copy, examEndpoints.list, {})) as Exam[]).map(({ id, daysLeft }) => [id, daysLeft]);
  // The day before begins to be over at four.
  expect(await list()).toEqual([
    [3, 0],
    [2, 11],
    [4, -1],
    [1, -4],
  ]);
  vi.setSystemTime(new Date("2026-03-10T05:00"));
  expect(await list()).toEqual([
    [2, 10],
    [3, -1],
    [4, -2],
    [1, -5],
  ]);
  vi.useRealTimers();
});

it("stores answers about the account, and never the private key that opens what is sealed", () => {
  expect(isStoredResponse(accountEndpoints.preferences)).toBe(true);
  expect(isStoredResponse(accountEndpoints.deviceKey)).toBe(false);
});

it("adds what was confused on this device to what the server knows, and leaves out what was undone or is gone", async () => {
  const { copy, database } = await copyOf({ changes: [folderChange(1), cardChange(1), cardChange(2), cardChange(3)] });
  const read = () => respondFromCopy(copy, studyEndpoints.confusions, {});
  expect(await read()).toBeUndefined();
  const known = (reviewId: string, cardId: number, otherId: number) => {
    return { reviewId, date: "2026-01-20", cardId, folderId: 1, otherId };
  };
  await database.put("answers", {
    url: endpointUrl(studyEndpoints.confusions, {}),
    at: 0,
    body: { confusions: [known("a", 1, 2), known("b", 3, 1), known("c", 1, 9)], cards: [] },
  });
  const at = Date.UTC(2026, 0, 22, 12);
  const noted = { kind: "review", userId: users, difficulty: "hard", answerResult: "incorrect", at } as const;
  await database.add("ratings", { ...noted, reviewId: "a", cardId: 1, confusedWith: 2 });
  await database.add("ratings", { ...noted, reviewId: "b", cardId: 3, confusedWith: 1, undoneAt: at });
  await database.add("ratings", { ...noted, reviewId: "d", cardId: 2, confusedWith: 1 });
  await database.add("ratings", { ...noted, reviewId: "e", cardId: 2, confusedWith: 3, answerResult: "correct" });
  expect(await read()).toEqual({
    confusions: [{ ...known("d", 2, 1), date: "2026-01-22" }, known("a", 1, 2)],
    cards: [2, 1].map((id) => ({ id, front: sampleCard({ id }).front, format: "plain", variant: null })),
  });
});
