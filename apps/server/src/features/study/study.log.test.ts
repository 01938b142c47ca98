import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { fold, type LoggedReview } from "@repasa/scheduler/fold.ts";
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { NEW_CARD } from "@repasa/scheduler/schedule.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays } from "#local-days.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp();

type StoredCard = {
  id: number;
  stability: number | null;
  memory_difficulty: number | null;
  interval: number;
  ease_factor: number;
  review_count: number;
  difficulty: string;
  last_review_date: string | null;
  next_review_at: Date | null;
  next_review_date: string | null;
};
type LogRow = {
  card_id: number;
  grade: LoggedReview["grade"];
  local_date: string;
  state_after: { interval: number; nextReviewAt: string; nextReviewDate: string };
  undone_at: Date | null;
};

/**
 * Compares what the database holds with what the scheduler alone makes of the log. Undoing a review takes it out of the
 * memory of its card and out of the calibration. It does not change the intervals that other cards were given meanwhile,
 * for which the calibration then counted: those are the log's.
 */
async function expectFold(userId: number): Promise<void> {
  const { pool } = server.database;
  const { rows: log } = await pool.query<LogRow>("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId]);
  const standing = log.filter((row) => row.undone_at === null);
  const { cards, calibration } = fold(
    standing.map((row) => ({ cardId: row.card_id, grade: row.grade, day: dayOf(row.local_date) })),
    NEW_LEARNER,
  );
  const scheduling = await pool.query(
    "SELECT calibration_a, calibration_b, hard_since_forgotten FROM user_scheduling WHERE user_id = $1",
    [userId],
  );
  expect(scheduling.rows[0]).toEqual({
    calibration_a: calibration.a,
    calibration_b: calibration.b,
    hard_since_forgotten: calibration.hardSinceForgotten,
  });

  const stored = await pool.query<StoredCard>("SELECT * FROM cards WHERE user_id = $1", [userId]);
  for (const row of stored.rows) {
    const folded = cards.get(row.id) ?? NEW_CARD;
    expect({
      stability: row.stability,
      memoryDifficulty: row.memory_difficulty,
      easeFactor: row.ease_factor,
      reviewCount: row.review_count,
      difficulty: row.difficulty,
      lastReview: row.last_review_date === null ? null : dayOf(row.last_review_date),
    }).toEqual({
      stability: folded.memory?.stability ?? null,
      memoryDifficulty: folded.memory?.difficulty ?? null,
      easeFactor: folded.easeFactor,
      reviewCount: folded.reviewCount,
      difficulty: folded.difficulty,
      lastReview: folded.lastReviewDay,
    });
    const last = standing.findLast((review) => review.card_id === row.id)?.state_after;
    expect(row.interval).toBe(last?.interval ?? NEW_CARD.interval);
    expect(row.next_review_at?.toISOString()).toBe(last?.nextReviewAt);
    expect(row.next_review_date).toBe(last?.nextReviewDate ?? null);
    expect(row.next_review_date).toBe(row.last_review_date && addDays(row.last_review_date, row.interval));
    if (standing.length === log.length) expect(row.interval).toBe(folded.interval);
  }
}

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
  await expectFold(student.userId);
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }) },
);

it("whatever is rated, undone and waited for, the state is the fold of the log", async () => {
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
      await expectFold(student.userId);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 60_000);
