import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { ListedRating, ListedResult, ReviewResult } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "#testing/more-cases.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOON = "2026-03-10T12:00:00.000Z";
const DAY_MS = 86_400_000;
const MISSING_CARD = 999_999_999;
const server = await sharedTestApp();

async function createAccount(cards: number): Promise<{ client: TestClient; folderId: number; cardIds: number[] }> {
  server.clock.set(NOON);
  const client = await server.register();
  const folderId = (await client.post<Folder>("/api/folders", { name: "Química" })).body.id;
  const cardIds: number[] = [];
  for (let n = 0; n < cards; n++) {
    const card = await client.post<Card>(`/api/folders/${folderId}/cards`, { front: `pregunta ${n}`, back: "sí" });
    cardIds.push(card.body.id);
  }
  return { client, folderId, cardIds };
}

const listed = (cardId: number, fields: object = {}): ListedRating => ({
  cardId,
  reviewId: randomUUID(),
  difficulty: "medium",
  answerResult: "correct",
  ...fields,
});

async function rateList(client: TestClient, ratings: readonly object[]) {
  return client.post<{ results: ListedResult[]; message?: string; code?: string }>("/api/reviews", { ratings });
}

const readLog = async ({ userId }: TestClient) =>
  (
    await server.database.pool.query(
      `SELECT review_id, grade, difficulty, answer_result, mode, local_date, reviewed_at, practice, retrievability, state_after
       FROM reviews WHERE user_id = $1 ORDER BY id`,
      [userId],
    )
  ).rows;
const readCards = async (client: TestClient, folderId: number) =>
  (await client.get<Card[]>(`/api/folders/${folderId}/cards`)).body;

