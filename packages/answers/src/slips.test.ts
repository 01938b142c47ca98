import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWords } from "#languages.ts";
import { hasOnlySlips, isWithin, splitWords } from "#slips.ts";

const spanish = findWords("es");

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });

describe("isWithin", () => {
  it("agrees with the distance as it is computed from all pairs of beginnings", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 2 }), (a, b, limit) => {
        expect(isWithin([...a], [...b], limit)).toBe(computeDistance(a, b) <= limit);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["ca", "abc", 2],
    ["abcd", "acbd", 1],
    ["abc", "ca", 2],
    ["", "ab", 2],
  ])("counts the steps from %s to %s", (a, b, distance) => {
    expect([0, 1, 2].map((limit) => isWithin([...a], [...b], limit))).toEqual(
      [0, 1, 2].map((limit) => limit >= distance),
    );
  });
});

describe("splitWords", () => {
  it.each([
    ["10km", ["10", "km"]],
    ["f=m·a", ["f", "=", "m", "·", "a"]],
    ["be - was", ["be", "-", "was"]],
    ["covid19 b12", ["covid19", "b12"]],
    ["", []],
  ])("splits %s", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

describe("hasOnlySlips", () => {
  it("allows as many as the letters of the answer's word do", () => {
    const letters = "abcdefghijklm";
    const allows = (length: number, slips: number) =>
      hasOnlySlips(
        [letters.slice(0, length)],
        [`${letters[0]}${"zyx".slice(0, slips)}${letters.slice(slips + 1, length)}`],
        spanish,
      );
    expect([1, 2, 3].map((slips) => allows(4, slips))).toEqual([false, false, false]);
    expect([1, 2, 3].map((slips) => allows(5, slips))).toEqual([true, false, false]);
    expect([1, 2, 3].map((slips) => allows(9, slips))).toEqual([true, false, false]);
    expect([1, 2, 3].map((slips) => allows(10, slips))).toEqual([true, true, false]);
  });

  it("allows slips in several words, but neither another order nor another number of words", () => {
    expect(hasOnlySlips(["cerebro", "humano"], ["cerebor", "hunano"], spanish)).toBe(true);
    expect(hasOnlySlips(["chose", "chosen"], ["chosen", "chose"], spanish)).toBe(false);
    expect(hasOnlySlips(["cerebro", "humano"], ["cerebro"], spanish)).toBe(false);
  });
});

/** The textbook's algorithm of the unrestricted distance, by Lowrance and Wagner. */
function computeDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 2 }, () => new Array<number>(b.length + 2).fill(a.length + b.length));
  const get = (i: number, j: number) => rows[i + 1]?.[j + 1] ?? 0;
  const set = (i: number, j: number, value: number) => {
    (rows[i + 1] as number[])[j + 1] = value;
  };
  const lastRow = new Map<string, number>();
  for (let i = 0; i <= a.length; i++) set(i, 0, i);
  for (let j = 0; j <= b.length; j++) set(0, j, j);
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0;
    for (let j = 1; j <= b.length; j++) {
      const row = lastRow.get(b[j - 1] as string) ?? 0;
      const column = lastColumn;
      const isEqual = a[i - 1] === b[j - 1];
      if (isEqual) lastColumn = j;
      const steps = [get(i - 1, j - 1) + Number(!isEqual), get(i, j - 1) + 1, get(i - 1, j) + 1];
      set(i, j, Math.min(...steps, get(row - 1, column - 1) + (i - row - 1) + 1 + (j - column - 1)));
    }
    lastRow.set(a[i - 1] as string, i);
  }
  return get(a.length, b.length);
}
