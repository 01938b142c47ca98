import { toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import { computeLossUntilTomorrow } from "@repasa/scheduler/loss.ts";
import { DEFAULT_MODEL } from "@repasa/scheduler/memory.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#platform/db/drizzle.cjs";
import { sharedTestApp } from "#testing/test-app.ts";
import { lossByTomorrow } from "./pending.queries.ts";

const { database } = await sharedTestApp();

const TODAY = "2026-03-10";
const memory = fc.record({
  stability: fc.double({ min: 0.01, max: 36_500, noNaN: true }),
  elapsedDays: fc.integer({ min: 0, max: 4_000 }),
});

test("lossByTomorrow computes in SQL what lossUntilTomorrow of the scheduler computes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 50 }), async (memories) => {
      const today = toDayNumber(TODAY);
      const dates = memories.map(({ elapsedDays }) => toLocalDate(today - elapsedDays));
      const { rows } = await database.orm.execute<{ loss: number }>(sql`
        select ${lossByTomorrow(TODAY)} as loss
        from unnest(${sql.param(memories.map(({ stability }) => stability))}::float8[], ${sql.param(dates)}::date[])
          with ordinality as card (stability, last_review_date, place)
        order by place`);
      memories.forEach(({ stability, elapsedDays }, place) => {
        const card = { memory: { stability, difficulty: 5 }, lastReviewDay: today - elapsedDays };
        // The scheduler rounds each recall to eight decimals.
        expect(rows[place]?.loss).toBeCloseTo(computeLossUntilTomorrow(card, today, DEFAULT_MODEL), 7);
      });
    }),
    { numRuns: 40 },
  );
});
