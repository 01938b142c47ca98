import { randomUUID } from "node:crypto";
import type { CostlyCards, ReviewResult } from "@repasa/contract/study.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolder, insertCards } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const DAY_MS = 86_400_000;
const app = await sharedTestApp({ now: NOW });

const CARDS = 30;
const COSTLY = 3;
/** In seconds: three cards take 120 of 1170 each, so that three make a quarter and two do not. */
const CHEAP = 10;
const DEAR = 40;

let ana: TestClient;
let cards: number[];

beforeEach(async () => {
  app.clock.set(NOW);
  ana = await app.register();
  const folder = await createFolder(ana);
  cards = await insertCards(app, folder.id, CARDS);
});

const idOf = (place: number) => cards[place] as number;

/** Rates cards as often as given, each time after as many seconds, with a second between two ratings. */
async function study(places: readonly number[], seconds: number, times = 3): Promise<string[]> {
  const ids: string[] = [];
  for (let time = 0; time < times; time++) {
    const ratings = places.map((place) => {
      return { cardId: idOf(place), reviewId: randomUUID(), difficulty: "medium", durationMs: seconds * 1000 };
    });
    app.clock.advance(1000);
    const { status, body } = await ana.post<{ results: { status: number }[] }>("/api/reviews", { ratings });
    expect([status, ...body.results.map((result) => result.status)].every((one) => one === 200)).toBe(true);
    ids.push(...ratings.map(({ reviewId }) => reviewId));
  }
  return ids;
}

const dear = Array.from({ length: COSTLY }, (_, place) => place);
const cheap = Array.from({ length: CARDS - COSTLY }, (_, place) => COSTLY + place);

async function studyAll(): Promise<void> {
  await study(dear, DEAR);
  await study(cheap, CHEAP);
}

async function read(client = ana): Promise<CostlyCards> {
  const { status, body } = await client.get<CostlyCards>("/api/costly-cards");
  expect(status).toBe(200);
  return body;
}

const NONE = { cards: [], share: 0 };

describe("the cards that take a quarter of the time", () => {
  it("are the fewest that do, with their time, their reviews and their share", async () => {
    await studyAll();
    const spent = dear.map((place) => ({ id: idOf(place), spentMs: 120_000, reviews: 3 }));
    expect(await read()).toEqual({ cards: spent, share: 360 / 1170 });
    await study([1], 60);
    const two = await read();
    expect(two.cards.map(({ id }) => id)).toEqual([idOf(1), idOf(0)]);
    expect(two.share).toBeCloseTo(420 / 1350);
    expect(await read(await app.register())).toEqual(NONE);
  });

  it("are not named if they are more than a tenth of the cards", async () => {
    await study(dear, DEAR);
    await study(cheap.slice(0, -1), CHEAP);
    expect(await read()).toEqual(NONE);
    await study(cheap.slice(-1), CHEAP);
    expect((await read()).cards).toHaveLength(3);
  });

  it("are not named before ten minutes of study", async () => {
    await study(dear, 20);
    await study(cheap, 5);
    expect(await read()).toEqual(NONE);
    await study(cheap.slice(0, 1), 8, 2);
    expect((await read()).cards).toHaveLength(3);
  });

  it("are not known by one long review: an interruption counts as a minute, and a card needs three reviews", async () => {
    await studyAll();
    await study([10], 3600, 1);
    const { cards: named, share } = await read();
    expect(named.map(({ id }) => id)).toEqual(dear.map(idOf));
    expect(share).toBeCloseTo(360 / 1230);
    await study([11], 60, 2);
    expect((await read()).cards.map(({ id }) => id)).toContain(idOf(11));
  });

  it("lose what is undone, but keep chosen and practised answers", async () => {
    await studyAll();
    const [, , last] = await study([0], 50, 3);
    expect((await read()).cards[0]).toEqual({ id: idOf(0), spentMs: 270_000, reviews: 6 });
    expect(await ana.delete(`/api/cards/${idOf(0)}/reviews/${last}`)).toMatchObject({ status: 200 });
    expect((await read()).cards[0]).toEqual({ id: idOf(0), spentMs: 220_000, reviews: 5 });
    const chosen = { difficulty: "hard", answerResult: "incorrect", mode: "choose", durationMs: 7000 };
    expect(await ana.post<ReviewResult>(`/api/cards/${idOf(0)}/review`, chosen)).toMatchObject({ status: 200 });
    expect((await read()).cards[0]).toEqual({ id: idOf(0), spentMs: 227_000, reviews: 6 });
  });

  it("leave out suspended and deleted cards, whose time was spent all the same", async () => {
    await study([3], 55);
    await studyAll();
    expect((await read()).cards.map(({ id }) => id)).toEqual([3, 0, 1].map(idOf));
    const suspended = await ana.post("/api/cards/batch", { action: "suspend", cardIds: [idOf(3)] });
    expect(suspended).toMatchObject({ status: 200 });
    const { cards: rest, share } = await read();
    expect(rest.map(({ id }) => id)).toEqual(dear.map(idOf));
    expect(share).toBeCloseTo(360 / 1335);
    await ana.delete(`/api/cards/${idOf(0)}`);
    expect(await read()).toEqual(NONE);
  });

  it("leave out a card whose text has changed since, but not one with another tag", async () => {
    await studyAll();
    app.clock.advance(1000);
    const change = (body: object) => ana.put<unknown>(`/api/cards/${idOf(2)}`, body);
    const { body } = await ana.get<{ card: { front: string; back: string } }>(`/api/cards/${idOf(2)}/history`);
    const { front, back } = body.card;
    expect(await change({ front, back, tags: ["difícil"] })).toMatchObject({ status: 200 });
    expect((await read()).cards).toHaveLength(3);
    expect(await change({ front: "Una pregunta más corta", back })).toMatchObject({ status: 200 });
    expect(await read()).toEqual(NONE);
    app.clock.advance(1000);
    await study([2], 55);
    expect((await read()).cards[0]).toEqual({ id: idOf(2), spentMs: 165_000, reviews: 3 });
  });

  it("are those of the last 28 days", async () => {
    await studyAll();
    for (let week = 0; week < 4; week++) {
      // Keeps the session.
      await ana.get("/api/folders");
      app.clock.advance(6.75 * DAY_MS);
    }
    expect((await read()).cards).toHaveLength(3);
    app.clock.advance(DAY_MS);
    expect(await read()).toEqual(NONE);
  });
});
