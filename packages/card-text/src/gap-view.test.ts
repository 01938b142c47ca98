import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeMarkdown, fillGaps, type GapView, insertLabels, markGaps, removeMarks } from "#gap-view.ts";
import { findGaps } from "#gaps.ts";
import { removeAddedCommas, removePlaceholders } from "#placeholders.ts";

const TEXT = "La {{c1::**mitocondria**}} da {{c2::ATP::$x_1$ *sigla*}}";

describe("fillGaps", () => {
  it.each<[GapView, string]>([
    [{ number: null, hidden: false }, "La **mitocondria** da ATP"],
    [{ number: null, hidden: true }, "La [...] da [x₁ sigla]"],
    [{ number: 1, hidden: true }, "La [...] da ATP"],
    [{ number: 2, hidden: true }, "La **mitocondria** da [x₁ sigla]"],
    [{ number: 3, hidden: true }, "La **mitocondria** da ATP"],
  ])("with %j: %s", (view, filled) => {
    expect(fillGaps(TEXT, view)).toBe(filled);
  });
});

describe("markGaps", () => {
  it("marks the gaps that stand out, and numbers those that are hidden", () => {
    expect(markGaps(TEXT, { number: 2, hidden: false })).toEqual({
      text: "La **mitocondria** da \ufdd0ATP\ufdd1",
      labels: [],
    });
    const { text, labels } = markGaps("{{c1::a}}".repeat(11), { number: 1, hidden: true });
    expect(labels).toEqual(Array.from({ length: 11 }, () => "[...]"));
    expect(text.endsWith("\ufdd0\ufdd5\ufdd4\ufdd1")).toBe(true);
    expect(insertLabels("\ufdd5\ufdd4", labels, (words) => `<${words}>`)).toBe("<[...]>");
  });

  it("removes placeholders of the text itself", () => {
    expect(markGaps("a\ufdd0b\ufdde {{c1::c}}", undefined)).toEqual({ text: "ab {{c1::c}}", labels: [] });
  });

  it("writes the same text as fillGaps, apart from its marks", () => {
    const piece = fc.constantFrom("{{c1::", "{{c2::", "}}", "::", "\\", "*", "**", "_", "~~", "$", "a", " ", "\n");
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    const view = fc.record({ number: fc.constantFrom(null, 1, 2), hidden: fc.boolean() });
    fc.assert(
      fc.property(text, view, (text, view) => {
        const { text: marked, labels } = markGaps(text, view);
        expect(removeMarks(removeAddedCommas(marked), labels)).toBe(fillGaps(text, view));
        const described = describeMarkdown(text, view);
        expect(removePlaceholders(described)).toBe(described);
        if (findGaps(text).length === 0) expect(fillGaps(text, view)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

describe("describeMarkdown", () => {
  it.each([
    ["# Título\n\n- **uno**\n- [x] `dos`", "Título\n\nuno\ndos"],
    ["![Fémur](media:abc) y [enlace](https://a.example)", "Fémur y enlace"],
    ["$\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}$ y $\\frac{x+1}{2}$", "(-b ± √(b²-4ac))/2a y (x+1)/2"],
    ["$\\vec{F} = m\\vec a$, $a^2+b^2$, $e^{-x}$ y $\\mathrm{CO_2}$", "F = ma, a²+b², e^-x y CO₂"],
    ["$E = mc^2$, $\\frac{a}{b}$ y $x_1 \\le \\alpha$", "E = mc², a/b y x₁ ≤ α"],
    ["$\\int_0^1 x^2\\,dx = \\left[\\frac{x^3}{3}\\right]_0^1 = \\frac13$", "∫₀¹ x² dx = [x³/3]₀¹ = 1/3"],
    ["**$a*b*c$** y _$x_n$_", "a*b*c y x_n"],
    ["snake_case_name y _cursiva_", "snake_case_name y cursiva"],
    ["las{{c1::_cis_}}on {{c2::**¡a!**}}s, y", "lascison ¡a!s, y"],
    ["5$ o 6$, 10$/kg y 12$/kg: $x_1$, $$y_2$$ y \\(z_3\\)5", "5$ o 6$, 10$/kg y 12$/kg: x₁, y₂ y z₃5"],
    ["$5 y $6_7: $x_1$", "$5 y $6_7: x₁"],
    ["\\$5_a y 6\\$ $$$x_1$$$", "$5_a y 6$ x₁"],
    ["5 \\* 3 = 15", "5 * 3 = 15"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a · b\n\n1 · 2"],
    ["|   | mg |\n|---|---|\n| a ||", "mg\n\na"],
  ])("describes %j", (text, line) => expect(describeMarkdown(text)).toBe(line));

  it("takes linear time for repeated signs", () => {
    const pieces = [
      "![",
      "](",
      "[",
      "*",
      "_",
      "$",
      "\\frac{",
      "{",
      "|",
      "> ",
      "- ",
      "`",
      "\\(",
      "\\[",
      " ",
      "-",
      "-|",
      "| ",
    ];
    const started = performance.now();
    for (const piece of pieces) describeMarkdown(`${piece.repeat(20_000 / piece.length)}.`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
