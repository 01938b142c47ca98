import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { GAP_NUMBERS, hasSides } from "#cards.checks.ts";
import { cardForm, newCardForm, tagList } from "#cards.forms.ts";
import { CARD_SIDES_REQUIRED, foldTag, MAX_SIDE_LENGTH } from "#cards.limits.ts";

const listIssues = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("the sides of a card", () => {
  it("are both required, and reported together if both are missing", () => {
    for (const form of [cardForm, newCardForm]) {
      expect(listIssues(form, { front: " a ", back: "b" })).toEqual([]);
      expect(listIssues(form, {})).toEqual([
        ["front", CARD_SIDES_REQUIRED],
        ["back", CARD_SIDES_REQUIRED],
      ]);
      expect(listIssues(form, { front: "a", back: 7 })).toEqual([["back", CARD_SIDES_REQUIRED]]);
      expect(listIssues(form, { front: "a".repeat(MAX_SIDE_LENGTH + 1), back: "b" })).toEqual([
        ["front", `El texto no puede superar los ${MAX_SIDE_LENGTH} caracteres`],
      ]);
    }
  });

  it("may have an empty back if the front has gaps, which exist only in Markdown", () => {
    const gap = { front: "{{c1::a}}", back: " " };
    expect(z.parse(newCardForm, { ...gap, format: "markdown" })).toMatchObject({ front: gap.front, back: "" });
    expect(listIssues(newCardForm, gap)).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(listIssues(newCardForm, { ...gap, format: "plain" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(listIssues(newCardForm, { front: "a", format: "markdown" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    // A change that omits the format may concern a Markdown card, which only the server knows.
    expect(listIssues(cardForm, gap)).toEqual([]);
    expect(listIssues(cardForm, { ...gap, format: "plain" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(hasSides({ front: "{{c1::a}}", back: "" }, "plain")).toBe(false);
  });

  it("have gaps with numbers from 1 to 500", () => {
    for (const form of [cardForm, newCardForm]) {
      const issues = (front: string, format?: string) => listIssues(form, { front, back: "b", format });
      expect(issues("{{c1::a}} {{c500::b}}", "markdown")).toEqual([]);
      expect(issues("{{c0::a}}", "markdown")).toEqual([["front", GAP_NUMBERS]]);
      expect(issues("{{c1::a {{c501::b}}}}", "markdown")).toEqual([["front", GAP_NUMBERS]]);
      expect(issues("{{c501::a}}", "plain")).toEqual([]);
      expect(issues("{{c501::a}}")).toEqual([]);
    }
  });

  it("are parsed without an exception, whatever the input", () => {
    const value = fc.anything();
    fc.assert(
      fc.property(fc.record({ front: value, back: value, format: value, tags: value, suspended: value }), (form) => {
        z.safeParse(cardForm, form);
        z.safeParse(newCardForm, form);
      }),
      { numRuns: 300 },
    );
    for (const form of [null, 7, "x", []]) expect(listIssues(cardForm, form)).not.toEqual([]);
  });
});

describe("the other fields of a card", () => {
  it("are optional, and rejected with a message if they are not valid", () => {
    const form = (more: object) => listIssues(newCardForm, { front: "a", back: "b", ...more });
    expect(form({ format: "markdown", tags: ["a"], suspended: true, reverse: false })).toEqual([]);
    expect(form({ format: "html" })).toEqual([["format", "El formato debe ser plain o markdown"]]);
    expect(form({ suspended: "sí" })).toEqual([["suspended", "Debe ser verdadero o falso"]]);
    expect(form({ reverse: 1 })).toEqual([["reverse", "Debe ser verdadero o falso"]]);
    expect(form({ tags: "a" })).toEqual([["tags", "Las etiquetas deben ser una lista de textos"]]);
  });
});

describe("tags", () => {
  it("are returned as written, each once in its first spelling", () => {
    expect(z.parse(tagList, [" Ñandú ", "nandu", "NANDÚ", "b", "Árbol", "arbol"])).toEqual(["Ñandú", "b", "Árbol"]);
  });

  it("are at most 20, of 1 to 50 characters in one line", () => {
    const tags = Array.from({ length: 21 }, (_, n) => `t${n}`);
    expect(listIssues(tagList, tags)).toEqual([["", "Una carta puede tener hasta 20 etiquetas"]]);
    expect(listIssues(tagList, tags.slice(1))).toEqual([]);
    expect(listIssues(tagList, ["a".repeat(51)])).toEqual([["0", "El texto no puede superar los 50 caracteres"]]);
    expect(listIssues(tagList, ["a", " "])).toEqual([["1", "Una etiqueta no puede estar vacía"]]);
    expect(listIssues(tagList, ["a\nb"])).toEqual([["0", "Una etiqueta no puede tener saltos de línea"]]);
    expect(listIssues(tagList, ["a\u0000"])).toEqual([["0", "El texto contiene caracteres no válidos"]]);
  });

  it("are compared without case and accents", () => {
    expect(["ÁÉÍ", "Ñ", "H₂O", "Ὀδυσσεύς", "ﬁn"].map(foldTag)).toEqual(["aei", "n", "h2o", "οδυσσευσ", "fin"]);
    const unit = fc.constantFrom("a", "Á", "ñ", "\u0301", "ß", "İ", "ς", "Σ", "ﬁ", "한", "😀", " ");
    fc.assert(fc.property(fc.string({ unit }), (tag) => foldTag(foldTag(tag)) === foldTag(tag)));
  });
});
