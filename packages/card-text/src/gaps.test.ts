import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findGaps, type Gap, gapNumbers } from "#gaps.ts";

type Part = string | { number: number; parts: Part[]; hint: string | null };

/** Text that neither opens nor closes anything, nor begins a hint. A brace right after a command would belong to LaTeX. */
const plain = fc.string({ unit: fc.constantFrom("a", "ñ", "😀", " ", "\n", "$", "{", "c1", "\\ ", ":x") });
const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    plain,
    fc.record({
      number: fc.integer({ min: 0, max: 999 }),
      parts: fc.array(tie("part"), { maxLength: 3 }),
      hint: fc.option(plain),
    }),
  ),
}));

/** Writes parts as a text. Returns the text and its gaps, in the order in which they close. */
function writeParts(parts: readonly Part[]): { text: string; gaps: Gap[] } {
  const gaps: Gap[] = [];
  let text = "";
  const write = (one: Part) => {
    // The space separates a brace at the end of the text from the braces of a gap.
    if (typeof one === "string") {
      text += `${one} `;
      return;
    }
    const start = text.length;
    text += `{{c${one.number}::`;
    const inside = text.length;
    one.parts.forEach(write);
    const hidden = text.slice(inside);
    text += `${one.hint === null ? "" : `::${one.hint} `}}}`;
    gaps.push({
      number: one.number,
      start,
      end: text.length,
      text: hidden,
      hint: one.hint === null ? null : `${one.hint} `,
    });
  };
  parts.forEach(write);
  return { text, gaps };
}

describe("findGaps", () => {
  it.each<[string, [number, string, string | null][]]>([
    ["nada", []],
    ["{{c1::Madrid}}", [[1, "Madrid", null]]],
    ["a {{c12::Madrid::ciudad}} b", [[12, "Madrid", "ciudad"]]],
    ["{{c1::a::b::c}}", [[1, "a", "b::c"]]],
    ["{{c1::}}", [[1, "", null]]],
    [
      "{{c2::x {{c1::y::z}} w}}",
      [
        [1, "y", "z"],
        [2, "x {{c1::y::z}} w", null],
      ],
    ],
    [
      "{{c2::{{c1::y}}::pista}}",
      [
        [1, "y", null],
        [2, "{{c1::y}}", "pista"],
      ],
    ],
    ["{{c1::abierto", []],
    ["{{c1::a {{c2::b}}", [[2, "b", null]]],
    ["}} {{c1::a}} }}", [[1, "a", null]]],
    ["{{c::a}} {{C1::a}} {{c1:a}} {{ c1::a}} {{c1234567890::a}}", []],
  ])("returns the gaps of %j", (text, gaps) => {
    expect(findGaps(text).map(({ number, text, hint }) => [number, text, hint])).toEqual(gaps);
  });

  it("returns the gaps that a text was written with", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const { text, gaps } = writeParts(parts);
        expect(findGaps(text)).toEqual(gaps);
        expect(gapNumbers(text)).toEqual([...new Set(gaps.map(({ number }) => number))].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it("returns the offsets of the braces for any text", () => {
    const scrap = fc.constantFrom("{{c1::", "{{c2::", "}}", "::", "{", "}", "a");
    fc.assert(
      fc.property(fc.string({ unit: scrap, maxLength: 60 }), (text) => {
        for (const { start, end, number } of findGaps(text)) {
          expect(text.slice(start, end)).toMatch(new RegExp(`^\\{\\{c${number}::[^]*\\}\\}$`));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["consecutive", (n: number) => "{{c1::a::b}} ".repeat(n)],
    ["nested", (n: number) => `${"{{c1::".repeat(n)}a${"}}".repeat(n)}`],
    ["nested, with hints", (n: number) => `${"{{c1::".repeat(n)}a${"::b}}".repeat(n)}`],
    ["unclosed", (n: number) => "{{c1::".repeat(n)],
    ["closed but never opened", (n: number) => "}}".repeat(n)],
    ["with thousands of colons", (n: number) => `{{c1::${"::".repeat(n)}}}`],
    ["unclosed, around closed ones", (n: number) => "{{c1::{{c2::a}}".repeat(n)],
  ])("takes linear time for thousands of gaps: %s", (_, write) => {
    const text = write(50_000);
    const started = performance.now();
    gapNumbers(text);
    // Quadratic time would take minutes.
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
