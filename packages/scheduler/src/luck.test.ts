import fc from "fast-check";
import { expect, it } from "vitest";
import { luckOf } from "#luck.ts";

const anyWhole = fc.integer({ min: -100_000, max: 2 ** 31 });

it("is the same for the same numbers, from 0 to less than 1", () => {
  fc.assert(
    fc.property(anyWhole, anyWhole, (one, other) => {
      expect(luckOf(one, other)).toBe(luckOf(one, other));
      expect(luckOf(one, other)).toBeGreaterThanOrEqual(0);
      expect(luckOf(one, other)).toBeLessThan(1);
    }),
  );
});

it.each([
  ["cards on one day", (i: number) => luckOf(i, 20_000)],
  ["days of one card", (i: number) => luckOf(7, 20_000 + i)],
  ["kinds of one card", (i: number) => luckOf(7, -2 - i)],
])("is spread evenly and without memory over %s", (_, luck) => {
  const count = 4000;
  const tenths = Array(10).fill(0);
  let together = 0;
  for (let i = 0; i < count; i++) {
    tenths[Math.floor(luck(i) * 10)]++;
    together += (luck(i) - 0.5) * (luck(i + 1) - 0.5);
  }
  for (const tenth of tenths) expect(Math.abs(tenth / count - 0.1)).toBeLessThan(0.02);
  expect(Math.abs((12 * together) / count)).toBeLessThan(0.06);
});
