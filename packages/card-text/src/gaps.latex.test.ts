import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findGaps, gapNumbers } from "#gaps.ts";

const told = (text: string) => findGaps(text).map(({ number, text: hidden, hint }) => [number, hidden, hint]);

describe("gaps with LaTeX", () => {
  it("finds text and hint", () => {
    expect(told("La {{c1::mitocondria}} produce {{c2::ATP::molécula}}")).toEqual([
      [1, "mitocondria", null],
      [2, "ATP", "molécula"],
    ]);
  });

  it("finds gaps inside gaps, the inner one first", () => {
    expect(told("{{c1::uno {{c2::dos::pista}} tres}}")).toEqual([
      [2, "dos", "pista"],
      [1, "uno {{c2::dos::pista}} tres", null],
    ]);
    expect(told("{{c1::a {{c2::b}}}}").map(([, hidden]) => hidden)).toEqual(["b", "a {{c2::b}}"]);
  });

  it("leaves LaTeX its braces, inside a gap and around it", () => {
    expect(told("$x = {{c1::\\frac{a}{b}}}$")).toEqual([[1, "\\frac{a}{b}", null]]);
    expect(told("{{c1::\\sqrt{\\frac{a}{b}} + 1}}")).toEqual([[1, "\\sqrt{\\frac{a}{b}} + 1", null]]);
    expect(told("$\\text{{{c1::x}}}$")).toEqual([[1, "x", null]]);
    expect(told("{{c1::\\{1, 2\\}}}")).toEqual([[1, "\\{1, 2\\}", null]]);
  });

  it("closes although a brace was left open", () => {
    expect(told("{{c1:::-{}} y {{c2::b}}")).toEqual([
      [1, ":-{", null],
      [2, "b", null],
    ]);
  });

  it("knows nothing that is not closed", () => {
    expect(told("{{c1::uno")).toEqual([]);
    expect(told("uno}}")).toEqual([]);
    expect(told("{{c::uno}}")).toEqual([]);
  });

  it("never reads a text twice, whatever it holds", () => {
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

  it("tells each number once, the lowest first", () => {
    expect(gapNumbers("{{c3::a}} {{c1::b}} {{c3::c}}")).toEqual([1, 3]);
  });
});
