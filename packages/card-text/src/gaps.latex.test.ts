import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findGaps, gapNumbers } from "#gaps.ts";

const listGaps = (text: string) => findGaps(text).map(({ number, text: hidden, hint }) => [number, hidden, hint]);

describe("findGaps", () => {
  it("returns the text and the hint of each gap", () => {
    expect(listGaps("La {{c1::mitocondria}} produce {{c2::ATP::molécula}}")).toEqual([
      [1, "mitocondria", null],
      [2, "ATP", "molécula"],
    ]);
  });

  it("returns gaps inside gaps, the inner one first", () => {
    expect(listGaps("{{c1::uno {{c2::dos::pista}} tres}}")).toEqual([
      [2, "dos", "pista"],
      [1, "uno {{c2::dos::pista}} tres", null],
    ]);
    expect(listGaps("{{c1::a {{c2::b}}}}").map(([, hidden]) => hidden)).toEqual(["b", "a {{c2::b}}"]);
  });

  it("does not confuse braces of LaTeX with those of gaps, inside a gap and around it", () => {
    expect(listGaps("$x = {{c1::\\frac{a}{b}}}$")).toEqual([[1, "\\frac{a}{b}", null]]);
    expect(listGaps("{{c1::\\sqrt{\\frac{a}{b}} + 1}}")).toEqual([[1, "\\sqrt{\\frac{a}{b}} + 1", null]]);
    expect(listGaps("$\\text{{{c1::x}}}$")).toEqual([[1, "x", null]]);
    expect(listGaps("{{c1::\\{1, 2\\}}}")).toEqual([[1, "\\{1, 2\\}", null]]);
  });

  it("closes a gap in which a brace was left open", () => {
    expect(listGaps("{{c1:::-{}} y {{c2::b}}")).toEqual([
      [1, ":-{", null],
      [2, "b", null],
    ]);
  });

  it("ignores gaps that are not closed, not opened or not numbered", () => {
    expect(listGaps("{{c1::uno")).toEqual([]);
    expect(listGaps("uno}}")).toEqual([]);
    expect(listGaps("{{c::uno}}")).toEqual([]);
  });

  it("returns the offsets of each gap, in linear time", () => {
    const piece = fc.constantFrom("{{c1::", "{{c2::", "}}", "}", "{", "::", "\\", "a");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        for (const { start, end, number, text: hidden } of findGaps(text)) {
          expect(text.slice(start, end).startsWith(`{{c${number}::${hidden}`)).toBe(true);
          expect(text.slice(start, end).endsWith("}}")).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    const started = performance.now();
    for (const text of ["{{c1::".repeat(20_000), `${"{{c1::".repeat(5000)}${"}".repeat(90_000)}`]) findGaps(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("gapNumbers", () => {
  it("returns each number once, the lowest first", () => {
    expect(gapNumbers("{{c3::a}} {{c1::b}} {{c3::c}}")).toEqual([1, 3]);
  });
});
