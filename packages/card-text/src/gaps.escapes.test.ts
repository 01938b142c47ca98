import fc from "fast-check";
import { expect, test } from "vitest";
import { findGaps, gapNumbers } from "#gaps.ts";

test("a backslash turns the opening of a gap into text, and the gap around it still ends at its own braces", () => {
  expect(gapNumbers(String.raw`\{{c1::text}}`)).toEqual([]);
  expect(findGaps(String.raw`{{c1::a \{{c2:\:b\}} c}}`)).toMatchObject([
    { number: 1, text: String.raw`a \{{c2:\:b\}} c` },
  ]);
});

test("an escaped backslash does not escape the opening after it", () => {
  expect(gapNumbers(String.raw`\\{{c1::text}}`)).toEqual([1]);
  expect(gapNumbers(String.raw`\\\{{c1::text}}`)).toEqual([]);
});

test("an escaped brace does not close a gap", () => {
  expect(findGaps(String.raw`{{c1::\{x\}}}`)).toMatchObject([{ number: 1, text: String.raw`\{x\}` }]);
});

test("a text whose braces and backslashes are all escaped has no gaps", () => {
  const piece = fc.constantFrom("{{c1::", "{{c2::", "}}", "::", "\\", "{", "}", "a");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("").replace(/\\/g, "\\\\").replace(/[{}]/g, "\\$&");
      expect(findGaps(text)).toEqual([]);
    }),
  );
});