describe("POST /api/reviews", () => {
  it("leaves the log, the cards and the answers that the single calls would have left", {
    timeout: 120_000,
  }, async () => {
    const rating = fc.record({
      card: fc.nat({ max: 3 }),
      difficulty: fc.constantFrom("hard", "medium", "easy", "imposible"),
      answerResult: fc.constantFrom("correct", "incorrect", undefined),
      mode: fc.constantFrom("flip", "type", "choose", undefined),
      waitedMs: fc.constantFrom(0, 60_000, 2 * DAY_MS, 31 * DAY_MS),
      repeats: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(rating, { minLength: 1, maxLength: 8 }), async (drawn) => {
        const [together, apart] = [await createAccount(3), await createAccount(3)];
        // The fourth card does not exist; some ratings are sent twice.
        const ratings = drawn.flatMap(({ card, repeats, ...fields }) => {
          const one = { card, reviewId: randomUUID(), ...fields };
          return repeats ? [one, one] : [one];
        });
        const idOf = (cardIds: number[], card: number) => cardIds[card] ?? MISSING_CARD;
        const list = ratings.map(({ card, ...fields }) => ({ cardId: idOf(together.cardIds, card), ...fields }));
        const { status, body } = await rateList(together.client, list);
        expect(status).toBe(200);
        const singles = [];
        for (const { card, ...fields } of ratings) {
          singles.push(
            await apart.client.post<Partial<ReviewResult> & { message?: string; code?: string }>(
              `/api/cards/${idOf(apart.cardIds, card)}/review`,
              fields,
            ),
          );
        }
        const withoutIds = (card: Card | undefined) => card && { ...card, id: 0, folderId: 0 };
        expect(body.results.map((result) => ({ ...result, cardId: 0, card: withoutIds(result.card) }))).toEqual(
          singles.map(({ status: single, body: { card, message, code } }, n) => ({
            cardId: 0,
            reviewId: ratings[n]?.reviewId,
            status: single,
            card: withoutIds(card),
            ...(code && { message, code }),
          })),
        );
        expect(await readLog(together.client)).toEqual(await readLog(apart.client));
        expect((await readCards(together.client, together.folderId)).map(withoutIds)).toEqual(
          (await readCards(apart.client, apart.folderId)).map(withoutIds),
        );
      }),
      { numRuns: runs(3, 60) },
    );
  });

  it("answers the same list again with the same results, and changes nothing", async () => {
    const { client, folderId, cardIds } = await createAccount(3);
    const ratings = [...cardIds, MISSING_CARD].map((cardId) => listed(cardId));
    const first = await rateList(client, ratings);
    expect(first.body.results.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    const [log, cards] = [await readLog(client), await readCards(client, folderId)];
    const again = await rateList(client, ratings);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await readLog(client)).toEqual(log);
    expect(await readCards(client, folderId)).toEqual(cards);
  });

  it("never applies a rating of a card after a later one of the same card, if the first has failed", async () => {
    const { client, cardIds } = await createAccount(2);
    const [card = 0, other = 0] = cardIds;
    const ratings = [listed(card), listed(card), listed(other)];
    // The first one fails as no rating should.
    await server.database.pool.query(`
      CREATE FUNCTION fail_one() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.review_id = '${ratings[0]?.reviewId}' THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail_one BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION fail_one()`);
    const failed = await rateList(client, ratings);
    await server.database.pool.query("DROP TRIGGER fail_one ON reviews; DROP FUNCTION fail_one");
    expect(failed.body.results.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(failed.body.results.map(({ reviewId }) => reviewId)).toEqual(ratings.map(({ reviewId }) => reviewId));
    await rateList(client, ratings);
    const log = await readLog(client);
    expect(log.map((row) => row.review_id)).toEqual([2, 0, 1].map((n) => ratings[n]?.reviewId));
  });

  it("dates each rating by its own wait", async () => {
    const { client, cardIds } = await createAccount(2);
    server.clock.set("2026-03-12T12:00:00Z");
    await rateList(client, [listed(cardIds[0] ?? 0, { waitedMs: 2 * DAY_MS }), listed(cardIds[1] ?? 0)]);
    expect((await readLog(client)).map((row) => row.local_date)).toEqual(["2026-03-10", "2026-03-12"]);
  });

  it("never rates the card of another account, and stores the others", async () => {
    const [ana, eva] = [await createAccount(1), await createAccount(1)];
    const { body } = await rateList(ana.client, [listed(eva.cardIds[0] ?? 0), listed(ana.cardIds[0] ?? 0)]);
    expect(body.results.map(({ status, code }) => [status, code])).toEqual([
      [404, "not_found"],
      [200, undefined],
    ]);
    expect(await readLog(eva.client)).toEqual([]);
    expect(await readLog(ana.client)).toHaveLength(1);
  });

  it.each([
    ["no ratings", []],
    ["too many", Array.from({ length: 101 }, () => listed(1))],
    ["a rating without an id", [{ cardId: 1, difficulty: "easy" }]],
    ["a rating with an id that is none", [{ ...listed(1), reviewId: "uno" }]],
    ["a rating without a card", [{ ...listed(1), cardId: undefined }]],
    ["a card that is none", [{ ...listed(1), cardId: "uno" }]],
    ["no objects", ["fácil"]],
  ])("refuses a list with %s as a whole", async (_what, ratings) => {
    const { client, cardIds } = await createAccount(1);
    const sent = ratings.length > 0 ? [listed(cardIds[0] ?? 0), ...ratings.slice(1), ratings[0]] : [];
    expect(await rateList(client, sent as object[])).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
    expect(await readLog(client)).toEqual([]);
  });

  it("takes a hundred ratings of the largest size", async () => {
    const { client, cardIds } = await createAccount(1);
    const largest = { durationMs: DAY_MS, waitedMs: 30 * DAY_MS, studySessionId: 999_999_999_999, interval: 100_000 };
    const ratings = Array.from({ length: 100 }, () => listed(cardIds[0] ?? 0, { ...largest, mode: "choose" }));
    const { status, body } = await rateList(client, ratings);
    expect([status, body.results.length]).toEqual([200, 100]);
    expect(new Set(body.results.map((result) => result.status))).toEqual(new Set([200]));
  });

  it("counts as its ratings: 5,000 a minute, without a limit for single calls or other accounts", async () => {
    const limited = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const [ana, eva] = [await limited.register(), await limited.register()];
    const list = Array.from({ length: 100 }, () => listed(MISSING_CARD));
    for (let n = 0; n < 50; n++) expect((await rateList(ana, list)).status).toBe(200);
    const refused = await rateList(ana, list);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers["retry-after"])).toBe(2);
    expect((await rateList(eva, list)).status).toBe(200);
    const single = await ana.post(`/api/cards/${MISSING_CARD}/review`, { difficulty: "easy" });
    expect(single.status).toBe(404);
    limited.clock.advance(2000);
    expect((await rateList(ana, list)).status).toBe(200);
    await limited.close();
  });
});
