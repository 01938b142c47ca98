import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerLine, questionLine } from "#features/cards/cards.lines.ts";
import { answerOf, extraOf, questionOf } from "#features/cards/cards.sides.ts";
import { partsOf } from "#features/cards/cards.speech.ts";
import { markdownLine } from "#features/cards/markdown/markdown.line.ts";
import { sampleCard } from "#testing/sample-data.ts";

describe("a card of a gap", () => {
  const card = sampleCard({
    format: "markdown",
    front: "La {{c1::**mitocondria**}} da {{c2::ATP}}",
    back: "Tema 3",
    variant: "c1",
  });

  it("asks and answers with the same text, and what stands on its back comes after the answer", () => {
    expect(questionOf(card).gaps).toEqual({ number: 1, hidden: true });
    expect(answerOf(card)).toMatchObject({ text: card.front, gaps: { number: 1, hidden: false } });
    expect(extraOf(card)).toBe("Tema 3");
    expect(extraOf({ ...card, variant: "reverse" })).toBe("");
  });

  it("has its question and its answer in a line each", () => {
    expect(questionLine(card)).toBe("La [...] da ATP");
    expect(answerLine(card)).toBe("mitocondria");
  });
});

describe("markdownLine", () => {
  it.each([
    ["# Título\n\n- **uno**\n- [x] `dos`", "Título\n\nuno\ndos"],
    ["![Fémur](media:abc) y [enlace](https://a.example)", "Fémur y enlace"],
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
  ])("%j", (text, line) => expect(markdownLine(text)).toBe(line));

  it("takes no long time for any text", () => {
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
    for (const piece of pieces) markdownLine(`${piece.repeat(20_000 / piece.length)}.`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("what is said", () => {
  it("comes in short parts that hold every word, and pauses at a gap", () => {
    expect(partsOf("La [...] da ATP. Fin")).toEqual(["La …", "da ATP.", "Fin"]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("uno", "dos.", "¿tres?", "a".repeat(300), "…"), { maxLength: 60 }),
        (words) => {
          const parts = partsOf(words.join(" "));
          expect(parts.every(({ length }) => length <= 180)).toBe(true);
          const letters = (text: string) => text.replace(/[^a-z]/g, "");
          expect(letters(parts.join(""))).toBe(letters(words.join("")));
        },
      ),
      { numRuns: 100 },
    );
  });
});
