import { calibrateRecall, estimateHardShare } from "@repasa/scheduler/calibration.ts";
import { estimateRecallShare } from "@repasa/scheduler/recall-share.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/db/drizzle.cjs";
import { sharedTestApp } from "#testing/test-app.ts";
import { expectedRecall, hardShare, recalled } from "./progress.queries.ts";

const { database } = await sharedTestApp();

/** Includes 0, 1 and values next to 0.002 and 0.998, the limits to which both implementations clamp a probability. */
const anyProbability = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1e-9, 0.0019, 0.002, 0.0021, 0.9979, 0.998, 0.9981, 1 - 1e-9, 1) },
);

/** Also generates values outside the limits that the scheduler sets for a calibration. */
const anyCalibration = fc.record({
  a: fc.double({ min: 0.2, max: 3, noNaN: true }),
  b: fc.double({ min: -4, max: 4, noNaN: true }),
});

describe("expectedRecall", () => {
  it("returns in SQL the same recall as calibrateRecall of the scheduler", async () => {
    const review = fc.record({ retrievability: anyProbability, calibration: anyCalibration });
    await fc.assert(
      fc.asyncProperty(fc.array(review, { minLength: 1, maxLength: 50 }), async (reviews) => {
        const states = reviews.map(({ calibration: { a, b } }) => JSON.stringify({ calibrationA: a, calibrationB: b }));
        const { rows } = await database.orm.execute<{ expected: number }>(sql`
          select expected
          from unnest(${sql.param(reviews.map(({ retrievability }) => retrievability))}::float8[],
            ${sql.param(states)}::jsonb[]) with ordinality as review (retrievability, state_before, position),
            ${expectedRecall}
          order by position`);
        expect(rows).toHaveLength(reviews.length);
        for (const [position, { retrievability, calibration }] of reviews.entries()) {
          expect(rows[position]?.expected).toBeCloseTo(calibrateRecall(calibration, retrievability), 12);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("recalled", () => {
  it("returns 0 or 1 for a review with the recall bit, and otherwise the same share as estimateRecallShare of the scheduler", async () => {
    const anyExpected = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const anyGrade = fc.constantFrom(null, 1, 2, 3, 4);
    const anyCounts = fc.option(
      fc.record({
        recalledCount: fc.double({ min: 0, max: 5000, noNaN: true }),
        hardRecalledCount: fc.double({ min: 0, max: 5000, noNaN: true }),
      }),
      { nil: { recalledCount: 0, hardRecalledCount: 0 } },
    );
    const review = fc.record({ expected: anyExpected, grade: anyGrade, counts: anyCounts });
    await fc.assert(
      fc.asyncProperty(fc.array(review, { minLength: 1, maxLength: 50 }), async (reviews) => {
        const { rows } = await database.orm.execute<{ recalled: number }>(sql`
          select (${recalled})::float8 as recalled
          from unnest(${sql.param(reviews.map(({ expected }) => expected))}::float8[],
            ${sql.param(reviews.map(({ grade }) => grade))}::integer[],
            ${sql.param(reviews.map(({ counts }) => JSON.stringify(counts.recalledCount === 0 ? {} : counts)))}::jsonb[])
            with ordinality as review (expected, grade, state_before, position), ${hardShare}
          order by position`);
        expect(rows).toHaveLength(reviews.length);
        for (const [position, { expected, grade, counts }] of reviews.entries()) {
          expect(rows[position]?.recalled).toBeCloseTo(
            grade === null ? estimateRecallShare(expected, estimateHardShare(counts)) : Number(grade > 1),
            12,
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});
