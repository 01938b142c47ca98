import { randomUUID } from "node:crypto";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard, Rating, ReviewResult } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectMemory } from "#features/memory/memory.queries.ts";
import { writeFolded } from "#features/memory/memory.refit.ts";
import { foldInThread } from "#features/memory/memory.threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { rateAll } from "#testing/card-calls.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { buildDayPlan, COUNTED_DAYS, moveDueCount } from "./schedule.load.ts";

const TODAY = "2026-03-10"; // a Tuesday
const server = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const { pool } = server.database;
const dateIn = (days: number) => addDays(TODAY, days);
const goTo = (date: string) => server.clock.set(`${date}T12:00:00Z`);

/** Registers a student with a folder of new cards. */
async function studentWith(count: number): Promise<{ student: TestClient; folderId: number; cards: number[] }> {
  goTo(TODAY);
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const folderId = (await student.post<Folder>("/api/folders", { name: "Pila" })).body.id;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
    SELECT $1, $2, 'a', 'b', '2026-03-01Z', '2026-03-01Z' FROM generate_series(1, $3) RETURNING id`,
    [student.userId, folderId, count],
  );
  return { student, folderId, cards: rows.map(({ id }) => id) };
}

async function rate(student: TestClient, card: number, rating: Partial<Rating>): Promise<ReviewResult> {
  const response = await student.post<ReviewResult>(`/api/cards/${card}/review`, {
    answerResult: "correct",
    ...rating,
  });
  expect(response.status).toBe(200);
  return response.body;
}

const queueOf = async (student: TestClient) => (await student.get<QueuedCard[]>("/api/cards/review")).body;

const storedCounts = async ({ userId }: TestClient): Promise<{ counts: Buffer | null; from: string | null }> =>
  (
    await pool.query("SELECT due_counts AS counts, due_counts_from AS from FROM user_scheduling WHERE user_id = $1", [
      userId,
    ])
  ).rows[0] ?? { counts: null, from: null };

/** Counts the cards that fall due on each of the counted dates. */
async function countDueCards({ userId }: TestClient, from: string): Promise<number[]> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM cards WHERE user_id = $1 AND next_review_date = date) AS count
    FROM generate_series($2::date, $2::date + $3::int - 1, interval '1 day') AS date ORDER BY date`,
    [userId, from, COUNTED_DAYS],
  );
  return rows.map(({ count }) => count);
}

/** Expects the stored counts to be those of the cards. */
async function expectCounted(student: TestClient): Promise<void> {
  const { counts, from } = await storedCounts(student);
  if (counts === null || from === null) throw new Error("nothing is counted");
  const stored = Array.from({ length: counts.length / 2 }, (_, place) => counts.readUInt16BE(2 * place));
  expect(stored).toEqual(await countDueCards(student, from));
}

