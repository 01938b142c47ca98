import type { QueuedCard, QueuePortion, ReviewResult } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { DEFAULT_MODEL } from "@repasa/scheduler/memory.ts";
import { computeRetrievability, NEW_CARD } from "@repasa/scheduler/schedule.ts";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const TODAY = "2026-03-10";
const CARDS = 40;
const app = await sharedTestApp();
let ana: TestClient;
let folderId: number;

beforeAll(async () => {
  ana = await app.register();
  folderId = (await ana.post<{ id: number }>("/api/folders", { name: "Anatomía" })).body.id;
});

type Stored = { lastReview: number; stability: number; due: number; createdAt: number; sibling: boolean };

/** Few different values, so that ties occur. A `due` of 3 or more means a new card. */
const anyCard: fc.Arbitrary<Stored> = fc.record({
  lastReview: fc.integer({ min: 0, max: 6 }),
  stability: fc.oneof(fc.constantFrom(2, 4, 8), fc.double({ min: 0.1, max: 90, noNaN: true })),
  due: fc.integer({ min: -3, max: 4 }),
  createdAt: fc.nat(3),
  sibling: fc.boolean(),
});

async function store(cards: readonly Stored[]): Promise<void> {
  app.clock.set(`${TODAY}T12:00:00Z`);
  const json = cards.map(({ lastReview, stability, due, createdAt, sibling }, n) => ({
    n,
    created: createdAt,
    group: sibling ? `00000000-0000-4000-8000-00000000000${n % 3}` : null,
    last: due < 3 ? addDays(TODAY, -lastReview) : null,
    due: due < 3 ? addDays(TODAY, due) : null,
    stability: due < 3 ? stability : null,
  }));
  await app.database.pool.query("DELETE FROM cards WHERE user_id = $1", [ana.userId]);
  await app.database.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, ease_factor, interval, created_at, updated_at,
       last_review_date, last_reviewed_at, next_review_date, next_review_at, stability, memory_difficulty, group_id)
     SELECT $1, $2, 'carta ' || n, 'x', CASE WHEN due IS NULL THEN 'new' ELSE 'medium' END, 1, 250, 3,
       $3::timestamptz + created * interval '1 hour', $3, last, last, due, due, stability, stability - stability + 5, "group"
     FROM jsonb_to_recordset($4) AS card (n int, created int, last date, due date, stability float8, "group" uuid)`,
    [ana.userId, folderId, "2026-03-01T00:00:00Z", JSON.stringify(json)],
  );
}

const readWhole = async (query = "") => (await ana.get<QueuedCard[]>(`/api/cards/review?${query}`)).body;
const readPortion = async (limit: number, after: string | null, query = "") => {
  const from = after === null ? "" : `&after=${encodeURIComponent(after)}`;
  const answer = await ana.get<QueuePortion>(`/api/cards/review?limit=${limit}${from}&${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

async function readJoinedPortions(limits: readonly number[], query = ""): Promise<QueuedCard[]> {
  const cards: QueuedCard[] = [];
  for (let turn = 0, after: string | null = null; ; turn++) {
    const page: QueuePortion = await readPortion(limits[turn % limits.length] as number, after, query);
    cards.push(...page.cards);
    after = page.next;
    if (after === null) {
      expect(page.total).toBe(cards.length);
      return cards;
    }
  }
}

const anyCards = fc.array(anyCard, { minLength: 1, maxLength: CARDS });
const anyLimits = fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 4 });
const anyPreferences = fc.constantFrom(
  { newCardsPerDay: null, reviewsPerDay: null },
  { newCardsPerDay: 4, reviewsPerDay: null },
  { newCardsPerDay: 2, reviewsPerDay: 9 },
);

