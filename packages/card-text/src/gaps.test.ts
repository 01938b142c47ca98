import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findGaps, type Gap, gapNumbers } from "#gaps.ts";

type Part = string | { number: number; parts: Part[]; hint: string | null };

/** Text that neither opens nor closes anything, nor begins a hint; a brace behind a command would be LaTeX's. */
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

/** Writes a text out of parts, and the gaps that it holds, in the order in which they close. */
function written(parts: readonly Part[]): { text: string; gaps: Gap[] } {
  const gaps: Gap[] = [];
  let text = "";
  const write = (one: Part) => {
    // A brace before a gap would be one of its own.
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

describe("the gaps of a text", () => {
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
  ])("%j", (text, gaps) => {
    expect(findGaps(text).map(({ number, text, hint }) => [number, text, hint])).toEqual(gaps);
  });

  it("are those that it was written with", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const { text, gaps } = written(parts);
        expect(findGaps(text)).toEqual(gaps);
        expect(gapNumbers(text)).toEqual([...new Set(gaps.map(({ number }) => number))].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it("never reach beyond the text, whatever it is", () => {
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
    ["in a row", (n: number) => "{{c1::a::b}} ".repeat(n)],
    ["nested", (n: number) => `${"{{c1::".repeat(n)}a${"}}".repeat(n)}`],
    ["nested, with hints", (n: number) => `${"{{c1::".repeat(n)}a${"::b}}".repeat(n)}`],
    ["unclosed", (n: number) => "{{c1::".repeat(n)],
    ["closed and never opened", (n: number) => "}}".repeat(n)],
    ["full of colons", (n: number) => `{{c1::${"::".repeat(n)}}}`],
    ["unclosed around closed ones", (n: number) => "{{c1::{{c2::a}}".repeat(n)],
  ])("take no time to find by the ten thousands: %s", (_, write) => {
    const text = write(50_000);
    const started = performance.now();
    gapNumbers(text);
    // Quadratic time would be minutes.
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