describe("the counts of due dates", () => {
  it("are stored when a day is settled, updated by each rating, and restored exactly by an undo", async () => {
    const { student, cards } = await studentWith(3);
    const [one, two] = cards as [number, number];
    await rate(student, one, { difficulty: "medium" });
    await expectCounted(student);
    const forget =
      "UPDATE user_scheduling SET due_counts = NULL, due_counts_from = NULL, version = version + 1 WHERE user_id = $1";
    await pool.query(forget, [student.userId]);
    await rate(student, two, { difficulty: "easy" });
    expect(await storedCounts(student)).toEqual({ counts: null, from: null });
    goTo(dateIn(1));
    await queueOf(student);
    await expectCounted(student);
    const before = await storedCounts(student);
    const { reviewId } = await rate(student, one, { difficulty: "easy" });
    await expectCounted(student);
    expect((await storedCounts(student)).counts).not.toEqual(before.counts);
    await student.delete(`/api/cards/${one}/reviews/${reviewId}`);
    expect(await storedCounts(student)).toEqual(before);
  });

  it("match the cards after random ratings, undos, fits of weights and days, and a deleted card", async () => {
    const action = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant("rate" as const),
          card: fc.nat(5),
          difficulty: fc.constantFrom("easy", "medium", "hard"),
          answerResult: fc.constantFrom("correct", "incorrect", undefined),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), card: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("refit" as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 20 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        const { student, cards } = await studentWith(6);
        const reviews = cards.map((): string[] => []);
        let day = 0;
        for (const step of actions) {
          if (step.do === "wait") {
            day += step.days;
            goTo(dateIn(day));
            // A session without a call for a month ends.
            await student.get("/api/auth/user");
          } else if (step.do === "refit") await refit(student);
          else if (step.do === "rate") {
            const { do: _, card, ...rating } = step;
            reviews[card]?.push((await rate(student, cards[card] as number, rating)).reviewId);
          } else {
            const last = reviews[step.card]?.pop();
            if (last) await student.delete(`/api/cards/${cards[step.card]}/reviews/${last}`);
          }
          if (step.do === "rate") await expectCounted(student);
        }
        goTo(dateIn(day + 1));
        await student.delete(`/api/cards/${cards[0]}`);
        goTo(dateIn(day + 2));
        await queueOf(student);
        await expectCounted(student);
      }),
      { numRuns: runs(4, 20) },
    );
  });

  async function refit(student: TestClient): Promise<void> {
    const ctx = testContext(server.database);
    const stored = await selectMemory(ctx.db, student.userId as OwnerId);
    if (!stored) return;
    const folded = await foldInThread(stored.log, null);
    expect(await writeFolded(ctx, student.userId as OwnerId, stored, folded, null)).toBe(true);
  }
});

describe("the distribution of due cards over days", () => {
  const rateNew = (student: TestClient, cards: readonly number[]) =>
    rateAll(
      student,
      cards.map((cardId) => ({ cardId, difficulty: "medium", answerResult: "correct" })),
    );

  /**
   * Studies everything due on each of so many days: every tenth card with Fácil, the others with Medio. Every other rating sends
   * the interval that its button showed.
   */
  async function studyFor(student: TestClient, days: number): Promise<void> {
    for (let day = 1; day <= days; day++) {
      goTo(dateIn(day));
      const given = (await queueOf(student)).map(({ id, nextIntervals }, place) => {
        const difficulty = place % 10 === 9 ? ("easy" as const) : ("medium" as const);
        const shown = nextIntervals[difficulty];
        const interval = place % 2 === 0 ? shown : undefined;
        return { shown, rating: { cardId: id, difficulty, interval, answerResult: "correct" as const } };
      });
      const rated = await rateAll(
        student,
        given.map(({ rating }) => rating),
      );
      expect(rated.map((card) => card.interval)).toEqual(given.map(({ shown }) => shown));
    }
  }

  it("becomes even after 200 new cards were rated on one day, whether ratings send the shown interval or not", async () => {
    const { student, cards } = await studentWith(200);
    await rateNew(student, cards);
    // Without a load, nine in ten cards would get the same date. The scheduler chooses among 8 dates first, then about 20.
    for (const { days, most } of [
      { days: 3, most: 45 },
      { days: 20, most: 16 },
    ]) {
      await studyFor(student, days);
      const { rows } = await pool.query<{ most: number }>(
        `SELECT max(count)::int AS most FROM (
        SELECT count(*) FROM cards WHERE user_id = $1 GROUP BY next_review_date) AS counts`,
        [student.userId],
      );
      expect(rows[0]?.most).toBeLessThanOrEqual(most);
    }
    await expectCounted(student);
  });

  it("puts no movable card on a weekday of weight 0, and fewer on one of weight 0.5", async () => {
    const { student, cards } = await studentWith(40);
    const quietDays = [1, 1, 1, 1, 1, 0.5, 0];
    expect((await student.put("/api/user/preferences", { quietDays })).status).toBe(200);
    await rateNew(student, cards);
    await studyFor(student, 20);
    const { rows } = await pool.query<{ weekday: number; count: number }>(
      `SELECT extract(isodow FROM next_review_date)::int AS weekday, count(*)::int AS count FROM cards
      WHERE user_id = $1 AND interval >= 7 GROUP BY 1`,
      [student.userId],
    );
    const on = (weekday: number) => rows.find((row) => row.weekday === weekday)?.count ?? 0;
    expect(on(7)).toBe(0);
    expect(on(1) + on(2) + on(3) + on(4) + on(5)).toBeGreaterThan(5 * on(6));
  });
});

