// @module-tag hostile
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { QueuedCard } from "@repasa/contract/study.ts";
import type { StudyWeek } from "@repasa/contract/week.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { CopiedCard } from "@repasa/study-queue/copied-cards.ts";
import { listPending, listWaiting } from "@repasa/study-queue/pending.ts";
import { listQueue } from "@repasa/study-queue/queue.ts";
import { replayWeek, type WeekRating } from "@repasa/study-queue/ratings.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PgDialect } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { weekRow } from "./week.queries.ts";

const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
let ana: TestClient;
let folderId: number;

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
  folderId = (await createFolder(ana)).id;
});

async function readWeek(client = ana): Promise<StudyWeek> {
  const response = await client.get<StudyWeek>("/api/study-week");
  expect(response.status).toBe(200);
  return response.body;
}

const rate = (cardId: number, body: object) => ana.post(`/api/cards/${cardId}/review`, body);

/** Lists the ids of a date's queue, as a device computes it. */
const listIds = (week: StudyWeek, ratings: WeekRating[], date: LocalDate) =>
  listQueue(replayWeek(week, ratings, date), { cards: "pending", folderIds: null }).cards.map(({ id }) => id);

const readIds = (steps: readonly number[]) =>
  steps.map((_, place) => steps.slice(0, place + 1).reduce((a, b) => a + b));

