import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { simulateLog } from "@repasa/scheduler/testing/simulated-log.ts";
import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import { selectMemory } from "#features/memory/memory.queries.ts";
import { writeFolded } from "#features/memory/memory.refit.ts";
import { foldInThread } from "#features/memory/memory.threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { writeLog } from "#testing/memory-log.ts";
import { runs } from "#testing/more-cases.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const server = await sharedTestApp();
const other = await createTestApp({ beside: server });
afterAll(() => other.close());

/** Registers a student with a number of new cards. */
async function studentWith(cards: number): Promise<{ student: TestClient; cards: Card[] }> {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const folder = (await student.post<{ id: number }>("/api/folders", { name: "Pila" })).body.id;
  const made: Card[] = [];
  for (let n = 0; n < cards; n++) {
    made.push((await student.post<Card>(`/api/folders/${folder}/cards`, { front: `${n}`, back: "x" })).body);
  }
  return { student, cards: made };
}

it("logs all concurrent ratings of two clients on two servers, and leaves the cards as the fold of the log", async () => {
  const { student, cards } = await studentWith(2);
  const [one, two] = cards as [Card, Card];
  const ratings = ["easy", "hard", "medium", "easy", "hard", "medium", "easy", "hard"];
  const answers = await Promise.all(
    ratings.flatMap((difficulty, turn) =>
      [one, two].map((card) => {
        const client = turn % 2 === 0 ? student : other.visitor();
        const headers = { cookie: student.cookie() };
        return client.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" }, { headers });
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  const { rows } = await server.database.pool.query("SELECT count(*) FROM reviews WHERE user_id = $1", [
    student.userId,
  ]);
  expect(rows[0].count).toBe(16);
  await expectFold(server.database.pool, student.userId);
});

it("writes the first rating of a day, which settles the days before, at the first attempt", async () => {
  const { student, cards } = await studentWith(1);
  const written = vi.spyOn(server.ctx.statements.pooled, "query");
  const rating = { difficulty: "easy", answerResult: "correct" };
  expect((await student.post(`/api/cards/${cards[0]?.id}/review`, rating)).status).toBe(200);
  const statements = written.mock.calls.map(([statement]) => statement.text);
  written.mockRestore();
  expect(statements.filter((text) => text?.includes("log_review"))).toHaveLength(1);
});

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("rate" as const),
      card: fc.nat(2),
      difficulty: fc.constantFrom("easy", "medium", "hard"),
      answerResult: fc.constantFrom("correct", "incorrect", undefined),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), card: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reset" as const), card: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refit" as const), stability: fc.constantFrom(null, 0.5, 3, 8) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }) },
);

/** Puts weights into force as a fit would, for which logs of this size are too short. Null stands for the default weights. */
async function refitTo(student: TestClient, stability: number | null): Promise<void> {
  const owner = student.userId as OwnerId;
  const ctx = testContext(server.database);
  const weights = stability && DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * stability : weight));
  const stored = await selectMemory(ctx.db, owner);
  if (!stored) throw new Error("nothing was rated");
  expect(await writeFolded(ctx, owner, stored, await foldInThread(stored.log, weights || null), null)).toBe(true);
}