describe("the interval shown on a button", () => {
  it("is the one that the rating gives, in any order of the cards, though each rating changes the load", async () => {
    const { student, cards } = await studentWith(24);
    for (const card of cards) await rate(student, card, { difficulty: "medium" });
    goTo(dateIn(4));
    const queue = await queueOf(student);
    expect(new Set(queue.map(({ nextIntervals }) => nextIntervals.medium)).size).toBeGreaterThan(2);
    const difficulties = ["medium", "easy", "medium", "hard"] as const;
    for (const [place, { id, nextIntervals }] of queue.toReversed().entries()) {
      const difficulty = difficulties[place % 4] as Rating["difficulty"];
      const { card } = await rate(student, id, { difficulty, interval: nextIntervals[difficulty] });
      expect(card.interval).toBe(nextIntervals[difficulty]);
    }
    await expectCounted(student);
  });

  it("is ignored if it is not possible for the card, and rejected if it is not a whole number of days", async () => {
    const { student, cards } = await studentWith(2);
    const [one, two] = cards as [number, number];
    expect((await rate(student, one, { difficulty: "medium", interval: 90 })).card.interval).toBe(3);
    expect((await rate(student, two, { difficulty: "hard", interval: 90 })).card.interval).toBe(1);
    goTo(dateIn(3));
    expect((await rate(student, one, { difficulty: "medium", interval: 300 })).card.interval).toBeLessThan(30);
    for (const interval of [-1, 1.5, "3", 1e9]) {
      const response = await student.post(`/api/cards/${one}/review`, { difficulty: "medium", interval });
      expect(response.status).toBe(400);
    }
  });
});

/** The plan of a user with 3 cards due today, and 256 in 40 days. */
const planCounts = new Uint8Array(2 * COUNTED_DAYS);
planCounts[1] = 3;
planCounts[2 * 40] = 1;
const storedPlan = { dueCounts: planCounts, dueCountsFrom: TODAY, quietDays: null };

describe("buildDayPlan", () => {
  it("returns the load of counted dates without the card that is rated, and undefined for other dates", () => {
    const { load } = buildDayPlan(storedPlan, toDayNumber(TODAY));
    expect([0, 1, 40, 365].map((days) => load?.(toDayNumber(dateIn(days))))).toEqual([2, 0, 256, 0]);
    expect([-1, COUNTED_DAYS].map((days) => load?.(toDayNumber(dateIn(days))))).toEqual([undefined, undefined]);
    expect(buildDayPlan({ ...storedPlan, dueCounts: null }, null).load).toBeUndefined();
  });
});

describe("moveDueCount", () => {
  it("moves a card between dates, including dates that are not counted", () => {
    const date = fc.option(fc.integer({ min: -5, max: COUNTED_DAYS + 5 }).map(dateIn));
    fc.assert(
      fc.property(date, date, (before, after) => {
        const moved = moveDueCount({ ...storedPlan, suspended: false, nextReviewDate: before }, after);
        const load = (of: Uint8Array | null, day: string) =>
          buildDayPlan({ ...storedPlan, dueCounts: of }, null).load?.(toDayNumber(day)) ?? 0;
        for (const day of new Set([before, after])) {
          if (day === null || buildDayPlan(storedPlan, null).load?.(toDayNumber(day)) === undefined) continue;
          const change = Number(day === after) - Number(day === before);
          expect(load(moved, day)).toBe(Math.max(0, load(storedPlan.dueCounts, day) + change));
        }
      }),
    );
    const one = { suspended: false, nextReviewDate: null };
    expect(moveDueCount({ ...one, dueCounts: null, dueCountsFrom: null }, TODAY)).toBeNull();
    expect(moveDueCount({ ...storedPlan, ...one, suspended: true }, TODAY)).toBe(storedPlan.dueCounts);
  });
});