/** Adds cards; the first `due` of them fall due within the week, the others later, except the last `fresh`, which are new. */
async function insertCards(
  { count, due, fresh }: { count: number; due: number; fresh: number },
  client = ana,
  folder = folderId,
) {
  await app.database.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, created_at, updated_at, last_reviewed_at,
      last_review_date, next_review_at, next_review_date, stability, memory_difficulty)
    SELECT $1, $2, 'pregunta ' || n, 'respuesta', CASE WHEN is_new THEN 'new' ELSE 'medium' END, n % 9, $3, $3,
      reviewed, reviewed, due, due,
      CASE WHEN NOT is_new THEN round((1 + 60 * abs(sin(n)))::numeric, 8) END,
      CASE WHEN NOT is_new THEN round((1 + 9 * abs(sin(7 * n)))::numeric, 8) END
    FROM generate_series(1, $4) AS n, LATERAL (SELECT n > $4 - $6 AS is_new) AS kind,
      LATERAL (SELECT CASE WHEN NOT is_new THEN $3::date - (1 + n % 30) END AS reviewed,
        CASE WHEN NOT is_new THEN $3::date + CASE WHEN n <= $5 THEN n % 8 ELSE 8 + n % 90 END END AS due) AS dates`,
    [client.userId, folder, `${TODAY}T12:00:00Z`, count, due, fresh],
  );
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;

  "Actual Rows": number;
  Plans?: Plan[];
};

/** Lists the scans of the table of cards in a plan. */
function listScans(plan: Plan): { node: string; rows: number }[] {
  const below = (plan.Plans ?? []).flatMap(listScans);
  if (plan["Relation Name"] !== "cards") return below;
  return [{ node: plan["Node Type"], rows: plan["Actual Rows"] }, ...below];
}

describe("GET /api/study-week", () => {
  it("contains the cards that fall due within 7 days and the new ones, without their texts", async () => {
    const create = () => createCard(ana, folderId, { front: "¿Capital de Perú?", back: "Lima" });
    const [forgotten, fresh, easy, suspended] = [await create(), await create(), await create(), await create()];
    await rate(forgotten.id, { difficulty: "hard", answerResult: "incorrect" });
    await rate(easy.id, { difficulty: "easy", answerResult: "correct" });
    await ana.post("/api/cards/batch", { cardIds: [suspended.id], action: "suspend" });
    const week = await readWeek();
    expect(week).toMatchObject({ date: TODAY, reviewed: 0, started: [{ folderId, count: 2 }] });
    expect(readIds(week.rated.idSteps)).toEqual([forgotten.id, easy.id]);
    expect(week.rated).toMatchObject({ folderId: [folderId, folderId], reviewedAgo: [0, 0], dueIn: [1, 7] });
    expect(readIds(week.fresh.idSteps)).toEqual([fresh.id, suspended.id]);
    expect(week.fresh).toMatchObject({ suspended: [false, true] });
    expect(week.dueCounts.slice(0, 9)).toEqual([0, 1, 0, 0, 0, 0, 0, 1, 0]);
    expect(JSON.stringify(week)).not.toMatch(/Perú|Lima/);
    app.clock.set("2026-03-18T12:00:00Z");
    expect(readIds((await readWeek()).rated.idSteps)).toEqual([forgotten.id, easy.id]);
  });

  it("lets a device ask cards that were suspended when the week was read, once they are resumed, as the server asks them", async () => {
    const create = () => createCard(ana, folderId);
    const [due, other, fresh, otherNew] = [await create(), await create(), await create(), await create()];
    for (const { id } of [due, other]) await rate(id, { difficulty: "medium", answerResult: "correct" });
    app.clock.set("2026-03-14T12:00:00Z");
    const away = [due.id, fresh.id];
    const suspend = (action: string) => ana.post("/api/cards/batch", { cardIds: away, action });
    await suspend("suspend");
    const week = await readWeek();
    const copied = (suspended: boolean) => {
      const toCopy = (id: number, nextReviewDate: string | null): [number, CopiedCard] => [
        id,
        { id, folderId, groupId: null, nextReviewDate, suspended: suspended && away.includes(id) },
      ];
      const isNew = (id: number) => id === fresh.id || id === otherNew.id;
      return new Map([due, other, fresh, otherNew].map(({ id }) => toCopy(id, isNew(id) ? null : "2026-03-13")));
    };
    const listQueued = (suspended: boolean) =>
      listQueue(replayWeek(week, [], "2026-03-14", copied(suspended)), { cards: "pending", folderIds: null }).cards;
    expect(listQueued(true).map(({ id }) => id)).toEqual([other.id, otherNew.id]);
    await suspend("resume");
    const { body } = await ana.get<QueuedCard[]>("/api/cards/review");
    const expected = body.map(({ id, nextIntervals, recall }) => ({ id, nextIntervals, recall }));
    expect(listQueued(false)).toMatchObject(expected);
    expect(expected.map(({ id }) => id)).toEqual([due.id, other.id, fresh.id, otherNew.id]);
  });

  it("belongs to its student", async () => {
    await createCard(ana, folderId);
    const { rated, fresh } = await readWeek(await app.register());
    expect([rated.idSteps, fresh.idSteps]).toEqual([[], []]);
  });

  it("lets a device introduce its share of new cards each day, and bring forgotten ones back", async () => {
    await ana.put("/api/user/preferences", { newCardsPerDay: 2 });
    const cards = [];
    for (let count = 0; count < 5; count++) cards.push((await createCard(ana, folderId)).id);
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = cards;
    const week = await readWeek();
    const ratings: WeekRating[] = [];
    const give = (cardId: number, days: number, difficulty: "hard" | "medium", answerResult: "correct" | "incorrect") =>
      ratings.push({ reviewId: randomUUID(), cardId, date: addDays(TODAY, days), difficulty, answerResult });
    expect(listIds(week, ratings, TODAY)).toEqual([first, second]);
    give(first, 0, "hard", "incorrect");
    give(second, 0, "medium", "correct");
    expect(listIds(week, ratings, TODAY)).toEqual([]);
    expect(listIds(week, ratings, addDays(TODAY, 1))).toEqual([first, third, fourth]);
    give(third, 1, "medium", "correct");
    give(first, 1, "hard", "incorrect");
    expect(listIds(week, ratings, addDays(TODAY, 1))).toEqual([fourth]);
    // An undone rating is left out.
    expect(listIds(week, ratings.slice(0, -1), addDays(TODAY, 1))).toEqual([first, fourth]);
    expect(listIds(week, ratings, addDays(TODAY, 2))).toEqual([first, fourth, fifth]);
    expect(listIds(week, ratings, addDays(TODAY, 3)).toSorted((a, b) => a - b)).toEqual([first, second, fourth, fifth]);
  });

  it("lets a device take back ratings that the week includes, as undoing them on the server does", async () => {
    await ana.put("/api/user/preferences", { newCardsPerDay: 2 });
    const [due, first] = [await createCard(ana, folderId), await createCard(ana, folderId)];
    await createCard(ana, folderId);
    await rate(due.id, { difficulty: "hard", answerResult: "incorrect" });
    app.clock.set("2026-03-11T12:00:00Z");
    const today = addDays(TODAY, 1);
    const before = replayWeek(await readWeek(), [], today);
    const answers = [due.id, first.id].map((cardId) => ({ cardId, reviewId: randomUUID() }));
    for (const { cardId, reviewId } of answers) {
      await rate(cardId, { reviewId, difficulty: "easy", answerResult: "correct" });
    }
    const week = await readWeek();
    const undone = answers.flatMap(({ cardId }) => {
      const card = before.cards.get(cardId);
      return card ? [{ before: card, ratings: [] }] : [];
    });
    const state = replayWeek(week, [], today, undefined, undone);
    const listFacts = (cards: readonly Pick<QueuedCard, "id" | "nextIntervals">[]) =>
      cards.map(({ id, nextIntervals }) => [id, nextIntervals]);
    const asked = listFacts(listQueue(state, { cards: "pending", folderIds: null }).cards);
    for (const { cardId, reviewId } of answers) await ana.delete(`/api/cards/${cardId}/reviews/${reviewId}`);
    const { body } = await ana.get<QueuedCard[]>("/api/cards/review");
    expect(asked.map(([id]) => id)).toHaveLength(3);
    expect(asked).toEqual(listFacts(body));
  });

  it("lets a device ask one of several siblings a day", async () => {
    const text = { front: "{{c1::uno}} {{c2::dos}} {{c3::tres}}", back: "", format: "markdown" };
    await createCard(ana, folderId, text);
    const week = await readWeek();
    const [card = 0] = listIds(week, [], TODAY);
    const state = replayWeek(week, [], TODAY);
    expect([listPending(state).length, listWaiting(state, listPending(state)).length]).toEqual([1, 2]);
    const answer = { difficulty: "medium", answerResult: "correct" } as const;
    const rating: WeekRating = { reviewId: randomUUID(), cardId: card, date: TODAY, ...answer };
    expect(listIds(week, [rating], TODAY)).toEqual([]);
    expect(listIds(week, [rating], addDays(TODAY, 1))).toHaveLength(1);
  });

  it("reads the table for cards of the week alone, and counts the others in indexes", async () => {
    await insertCards({ count: 5_000, due: 600, fresh: 200 });
    const bea = await app.register();
    await insertCards({ count: 20_000, due: 600, fresh: 200 }, bea, (await createFolder(bea)).id);
    await readWeek();
    const { sql: text, params } = new PgDialect({ casing: "snake_case" }).sqlToQuery(
      weekRow(ana.userId as OwnerId, TODAY),
    );
    const explain = async () => {
      await app.database.pool.query("VACUUM ANALYZE cards, reviews");
      const { rows } = await app.database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, params);
      return listScans(rows[0]["QUERY PLAN"][0].Plan);
    };
    // Pages count as visible to all, so that indexes suffice, only when no transaction of the server is older.
    await vi.waitFor(
      async () => {
        const scans = await explain();
        expect(scans.map(({ node }) => node)).not.toContain("Seq Scan");
        const ofTable = scans.filter(({ node }) => node !== "Index Only Scan");
        expect(ofTable.map(({ rows }) => rows).reduce((sum, rows) => sum + rows)).toBe(600);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it("is small for 600 due cards, and for 20,000", async () => {
    await insertCards({ count: 20_000, due: 600, fresh: 2_000 });
    const size = async () => gzipSync(JSON.stringify(await readWeek())).length;
    const few = await size();
    await app.database.pool.query("UPDATE cards SET next_review_date = $2 WHERE user_id = $1 AND difficulty <> 'new'", [
      ana.userId,
      TODAY,
    ]);
    const all = await size();
    expect(few).toBeLessThan(16_000);
    expect(all).toBeLessThan(400_000);
  });
});
