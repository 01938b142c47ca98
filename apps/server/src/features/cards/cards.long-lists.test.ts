// @module-tag hostile
import type { Card, FolderPortion } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();
const CARDS = 220;

/**
 * A text so long that the cards together exceed what is read at once. It ends with a control character, which earlier versions
 * accepted.
 */
const LONG = `${"x".repeat(19_900)}\u0007`;
let ana: TestClient;
let folder: Folder;

beforeAll(async () => {
  ana = await app.register();
  folder = (await ana.post<Folder>("/api/folders", { name: "Enorme" })).body;
  await app.database.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, ease_factor, interval, created_at, updated_at)
     SELECT $1, $2, n || $3, 'reverso ' || n, 'new', 0, 250, 0, $4::timestamptz + n * interval '1 second', $4
     FROM generate_series(1, ${CARDS}) AS n`,
    [ana.userId, folder.id, LONG, "2026-03-01T00:00:00Z"],
  );
});

describe("a list with megabytes of text", () => {
  it("contains the cards of a folder in the usual order", async () => {
    const { status, body } = await ana.get<Card[]>(`/api/folders/${folder.id}/cards`);
    expect(status).toBe(200);
    expect(body.map(({ back }) => back)).toEqual(Array.from({ length: CARDS }, (_, n) => `reverso ${CARDS - n}`));
    expect(body.every(({ front }) => front.endsWith(LONG))).toBe(true);
    const { body: one } = await ana.get<{ card: Card }>(`/api/cards/${body[7]?.id}/history`);
    expect(one.card).toEqual(body[7]);
  });

  it("contains the cards of the study queue, with the recall and the next intervals of each", async () => {
    const { body: few } = await ana.get<QueuedCard[]>("/api/cards/review?practice=true");
    const { body: queue } = await ana.get<QueuedCard[]>(`/api/cards/review?folderId=${folder.id}&practice=true`);
    for (const cards of [few, queue]) {
      expect(new Set(cards.map(({ back }) => back)).size).toBe(CARDS);
      expect(cards.every(({ recall, nextIntervals }) => recall === null && nextIntervals.easy > 0)).toBe(true);
    }
    const ids = queue.slice(0, 3).map(({ id }) => id);
    const { body: three } = await ana.get<QueuedCard[]>(`/api/cards/review?cardIds=${ids}`);
    expect(three).toEqual(queue.filter(({ id }) => ids.includes(id)));
  });

  it("contains the same cards when it is read in portions, whose size in bytes is limited", async () => {
    const { body: list } = await ana.get<Card[]>(`/api/folders/${folder.id}/cards`);
    const cards: Card[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const path: string = `/api/folders/${folder.id}/cards?limit=300${next && `&after=${next}`}`;
      const { body }: { body: FolderPortion } = await ana.get(path);
      expect(body.total).toBe(CARDS);
      expect(body.cards.length).toBeGreaterThan(0);
      // The cards exceed the limit of a portion in bytes long before its limit in cards.
      if (next === "") expect(body.cards.length).toBeLessThan(10);
      cards.push(...body.cards);
      next = body.next;
    }
    expect(cards).toEqual(list);
  });

  it("is sent to simultaneous requests of an account one after another, or rejected with 429", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ana.get<Card[]>(`/api/folders/${folder.id}/cards`)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses.slice(0, 1)).toEqual([200]);
    expect(statuses.slice(-15)).toEqual(Array(15).fill(429));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(responses.find(({ status }) => status === 429)?.headers["retry-after"]).toBe("5");
  });

  it("does not exist for other users", async () => {
    const eva = await app.register();
    expect((await eva.get(`/api/folders/${folder.id}/cards`)).status).toBe(404);
  });
});

it("exports and finds stored cards with control characters, and requires a change to remove the characters", async () => {
  const { body: cards } = await ana.get<Card[]>(`/api/folders/${folder.id}/cards`);
  const [first] = cards;
  const refused = await ana.put(`/api/cards/${first?.id}`, { front: first?.front, back: "b" });
  expect(refused).toMatchObject({
    status: 400,
    body: { issues: [{ path: "front", message: "El texto contiene caracteres no válidos" }] },
  });
  expect((await ana.put(`/api/cards/${first?.id}`, { front: "limpia", back: "b" })).status).toBe(200);
  expect((await ana.get(`/api/folders/${folder.id}/export?format=json`)).status).toBe(200);
  expect((await ana.get("/api/cards/search?q=reverso")).status).toBe(200);
});