it("undoes reviews that were rated under other weights", async () => {
  const { student, cards } = await studentWith(2);
  const [one, two] = cards as [Card, Card];
  const rate = async (card: Card, difficulty: string) =>
    (await student.post<ReviewResult>(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" })).body
      .reviewId;
  const undo = async (card: Card, reviewId: string) => {
    expect((await student.delete(`/api/cards/${card.id}/reviews/${reviewId}`)).status).toBe(200);
    await expectFold(server.database.pool, student.userId);
  };
  const day = () => server.clock.advance(3 * 86_400_000);
  const before = await rate(one, "medium");
  await rate(two, "medium");
  day();
  await student.get("/api/auth/user");
  const again = await rate(one, "easy");
  await refitTo(student, 3);
  await expectFold(server.database.pool, student.userId);
  day();
  await student.get("/api/auth/user");
  const since = await rate(one, "medium");
  await rate(two, "hard");
  await undo(one, since);
  await undo(one, again);
  await refitTo(student, null);
  await undo(one, before);
});

it("folds a long log once: later undos start from the checkpoint that the first one has stored", async () => {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const { pool } = server.database;
  await writeLog(pool, student.userId, simulateLog(4000, { weights: DEFAULT_WEIGHTS, seed: 3 }));
  const selectCheckpoint = async (): Promise<number | null> =>
    (await pool.query("SELECT calibrated_through AS through FROM user_scheduling WHERE user_id = $1", [student.userId]))
      .rows[0].through;
  const latest = `SELECT DISTINCT ON (card_id) id, card_id, review_id FROM reviews
    WHERE user_id = $1 AND undone_at IS NULL AND retrievability IS NOT NULL ORDER BY card_id, id DESC`;
  const { rows } = await pool.query(`SELECT * FROM (${latest}) AS latest ORDER BY id`, [student.userId]);
  const undo = async ({ card_id, review_id }: { card_id: number; review_id: string }) => {
    expect((await student.delete(`/api/cards/${card_id}/reviews/${review_id}`)).status).toBe(200);
    await expectFold(pool, student.userId);
  };
  expect(await selectCheckpoint()).toBeNull();
  await undo(rows.at(-2));
  const checkpoint = await selectCheckpoint();
  expect(checkpoint).toBeGreaterThan(0);
  expect(rows.at(-3).id).toBeGreaterThan(checkpoint as number);
  await undo(rows.at(-3));
  expect(await selectCheckpoint()).toBe(checkpoint);
  // The checkpoint includes the review that is undone now, so it is no longer valid.
  const old = rows.findLast(({ id }) => id <= (checkpoint as number));
  await undo(old ?? rows[0]);
  await undo(rows.at(-4));
});

it("clears the checkpoint of the calibration when a review that it includes is undone", async () => {
  const { student, cards } = await studentWith(2);
  const { pool } = server.database;
  const rate = async ({ id }: Card) => {
    const rating = { difficulty: "hard", answerResult: "incorrect" };
    return { id, ...(await student.post<ReviewResult>(`/api/cards/${id}/review`, rating)).body };
  };
  const rateBoth = async () => {
    server.clock.advance(3 * 86_400_000);
    await student.get("/api/auth/user"); // keeps the session alive
    return [await rate(cards[0] as Card), await rate(cards[1] as Card)] as const;
  };
  await rateBoth();
  const [, last] = await rateBoth();
  await pool.query(
    `UPDATE user_scheduling SET calibrated = jsonb_build_object('calibrationA', calibration_a, 'calibrationB', calibration_b),
      calibrated_through = (SELECT max(id) FROM reviews WHERE user_id = $1) WHERE user_id = $1`,
    [student.userId],
  );
  expect((await student.delete(`/api/cards/${last.id}/reviews/${last.reviewId}`)).status).toBe(200);
  const [earlier] = await rateBoth();
  expect((await student.delete(`/api/cards/${earlier.id}/reviews/${earlier.reviewId}`)).status).toBe(200);
  await expectFold(pool, student.userId);
});

it("leaves a reset card new when reviews are undone or weights fitted, and folds it from its next rating on", async () => {
  const { student, cards } = await studentWith(2);
  const [one, two] = cards as [Card, Card];
  const rate = async (card: Card) =>
    (
      await student.post<ReviewResult>(`/api/cards/${card.id}/review`, {
        difficulty: "medium",
        answerResult: "correct",
      })
    ).body.reviewId;
  const undo = async (reviewId: string) =>
    (await student.delete<ReviewResult>(`/api/cards/${one.id}/reviews/${reviewId}`)).body.card;
  const before = await rate(one);
  server.clock.advance(3 * 86_400_000);
  await student.get("/api/auth/user"); // keeps the session alive
  const first = await rate(one);
  await rate(two);
  await reset(student, one);
  await refitTo(student, 3);
  await expectFold(server.database.pool, student.userId, [one.id]);
  const second = await rate(one);
  await expectFold(server.database.pool, student.userId);
  await refitTo(student, 8);
  await expectFold(server.database.pool, student.userId);
  for (const reviewId of [second, first, before]) {
    expect(await undo(reviewId)).toMatchObject({ reviewCount: 0, difficulty: "new", nextReviewDate: null });
    await expectFold(server.database.pool, student.userId, [one.id]);
  }
});

it("folds a card from its imported state on", async () => {
  const { student, cards } = await studentWith(1);
  const { id } = cards[0] as Card;
  await server.database.pool.query(
    `UPDATE cards SET stability = 40, memory_difficulty = 5, review_count = 9, difficulty = 'easy', interval = 30,
      last_review_date = '2025-12-01', next_review_date = '2026-01-01', next_review_at = '2026-01-01T09:00Z'
    WHERE id = $1`,
    [id],
  );
  const answer = await student.post<ReviewResult>(`/api/cards/${id}/review`, {
    difficulty: "easy",
    answerResult: "correct",
  });
  expect(answer.body.card).toMatchObject({ reviewCount: 10 });
  const stability = async () =>
    (await server.database.pool.query("SELECT stability FROM cards WHERE id = $1", [id])).rows[0].stability;
  const rated = await stability();
  expect(rated).toBeGreaterThan(40);
  await refitTo(student, null);
  expect(await stability()).toBe(rated);
});

async function reset(student: TestClient, { id }: Card): Promise<void> {
  expect((await student.post("/api/cards/batch", { cardIds: [id], action: "reset" })).status).toBe(200);
}

it("leaves a state that is the fold of the log, after random ratings, undos, resets, waits and fits", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      server.clock.set("2026-01-05T09:00:00Z");
      const { student, cards } = await studentWith(3);
      /** For each card, its reviews that were not undone, grouped by the resets between them. */
      const standing: string[][][] = [[[]], [[]], [[]]];
      const listResetCards = () => cards.filter((_, n) => standing[n]?.at(-1)?.length === 0).map(({ id }) => id);
      // Without a rating the user has no row that could hold the calibration.
      actions.unshift({ do: "rate", card: 0, difficulty: "medium", answerResult: "correct" });
      for (const step of actions) {
        if (step.do === "wait") {
          server.clock.advance(step.days * 86_400_000);
          await student.get("/api/auth/user"); // keeps the session alive
          continue;
        }
        if (step.do === "refit") {
          await refitTo(student, step.stability);
          await expectFold(server.database.pool, student.userId, listResetCards());
          continue;
        }
        const card = cards[step.card] as Card;
        const lives = standing[step.card] as string[][];
        if (step.do === "reset") {
          await reset(student, card);
          lives.push([]);
        } else if (step.do === "rate") {
          const { difficulty, answerResult } = step;
          const answer = await student.post<ReviewResult>(`/api/cards/${card.id}/review`, { difficulty, answerResult });
          expect(answer.status).toBe(200);
          lives.at(-1)?.push(answer.body.reviewId);
        } else {
          const reviewId = lives.findLast((life) => life.length > 0)?.pop();
          if (reviewId) expect((await student.delete(`/api/cards/${card.id}/reviews/${reviewId}`)).status).toBe(200);
        }
      }
      await expectFold(server.database.pool, student.userId, listResetCards());
      // The operators' check finds nothing either.
      const found: string[] = [];
      await countDifferences(server.database.orm, student.userId as OwnerId, (what) => found.push(what));
      expect(found).toEqual([]);
    }),
    { numRuns: runs(3, 16), endOnFailure: true },
  );
});
