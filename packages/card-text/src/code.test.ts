import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeCodeSigns, splitCodeBlocks, splitInlineCode } from "#code.ts";

const blocks = (text: string) => splitCodeBlocks(text).map(({ code, text: part }) => [code ? "code" : "prose", part]);

describe("splitCodeBlocks", () => {
  it("returns the lines between two fences as code, without the fences", () => {
    expect(blocks("¿Qué imprime?\n```python\nfor x in [1]:\n\n  print(x)\n```\nGracias")).toEqual([
      ["prose", "¿Qué imprime?"],
      ["code", "for x in [1]:\n\n  print(x)"],
      ["prose", "Gracias"],
    ]);
  });

  it("returns a paragraph with an indented line as code", () => {
    expect(blocks("Una función:\n\ndef f(x):\n    return x\n\nFin")).toEqual([
      ["prose", "Una función:\n"],
      ["code", "def f(x):\n    return x"],
      ["prose", "\nFin"],
    ]);
    expect(blocks("if (a) {\n\tb();\n}")).toEqual([["code", "if (a) {\n\tb();\n}"]]);
  });

  it("returns indented lists, unclosed fences and lines indented by two spaces as prose", () => {
    for (const text of ["Causas:\n\t- guerra\n    2. hambre", "```\nsin cerrar", "Verde que\n  te quiero"]) {
      expect(blocks(text)).toEqual([["prose", text]]);
    }
  });

  it("returns a text without any of these unchanged", () => {
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

describe("splitInlineCode", () => {
  it("returns what is between two backticks of a line as code, without the backticks", () => {
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
});

describe("removeCodeSigns", () => {
  it("removes fences and backticks", () => {
    expect(removeCodeSigns("Con `let`:\n```ts\nlet a = 1;\n```\nY ya.")).toBe("Con let:\nlet a = 1;\nY ya.");
  });
});
