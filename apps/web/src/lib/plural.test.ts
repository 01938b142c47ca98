// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, formatCount } from "#lib/plural.ts";

const format = new Intl.NumberFormat("es", { useGrouping: true });

describe("formatCount", () => {
  it("writes every count as the format of the language does", () => {
    const count = fc.oneof(
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: 0, max: 50 }).map((n) => n / 10),
    );
    fc.assert(
      fc.property(count, (n) => {
        expect(formatCount(n)).toBe(format.format(n));
      }),
    );
    expect([999, 1000, 1.5].map(formatCount)).toEqual(["999", "1.000", "1,5"]);
  });
});

describe("counted", () => {
  it("chooses between one and many", () => {
    expect([0, 1, 1200].map((n) => counted(n, "carta", "cartas"))).toEqual(["0 cartas", "1 carta", "1.200 cartas"]);
  });
});
