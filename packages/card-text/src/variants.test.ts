import { expect, it } from "vitest";
import { MAX_GAPS } from "#gaps.ts";
import { formatGapVariant, parseGapVariant, REVERSE } from "#variants.ts";

it("parseGapVariant reads the variant of each gap, and returns null for anything else", () => {
  for (const number of [1, 9, 10, 99, 100, MAX_GAPS]) expect(parseGapVariant(formatGapVariant(number))).toBe(number);
  for (const other of [null, REVERSE, "", "c", "c0", "c01", "c1000", "c1 ", "C1"])
    expect(parseGapVariant(other)).toBeNull();
});
