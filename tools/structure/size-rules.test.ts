import { describe, expect, test } from "vitest";
import { violations } from "./testing/clean-tree.ts";

const PATH = "apps/web/src/ui/list.tsx";

function block(lines: number): string {
  return `{\n${"  call();\n".repeat(lines)}}`;
}

describe("function length", () => {
  test.each([
    ["a function", `export function rows() ${block(61)}\n`, "rows"],
    ["an arrow function", `export const rows = () => ${block(61)};\n`, "rows"],
    ["a method", `export class List {\n  rows() ${block(61)}\n}\n`, "rows"],
    ["a property", `export const list = { rows: function () ${block(61)} };\n`, "rows"],
    ["a callback", `export const list = watch(() => ${block(61)});\n`, "anonymous"],
    ["a component", `export const Rows = () => (\n  <ul>\n${"    <li />\n".repeat(59)}  </ul>\n);\n`, "Rows"],
  ])("of %s is at most 60 lines", (_what, text, name) => {
    const found = violations({ [PATH]: text });
    expect(found.map(({ rule, message }) => [rule, message.split(",")[0]])).toEqual([
      ["function-length", `${name} has 61 lines`],
    ]);
    expect(violations({ [PATH]: text.replace(/^ +(?:call|<li).*\n/m, "") })).toEqual([]);
  });

  test("counts functions inside functions to both", () => {
    const text = `export function outer() {\n  function inner() ${block(61)}\n}\n`;
    expect(violations({ [PATH]: text })).toHaveLength(2);
    expect(violations({ [PATH]: `export function rows() ${block(60)}\n` })).toEqual([]);
  });

  test("does not count in tests", () => {
    const text = `describe("x", () => ${block(100)});\n`;
    expect(violations({ "apps/web/src/ui/list.test.tsx": text, "apps/web/src/testing/list.ts": text })).toEqual([]);
  });

  test("has named exceptions, which are needed", () => {
    const longFunctions = { [`${PATH}#rows`]: "planted" };
    expect(violations({ [PATH]: `export function rows() ${block(61)}\n` }, { longFunctions })).toEqual([]);
    const found = violations({ [PATH]: "export const rows = 1;\n" }, { longFunctions });
    expect(found).toMatchObject([{ rule: "function-length", message: expect.stringContaining(`${PATH}#rows`) }]);
  });
});
