import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText, traceFold } from "#folding.ts";
import { findTerms, parseQuery } from "#search.ts";

/** Characters that fold to others, to several or to none, with marks that decomposition reorders. */
const unit = fc.constantFrom(..."aáAnñ ßİςΣﬁ㎞²½한がｶﾞﾟ😀𝒳", "\u0301", "\u0327", "\u05b7", "\u05bc", "\u0345", "\ud83d");
const anyUnit = fc.integer({ min: 0, max: 0x2_ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(fc.string({ unit }), fc.string({ unit: anyUnit }));

describe("parseQuery", () => {
  it.each([
    ["", []],
    ["  ", []],
    ["Célula  ADN célula", ["celula", "adn"]],
    ['"La Célula" núcleo', ["la celula", "nucleo"]],
    ['una "Frase sin fin', ["una", "frase sin fin"]],
    ["«tal cual» “sin más”", ["tal cual", "sin mas"]],
    ['""', []],
    ['" " \u0301', []],
    ["H₂O h2o", ["h2o"]],
  ])("splits %j into %j", (query, terms) => {
    expect(parseQuery(query)).toEqual(terms);
  });

  it("returns folded terms, each once and never empty", () => {
    fc.assert(
      fc.property(anyText, (query) => {
        const terms = parseQuery(query);
        expect(terms.map(foldText)).toEqual(terms);
        expect(new Set(terms).size).toBe(terms.length);
        expect(terms).not.toContain("");
      }),
    );
  });
});

describe("traceFold", () => {
  it("folds like foldText, and traces each part to the part of the original that it comes from", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { folded, starts, ends } = traceFold(text);
        expect(folded).toBe(foldText(text));
        expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
        for (const [unit, start] of starts.entries()) {
          const part = text.slice(start, ends[unit]);
          expect(foldText(part)).toContain(folded[unit]);
          expect(start).toBeGreaterThanOrEqual(starts[unit - 1] ?? 0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("findTerms", () => {
  const findParts = (text: string, query: string) =>
    findTerms(text, parseQuery(query)).map(({ start, end }) => text.slice(start, end));

  it.each([
    ["La Célula y la célula", "celula", ["Célula", "célula"]],
    ["Ácido desoxirribonucleico", "nucleico ACIDO", ["Ácido", "nucleico"]],
    // The accent is a character of its own.
    ["A\u0301cido", "acido", ["A\u0301cido"]],
    ["corazo\u0301n", "razon", ["razo\u0301n"]],
    ["banana", "ana nan", ["anana"]],
    ["𝒳 la 𝒳", "la", ["la"]],
    ["𝒳 la 𝒳", "x", ["𝒳", "𝒳"]],
    ["el H₂O", "h2o", ["H₂O"]],
    ["el ﬁn", "f", ["ﬁ"]],
    ["el ﬁn", "in", ["ﬁn"]],
    ["5 ㎞²", "k 2", ["㎞²"]],
    ["한국", "하", ["한"]],
    ["nada", "todo", []],
    ["nada", "", []],
  ])("finds in %j, for %j: %j", (text, query, parts) => {
    expect(findParts(text, query)).toEqual(parts);
  });

  it("finds nothing for an empty term", () => {
    expect(findTerms("nada", [""])).toEqual([]);
  });

  it("returns spans that begin and end with the term if each character folds to one", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "á", "A", "n", "ñ", "\u0301", " ", "ß", "İ", "😀") });
    fc.assert(
      fc.property(texts, fc.constantFrom("a", "n", "an", "na"), (text, term) => {
        const spans = findTerms(text, [term]);
        expect(spans.length > 0).toBe(foldText(text).includes(term));
        for (const { start, end } of spans) {
          const folded = foldText(text.slice(start, end));
          expect(folded.startsWith(term) && folded.endsWith(term)).toBe(true);
        }
        expect(spans.every(({ start }, index) => start >= (spans[index - 1]?.end ?? 0))).toBe(true);
      }),
    );
  });

  it("returns spans only if the folded text contains a term, and only spans that contain one", () => {
    const terms = fc.array(
      anyText.map((text) => foldText(text.slice(0, 3))),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyText, terms, (text, terms) => {
        const sought = terms.filter((term) => term !== "");
        const spans = findTerms(text, terms);
        expect(spans.length > 0).toBe(sought.some((term) => foldText(text).includes(term)));
        for (const [index, { start, end }] of spans.entries()) {
          const part = foldText(text.slice(start, end));
          expect(sought.some((term) => part.includes(term))).toBe(true);
          expect(start).toBeGreaterThan(spans[index - 1]?.end ?? -1);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
