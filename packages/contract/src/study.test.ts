import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { studyEndpoints } from "#study.ts";

const { query } = studyEndpoints.reviewQueue;

it("accepts the place after any card as the parameter after of the review queue", () => {
  const stability = fc.oneof(fc.constant(36_500), fc.double({ min: 0.001, max: 36_500, noNaN: true }));
  const anyKey = fc.oneof(
    // The sort key of the queue: days since the last rating, divided by the stability.
    fc.tuple(fc.oneof(fc.nat(3), fc.nat(100_000)), stability).map(([days, divisor]) => -(days / divisor)),
    fc.constantFrom(-1 / 36_500, -1e-7, -1 / 36_500_000, -1 / 3_650_000, Date.now()),
  );
  fc.assert(
    fc.property(fc.nat(2), anyKey, fc.integer({ min: 1, max: 999_999_999_999_999 }), (place, key, id) => {
      const after = `${place}_${key}_${id}_2026-03-10`;
      expect(z.parse(query, { after }).after).toBe(after);
    }),
  );
});
