import type { Card } from "@repasa/contract/cards.ts";
import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import type { DailyReview, UserStats } from "@repasa/contract/stats.ts";
import type { QueuedCard, ReviewResult } from "@repasa/contract/study.ts";
import { beforeEach, expect, it } from "vitest";
import { registerWithFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const DAY = 86_400_000;

const server = await sharedTestApp();
let ana: TestClient;
let folderId: number;

beforeEach(async () => {
  [ana, folderId] = await registerWithFolder(server, "2026-03-10T12:00:00Z", { name: "Química" });
});

async function newFolder(name: string): Promise<number> {
  return (await ana.post<{ id: number }>("/api/folders", { name })).body.id;
}

/** Adds a card for each of the letters, a second after the one before. */
async function newCards(letters: string, folder = folderId): Promise<Card[]> {
  const made: Card[] = [];
  for (const front of letters) {
    made.push((await ana.post<Card>(`/api/folders/${folder}/cards`, { front, back: "x" })).body);
    server.clock.advance(1000);
  }
  return made;
}

const limitTo = async (newCardsPerDay: number | null) =>
  expect((await ana.put("/api/user/preferences", { newCardsPerDay })).status).toBe(200);
const rate = async (card: Card | undefined, difficulty = "easy", timeZone = "UTC", waitedMs = 0) =>
  (await ana.post<ReviewResult>(`/api/cards/${card?.id}/review`, { difficulty, waitedMs }, { timeZone })).body;
const undo = async (card: Card | undefined, { reviewId }: ReviewResult) =>
  expect((await ana.delete(`/api/cards/${card?.id}/reviews/${reviewId}`)).status).toBe(200);
/** The queue's letters in their order. */
const queue = async (query = "", timeZone = "UTC") =>
  (await ana.get<QueuedCard[]>(`/api/cards/review${query}`, { timeZone })).body.map(({ front }) => front).join("");

it("lists all new cards without a limit, and after the limit is removed", async () => {
  await newCards("abcde");
  expect(await queue()).toBe("abcde");
  await limitTo(2);
  expect(await queue()).toBe("ab");
  await limitTo(null);
  expect(await queue()).toBe("abcde");
});

it("lists as many new cards as the limit, the oldest first, minus those rated today", async () => {
  const [a, b, c] = await newCards("abcde");
  await limitTo(3);
  expect(await queue()).toBe("abc");
  await rate(b);
  expect(await queue()).toBe("ac");
  await rate(a);
  await rate(c);
  expect(await queue()).toBe("");
  server.clock.set("2026-03-11T12:00:00Z");
  expect(await queue()).toBe("de");
});

it("does not limit due cards, which come first", async () => {
  const cards = await newCards("abcd");
  for (const card of cards) await rate(card, "hard");
  await newCards("xyz");
  server.clock.advance(DAY);
  await limitTo(1);
  expect(await queue()).toMatch(/^[abcd]{4}x$/);
  await limitTo(0);
  expect(await queue()).toMatch(/^[abcd]{4}$/);
  // Rating a due card does not count as a new one.
  await limitTo(2);
  await rate(cards[0], "hard");
  expect(await queue()).toMatch(/^[bcd]{3}xy$/);
});

it("counts a card once however often it is rated that day, and not at all when its first rating is undone", async () => {
  const [a, b] = await newCards("abcd");
  await limitTo(2);
  const first = await rate(a);
  const second = await rate(a, "hard");
  expect(await queue()).toBe("b");
  await rate(b);
  expect(await queue()).toBe("");
  await undo(a, second);
  expect(await queue()).toBe("");
  await undo(a, first);
  expect(await queue()).toBe("a");
  await rate(a);
  expect(await queue()).toBe("");
});

it("counts the cards of all folders together, including those deleted since", async () => {
  const other = await newFolder("Otra");
  const [a] = await newCards("abc");
  await newCards("xyz", other);
  await limitTo(2);
  expect(await queue(`?folderId=${other}`)).toBe("");
  expect(await queue(`?folderId=${folderId}`)).toBe("ab");
  await rate(a);
  expect(await queue(`?folderId=${other}`)).toBe("");
  expect(await queue(`?folderId=${folderId}`)).toBe("b");
  await ana.delete(`/api/cards/${a?.id}`);
  expect(await queue()).toBe("b");
  await limitTo(4);
  expect(await queue(`?folderId=${other}`)).toBe("x");
  expect(await queue(`?folderId=${folderId}`)).toBe("bc");
});

it("counts by the student's local day", async () => {
  server.clock.set("2026-03-10T22:00:00Z");
  const [a] = await newCards("abcd");
  await limitTo(1);
  // 19:00 of the 10th in São Paulo, and 07:00 of the 11th in Tokyo.
  await rate(a, "easy", "America/Sao_Paulo");
  expect(await queue("", "America/Sao_Paulo")).toBe("");
  expect(await queue("", "Asia/Tokyo")).toBe("b");
  server.clock.set("2026-03-11T06:59:00Z");
  expect(await queue("", "America/Sao_Paulo")).toBe("");
  server.clock.set("2026-03-11T07:00:00Z");
  expect(await queue("", "America/Sao_Paulo")).toBe("b");
});

it("counts a rating that was sent late for the day on which it was given", async () => {
  const [a] = await newCards("abc");
  server.clock.advance(DAY);
  await limitTo(1);
  await rate(a, "easy", "UTC", DAY / 2 + 3_600_000);
  expect(await queue()).toBe("b");
});

it("limits the pending cards of all calls, which count the waiting ones separately", async () => {
  const other = await newFolder("Otra");
  await newCards("abc");
  await newCards("xy", other);
  await limitTo(2);
  expect((await ana.get<UserStats>("/api/user/stats")).body).toMatchObject({
    cardsDueToday: 2,
    foldersWithPendingCards: 1,
    newWaiting: 3,
    totalCards: 5,
  });
  expect((await ana.get<DailyReview>("/api/cards/daily-review")).body).toMatchObject({
    totalDue: 2,
    newWaiting: 3,
    folders: [{ folderId, total: 2, new: 2 }],
  });
  const counts = async (folder: number) => {
    const { dueCount } = (await ana.get<Folder>(`/api/folders/${folder}`)).body;
    const { dueCards, newWaiting } = (await ana.get<FolderStats>(`/api/folders/${folder}/stats`)).body;
    return { dueCount, dueCards, newWaiting };
  };
  expect(await counts(folderId)).toEqual({ dueCount: 2, dueCards: 2, newWaiting: 1 });
  expect(await counts(other)).toEqual({ dueCount: 0, dueCards: 0, newWaiting: 2 });
});

it("completes the day when the limit is reached, even if cards wait", async () => {
  const [a, b] = await newCards("abc");
  await limitTo(2);
  const names = async (list: string) =>
    (await ana.get<Folder[]>(`/api/folders/${list}/2026-03-10`)).body.map(({ name }) => name);
  await rate(a);
  expect(await names("completed")).toEqual([]);
  await rate(b);
  expect([await names("scheduled"), await names("completed")]).toEqual([["Química"], ["Química"]]);
  server.clock.set("2026-03-12T12:00:00Z");
  expect([await names("scheduled"), await names("completed")]).toEqual([["Química"], ["Química"]]);
  // By the new preference one more card would have been pending, but the day is settled before the preference changes.
  await limitTo(3);
  expect([await names("scheduled"), await names("completed")]).toEqual([["Química"], ["Química"]]);
});

it("keeps the streak on days on which all new cards wait", async () => {
  const [a] = await newCards("ab");
  await limitTo(1);
  await rate(a, "easy");
  await limitTo(0);
  server.clock.set("2026-03-13T12:00:00Z");
  const streak = async () => (await ana.get<UserStats>("/api/user/stats")).body.currentStreak;
  // Past days are settled before the preference changes.
  await limitTo(null);
  expect(await streak()).toBe(1);
  server.clock.set("2026-03-14T12:00:00Z");
  expect(await streak()).toBe(0);
});

it("does not limit practice, in which a waiting card is rated like any other new one", async () => {
  const cards = await newCards("abcd");
  await limitTo(2);
  expect(await queue(`?folderId=${folderId}&practice=true`)).toBe("abcd");
  const { card } = await rate(cards[3]);
  expect(card).toMatchObject({ difficulty: "easy", interval: 7, reviewCount: 1 });
  const { rows } = await server.database.pool.query("SELECT practice FROM reviews WHERE user_id = $1", [ana.userId]);
  expect(rows).toEqual([{ practice: false }]);
  // It counts as one of the day's two.
  expect(await queue()).toBe("a");
});

it("does not affect other students", async () => {
  await newCards("abcd");
  await limitTo(1);
  const limited = ana;
  ana = await server.register();
  await newCards("xyz", await newFolder("Suya"));
  expect(await queue()).toBe("xyz");
  ana = limited;
  expect(await queue()).toBe("a");
});
