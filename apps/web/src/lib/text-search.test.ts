import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerpt, plainText, search, soughtTerms, spansOf } from "#lib/text-search.ts";

const items = [
  { name: "Biología", about: null },
  { name: "Inglés", about: "Verbos IRREGULARES" },
];
const found = (sought: string) => search(items, sought, ({ name, about }) => [name, about]).map(({ name }) => name);

it.each([
  ["biologia", ["Biología"]],
  ["INGLÉS", ["Inglés"]],
  [" irregulares ", ["Inglés"]],
  ["", ["Biología", "Inglés"]],
  ["   ", ["Biología", "Inglés"]],
  ["química", []],
  ["null", []],
])("%j finds %j", (sought, names) => {
  expect(found(sought)).toEqual(names);
});

describe("what a query asks for", () => {
  it.each([
    ["", []],
    ["  ", []],
    ["Célula  ADN célula", ["celula", "adn"]],
    ['"La Célula" núcleo', ["la celula", "nucleo"]],
    ['una "Frase sin fin', ["una", "frase sin fin"]],
    ["«tal cual» “sin más”", ["tal cual", "sin mas"]],
    ['""', []],
  ])("%j: %j", (query, terms) => {
    expect(soughtTerms(query)).toEqual(terms);
  });
});

describe("where terms occur", () => {
  const marked = (text: string, query: string) =>
    spansOf(text, soughtTerms(query)).map(({ start, end }) => text.slice(start, end));

  it.each([
    ["La Célula y la célula", "celula", ["Célula", "célula"]],
    ["Ácido desoxirribonucleico", "nucleico ACIDO", ["Ácido", "nucleico"]],
    // The accent stands as a character of its own.
    ["A\u0301cido", "acido", ["A\u0301cido"]],
    ["corazo\u0301n", "razon", ["razo\u0301n"]],
    ["banana", "ana nan", ["anana"]],
    ["𝒳 la 𝒳", "la", ["la"]],
    ["nada", "todo", []],
    ["nada", "", []],
  ])("%j for %j: %j", (text, query, parts) => {
    expect(marked(text, query)).toEqual(parts);
  });

  it("finds, whatever the text, nothing but the term", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "á", "A", "n", "ñ", "\u0301", " ", "ß", "İ", "😀") });
    fc.assert(
      fc.property(texts, fc.constantFrom("a", "n", "an", "na"), (text, term) => {
        const spans = spansOf(text, [term]);
        expect(spans.length > 0).toBe(plainText(text).includes(term));
        for (const { start, end } of spans) {
          const plain = plainText(text.slice(start, end));
          expect(plain.startsWith(term) && plain.endsWith(term)).toBe(true);
        }
        expect(spans.every(({ start }, index) => start >= (spans[index - 1]?.end ?? 0))).toBe(true);
      }),
    );
  });
});

describe("the line that is shown", () => {
  const back = "Orgánulo con dos membranas.\nProduce la energía de la célula.\n\nTiene ADN propio.";

  it.each([
    ["", "Orgánulo con dos membranas. Produce la energía de la célula. Tiene ADN propio."],
    ["adn", "Tiene ADN propio."],
    ["energia produce", "Produce la energía de la célula."],
    ["ribosoma", "Orgánulo con dos membranas. Produce la energía de la célula. Tiene ADN propio."],
  ])("for %j: %s", (query, line) => {
    expect(excerpt(back, soughtTerms(query))).toBe(line);
  });

  it("begins shortly before the hit, at a word, and ends somewhere", () => {
    const long = `${"Una frase que no acaba nunca ".repeat(20)}mitocondria ${"y sigue ".repeat(60)}`;
    const shown = excerpt(long, ["mitocondria"], 80);
    expect(shown).toMatch(/^…que no acaba nunca mitocondria y sigue .*…$/);
    expect(shown.length).toBeLessThanOrEqual(82);
    expect(excerpt("x".repeat(100).concat("mito"), ["mito"])).toBe("…mito");
  });
});
