import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { selectMemory } from "#features/memory/memory.queries.ts";
import { writeFolded } from "#features/memory/memory.refit.ts";
import { foldInThread } from "#features/memory/memory.threads.ts";
import type { OwnerId } from "#owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const server = await sharedTestApp();

async function studentWith(cards: number): Promise<{ student: TestClient; cards: Card[] }> {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const folder = (await student.post<{ id: number }>("/api/folders", { name: "Pila" })).body.id;
  const made: Card[] = [];
  for (let n = 0; n < cards; n++) {
    made.push((await student.post<Card>(`/api/folders/${folder}/cards`, { front: `${n}`, back: "x" })).body);
  }
  return { student, cards: made };
}

it("logs every rating of two tabs at once, and the card is the fold of the log", async () => {
  const { student, cards } = await studentWith(2);
  const [one, two] = cards as [Card, Card];
  const ratings = ["easy", "hard", "medium", "easy", "hard", "medium", "easy", "hard"];
  const answers = await Promise.all(
    ratings.flatMap((difficulty) =>
      [one, two].map((card) => student.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  const { rows } = await server.database.pool.query("SELECT count(*) FROM reviews WHERE user_id = $1", [
    student.userId,
  ]);
  expect(rows[0].count).toBe(16);
  await expectFold(server.database.pool, student.userId);
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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refit" as const), stability: fc.constantFrom(null, 0.5, 3, 8) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }) },
);

/** Puts weights into force, as a fit would: logs of this size teach none. Null is everybody's. */
async function refitTo(student: TestClient, stability: number | null): Promise<void> {
  const owner = student.userId as OwnerId;
  const ctx = testContext(server.database);
  const weights = stability && DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * stability : weight));
  const stored = await selectMemory(ctx.db, owner);
  if (!stored) throw new Error("nothing was rated");
  expect(await writeFolded(ctx, owner, stored, await foldInThread(stored.log, weights || null), null)).toBe(true);
}

it("undoes what was rated under other weights", async () => {
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

it("whatever is rated, undone, waited for and refitted, the state is the fold of the log", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      server.clock.set("2026-01-05T09:00:00Z");
      const { student, cards } = await studentWith(3);
      const standing: string[][] = [[], [], []];
      // A card that was never rated has no row that could hold the calibration.
      actions.unshift({ do: "rate", card: 0, difficulty: "medium", answerResult: "correct" });
      for (const step of actions) {
        if (step.do === "wait") {
          server.clock.advance(step.days * 86_400_000);
          await student.get("/api/auth/user"); // keeps the session alive
          continue;
        }
        if (step.do === "refit") {
          await refitTo(student, step.stability);
          await expectFold(server.database.pool, student.userId);
          continue;
        }
        const card = cards[step.card] as Card;
        const reviews = standing[step.card] as string[];
        if (step.do === "rate") {
          const { difficulty, answerResult } = step;
          const answer = await student.post<ReviewResult>(`/api/cards/${card.id}/review`, { difficulty, answerResult });
          expect(answer.status).toBe(200);
          reviews.push(answer.body.reviewId);
        } else {
          const reviewId = reviews.pop();
          if (reviewId) expect((await student.delete(`/api/cards/${card.id}/reviews/${reviewId}`)).status).toBe(200);
        }
      }
      await expectFold(server.database.pool, student.userId);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 60_000);
