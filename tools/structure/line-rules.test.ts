import { expect, test } from "vitest";
import { MAX_LINE_LENGTH } from "./line-rules.ts";
import { findViolationsWith } from "./testing/clean-tree.ts";

const PATH = "apps/web/src/lib/text.test.ts";

test("a line of the greatest length is allowed, a longer one is not", () => {
  const write = (length: number) => ({ [PATH]: `// ${"a".repeat(length - 3)}\nexport const x = 1;\n` });
  expect(findViolationsWith(write(MAX_LINE_LENGTH))).toEqual([]);
  expect(findViolationsWith(write(MAX_LINE_LENGTH + 1))).toMatchObject([
    { rule: "no-long-lines", path: PATH, line: 1 },
  ]);
});

test("a snapshot inside a test may have longer lines", () => {
  const long = "a".repeat(MAX_LINE_LENGTH);
  const text = `expect(x).toMatchInlineSnapshot(\`\n  "${long}"\n\`);\nexport const y = 1;\n`;
  expect(findViolationsWith({ [PATH]: text })).toEqual([]);
});

test("an object is spread by its name or on a condition, not where it is written", () => {
  const spread = (what: string) =>
    findViolationsWith({ [PATH]: `export const f = (a: object, b: boolean) => ({${what}});\n` });
  expect(spread("...a, ...(b && { c: 1 })")).toEqual([]);
  expect(spread("...{ a, b }, c: 1")).toMatchObject([{ rule: "no-literal-spreads", path: PATH, line: 1 }]);
});
