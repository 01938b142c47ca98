import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  CARD_SIDES_REQUIRED,
  cardForm,
  foldTag,
  GAP_NUMBERS,
  hasSides,
  newCardForm,
  SIDE_LONGEST,
  tagList,
} from "#cards.forms.ts";

const issuesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("the sides of a card", () => {
  it("are both needed, and told together", () => {
    for (const form of [cardForm, newCardForm]) {
      expect(issuesOf(form, { front: " a ", back: "b" })).toEqual([]);
      expect(issuesOf(form, {})).toEqual([
        ["front", CARD_SIDES_REQUIRED],
        ["back", CARD_SIDES_REQUIRED],
      ]);
      expect(issuesOf(form, { front: "a", back: 7 })).toEqual([["back", CARD_SIDES_REQUIRED]]);
      expect(issuesOf(form, { front: "a".repeat(SIDE_LONGEST + 1), back: "b" })).toEqual([
        ["front", `El texto no puede superar los ${SIDE_LONGEST} caracteres`],
      ]);
    }
  });

  it("may lack the back where the front has gaps, which only Markdown has", () => {
    const gap = { front: "{{c1::a}}", back: " " };
    expect(z.parse(newCardForm, { ...gap, format: "markdown" })).toMatchObject({ front: gap.front, back: "" });
    expect(issuesOf(newCardForm, gap)).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(issuesOf(newCardForm, { ...gap, format: "plain" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(issuesOf(newCardForm, { front: "a", format: "markdown" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    // Whether the card is in Markdown, only the server knows.
    expect(issuesOf(cardForm, gap)).toEqual([]);
    expect(issuesOf(cardForm, { ...gap, format: "plain" })).toEqual([["back", CARD_SIDES_REQUIRED]]);
    expect(hasSides({ front: "{{c1::a}}", back: "" }, "plain")).toBe(false);
  });

  it("have gaps from 1 to 500", () => {
    for (const form of [cardForm, newCardForm]) {
      const issues = (front: string, format?: string) => issuesOf(form, { front, back: "b", format });
      expect(issues("{{c1::a}} {{c500::b}}", "markdown")).toEqual([]);
      expect(issues("{{c0::a}}", "markdown")).toEqual([["front", GAP_NUMBERS]]);
      expect(issues("{{c1::a {{c501::b}}}}", "markdown")).toEqual([["front", GAP_NUMBERS]]);
      expect(issues("{{c501::a}}", "plain")).toEqual([]);
      expect(issues("{{c501::a}}")).toEqual([]);
    }
  });

  it("never throw, whatever comes", () => {
    const value = fc.anything();
    fc.assert(
      fc.property(fc.record({ front: value, back: value, format: value, tags: value, suspended: value }), (form) => {
        z.safeParse(cardForm, form);
        z.safeParse(newCardForm, form);
      }),
      { numRuns: 300 },
    );
    for (const form of [null, 7, "x", []]) expect(issuesOf(cardForm, form)).not.toEqual([]);
  });
});

describe("the other fields of a card", () => {
  it("are left out, or what they may be", () => {
    const form = (more: object) => issuesOf(newCardForm, { front: "a", back: "b", ...more });
    expect(form({ format: "markdown", tags: ["a"], suspended: true, reverse: false })).toEqual([]);
    expect(form({ format: "html" })).toEqual([["format", "El formato debe ser plain o markdown"]]);
    expect(form({ suspended: "sí" })).toEqual([["suspended", "Debe ser verdadero o falso"]]);
    expect(form({ reverse: 1 })).toEqual([["reverse", "Debe ser verdadero o falso"]]);
    expect(form({ tags: "a" })).toEqual([["tags", "Las etiquetas deben ser una lista de textos"]]);
  });
});

describe("tags", () => {
  it("are kept as written, each once, the first writing of it", () => {
    expect(z.parse(tagList, [" Ñandú ", "nandu", "NANDÚ", "b", "Árbol", "arbol"])).toEqual(["Ñandú", "b", "Árbol"]);
  });

  it("are at most 20 of 1 to 50 characters, in one line", () => {
    const tags = Array.from({ length: 21 }, (_, n) => `t${n}`);
    expect(issuesOf(tagList, tags)).toEqual([["", "Una carta puede tener hasta 20 etiquetas"]]);
    expect(issuesOf(tagList, tags.slice(1))).toEqual([]);
    expect(issuesOf(tagList, ["a".repeat(51)])).toEqual([["0", "El texto no puede superar los 50 caracteres"]]);
    expect(issuesOf(tagList, ["a", " "])).toEqual([["1", "Una etiqueta no puede estar vacía"]]);
    expect(issuesOf(tagList, ["a\nb"])).toEqual([["0", "Una etiqueta no puede tener saltos de línea"]]);
    expect(issuesOf(tagList, ["a\u0000"])).toEqual([["0", "El texto contiene caracteres no válidos"]]);
  });

  it("are compared without case and accents", () => {
    expect(["ÁÉÍ", "Ñ", "H₂O", "Ὀδυσσεύς", "ﬁn"].map(foldTag)).toEqual(["aei", "n", "h2o", "οδυσσευσ", "fin"]);
    const unit = fc.constantFrom("a", "Á", "ñ", "\u0301", "ß", "İ", "ς", "Σ", "ﬁ", "한", "😀", " ");
    fc.assert(fc.property(fc.string({ unit }), (tag) => foldTag(foldTag(tag)) === foldTag(tag)));
  });
});
