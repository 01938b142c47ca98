import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeCodeSigns, splitCodeBlocks, splitInlineCode } from "#code.ts";

const blocks = (text: string) => splitCodeBlocks(text).map(({ code, text: part }) => [code ? "code" : "prose", part]);

describe("code in a card", () => {
  it("stands between fences, which are not shown", () => {
    expect(blocks("¿Qué imprime?\n```python\nfor x in [1]:\n\n  print(x)\n```\nGracias")).toEqual([
      ["prose", "¿Qué imprime?"],
      ["code", "for x in [1]:\n\n  print(x)"],
      ["prose", "Gracias"],
    ]);
  });

  it("is a paragraph with an indented line", () => {
    expect(blocks("Una función:\n\ndef f(x):\n    return x\n\nFin")).toEqual([
      ["prose", "Una función:\n"],
      ["code", "def f(x):\n    return x"],
      ["prose", "\nFin"],
    ]);
    expect(blocks("if (a) {\n\tb();\n}")).toEqual([["code", "if (a) {\n\tb();\n}"]]);
  });

  it("is neither a list that is indented, nor an open fence, nor two spaces", () => {
    for (const text of ["Causas:\n\t- guerra\n    2. hambre", "```\nsin cerrar", "Verde que\n  te quiero"]) {
      expect(blocks(text)).toEqual([["prose", text]]);
    }
  });

  it("stands inside a line between backticks, which are not shown", () => {
    const parts = (text: string) => splitInlineCode(text).map(({ code, text: part }) => [code, part]);
    expect(parts("Usa `git add` y `git commit`.")).toEqual([
      [false, "Usa "],
      [true, "git add"],
      [false, " y "],
      [true, "git commit"],
      [false, "."],
    ]);
    expect(parts("un ` solo")).toEqual([[false, "un ` solo"]]);
  });

  it("is told from prose by nothing in one line", () => {
    expect(removeCodeSigns("Con `let`:\n```ts\nlet a = 1;\n```\nY ya.")).toBe("Con let:\nlet a = 1;\nY ya.");
  });

  it("leaves a text without any of these as it was typed", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "ñ", " ", ".", "-") }).filter((text) => !/^ {4}/.test(text));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = lines.join("\n");
        expect(blocks(text)).toEqual([["prose", text]]);
        expect(
          splitInlineCode(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