describe("the portions of a queue", () => {
  it("have together the same cards as the whole queue, in the same order with the same intervals", async () => {
    const scopes = ["", `folderId=${folderId}`, `folderId=${folderId}&practice=true`];
    await fc.assert(
      fc.asyncProperty(anyCards, anyLimits, anyPreferences, async (cards, limits, preferences) => {
        await store(cards);
        expect((await ana.put("/api/user/preferences", preferences)).status).toBe(200);
        for (const query of scopes) expect(await readJoinedPortions(limits, query)).toEqual(await readWhole(query));
        const rated = (await readWhole(scopes[2])).filter(({ nextReviewDate }) => nextReviewDate !== null);
        const listed = (await readJoinedPortions(limits, `folderId=${folderId}&practice=begun`)).map(({ id }) => id);
        expect(listed).toEqual(rated.map(({ id }) => id));
      }),
      { numRuns: 6 },
    );
  });

  it("are in the order of study: due cards by recall, then new cards by age, then cards that are not due", async () => {
    await fc.assert(
      fc.asyncProperty(anyCards, async (cards) => {
        await store(cards);
        const today = toDayNumber(TODAY);
        const places = (await readWhole(`folderId=${folderId}&practice=true`)).map((card) => {
          const stored = cards[Number(card.front.slice(6))] as Stored;
          if (card.nextReviewDate === null) return { group: 1, key: stored.createdAt, id: card.id };
          const memory = { stability: stored.stability, difficulty: 5 };
          const reviewed = { ...NEW_CARD, memory, lastReviewDay: today - stored.lastReview };
          // Rounded to the digits to which the database and the scheduler agree.
          const recall = Number(computeRetrievability(reviewed, today, DEFAULT_MODEL)?.toPrecision(12));
          return { group: card.nextReviewDate <= TODAY ? 0 : 2, key: recall, id: card.id };
        });
        const sorted = places.toSorted((a, b) => a.group - b.group || a.key - b.key || a.id - b.id);
        expect(places.map(({ group, key }) => [group, key])).toEqual(sorted.map(({ group, key }) => [group, key]));
        expect(places).toHaveLength(cards.length);
      }),
      { numRuns: 6 },
    );
  });

  it("have each card exactly once while cards are rated and undone between them", async () => {
    const anyTurns = fc.array(fc.record({ rated: fc.nat(9), undone: fc.boolean() }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anyCards, anyLimits, anyTurns, async (cards, limits, turns) => {
        await ana.put("/api/user/preferences", { newCardsPerDay: null, reviewsPerDay: null });
        await store(cards);
        const expected = (await readWhole()).map(({ id }) => id);
        const received: number[] = [];
        let left: QueuedCard[] = [];
        for (let turn = 0, after: string | null = null; turn === 0 || after !== null; turn++) {
          const page: QueuePortion = await readPortion(limits[turn % limits.length] as number, after);
          after = page.next;
          received.push(...page.cards.map(({ id }) => id));
          left.push(...page.cards);
          const { rated, undone } = turns[turn % turns.length] as { rated: number; undone: boolean };
          for (const { id } of left.slice(0, rated)) {
            const { body } = await ana.post<ReviewResult>(`/api/cards/${id}/review`, { difficulty: "medium" });
            if (undone) await ana.delete(`/api/cards/${id}/reviews/${body.reviewId}`);
          }
          left = left.slice(rated);
          expect((await readPortion(500, null)).cards.slice(0, 500).map(({ id }) => id)).toEqual(
            expect.arrayContaining(left.map(({ id }) => id)),
          );
        }
        expect(received).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });
});

describe("a portion", () => {
  beforeEach(() =>
    store(Array.from({ length: 12 }, () => ({ lastReview: 3, stability: 2, due: -1, createdAt: 0, sibling: false }))),
  );

  it("has the total number of cards, and the cursor of the next portion", async () => {
    const first = await readPortion(5, null);
    expect([first.cards.length, first.total, typeof first.next]).toEqual([5, 12, "string"]);
    await ana.post(`/api/cards/${first.cards[0]?.id}/review`, { difficulty: "easy" });
    const next = await readPortion(100, first.next);
    expect([next.cards.length, next.total, next.next]).toEqual([7, 11, null]);
    expect((await readPortion(3, null, `cardIds=${next.cards.map(({ id }) => id)}`)).total).toBe(7);
    const { body } = await ana.get<QueuePortion>(`/api/cards/review?after=${first.next}`);
    expect(body.cards).toEqual(next.cards);
  });

  it("continues after a card with the maximum stability", async () => {
    const known = { lastReview: 1, stability: 36_500, due: -1, createdAt: 0, sibling: false };
    await store([known, known, known]);
    const all = `practice=true&folderId=${folderId}`;
    expect((await readJoinedPortions([1], all)).map(({ front }) => front)).toEqual(["carta 0", "carta 1", "carta 2"]);
  });

  it("starts from the beginning on another day, because the order of study has changed", async () => {
    const { next } = await readPortion(5, null);
    app.clock.set(`${addDays(TODAY, 1)}T12:00:00Z`);
    expect((await readPortion(5, next)).cards).toEqual((await readPortion(5, null)).cards);
  });

  const tooLarge = "9".repeat(16);
  it.each([
    ["limit", "El límite debe ser un número de 1 a 500", ["0", "501", "x", "1.5"]],
    [
      "after",
      "La página no existe",
      ["", "0_1_2", "3_1_2_2026-03-10", "0_NaN_2_2026-03-10", `0_1_${tooLarge}_2026-03-10`],
    ],
  ])("is rejected for an invalid %s: %s", async (path, message, values) => {
    for (const value of values) {
      const call = await ana.get(`/api/cards/review?${path}=${encodeURIComponent(value)}`);
      expect(call, value).toMatchObject({ status: 400, body: { message, issues: [{ path, message }] } });
    }
  });

  it.each(["0_-1e+999_1_2026-03-10", "2_99999999999999999999_1_2026-03-10", "0_1e-999_1_2026-03-10"])(
    "accepts a cursor between or beyond the cards: %s",
    async (after) => expect((await readPortion(5, after)).total).toBe(12),
  );

  it("has none of another user's cards", async () => {
    const eva = await app.register();
    const { next } = await readPortion(5, null);
    expect((await eva.get<QueuePortion>(`/api/cards/review?limit=5&after=${next}`)).body.cards).toEqual([]);
    expect((await eva.get(`/api/cards/review?limit=5&folderId=${folderId}`)).status).toBe(404);
  });
});
