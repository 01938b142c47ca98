import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawLuck } from "#luck.ts";

const anyWhole = fc.integer({ min: -100_000, max: 2 ** 31 });

describe("drawLuck", () => {
  it("returns the same number, from 0 to less than 1, for the same numbers", () => {
    fc.assert(
      fc.property(anyWhole, anyWhole, (one, other) => {
        expect(drawLuck(one, other)).toBe(drawLuck(one, other));
        expect(drawLuck(one, other)).toBeGreaterThanOrEqual(0);
        expect(drawLuck(one, other)).toBeLessThan(1);
      }),
    );
  });

  it.each([
    ["cards on one day", (i: number) => drawLuck(i, 20_000)],
    ["days of one card", (i: number) => drawLuck(7, 20_000 + i)],
    ["purposes of one card", (i: number) => drawLuck(7, -2 - i)],
  ])("is distributed evenly and independently over %s", (_, luck) => {
    const count = 4000;
    const tenths = Array(10).fill(0);
    let covariance = 0;
    for (let i = 0; i < count; i++) {
      tenths[Math.floor(luck(i) * 10)]++;
      covariance += (luck(i) - 0.5) * (luck(i + 1) - 0.5);
    }
    for (const tenth of tenths) expect(Math.abs(tenth / count - 0.1)).toBeLessThan(0.02);
    expect(Math.abs((12 * covariance) / count)).toBeLessThan(0.06);
  });
});
