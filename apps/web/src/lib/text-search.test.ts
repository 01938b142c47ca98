// @vitest-environment node
import { parseQuery } from "@repasa/card-text/search.ts";
import { describe, expect, it } from "vitest";
import { excerpt, search } from "#lib/text-search.ts";

const items = [
  { name: "Biología", about: null },
  { name: "Inglés", about: "Verbos IRREGULARES" },
  { name: "Fórmula H₂O", about: "" },
];
const searchNames = (sought: string) =>
  search(items, sought, ({ name, about }) => [name, about]).map(({ name }) => name);

it.each([
  ["biologia", ["Biología"]],
  ["INGLÉS", ["Inglés"]],
  [" irregulares ", ["Inglés"]],
  ["", ["Biología", "Inglés", "Fórmula H₂O"]],
  ["   ", ["Biología", "Inglés", "Fórmula H₂O"]],
  ["química", []],
  ["null", []],
  ["formula h2o", ["Fórmula H₂O"]],
])("search for %j finds %j", (sought, names) => {
  expect(searchNames(sought)).toEqual(names);
});

describe("excerpt", () => {
  const back = "Orgánulo con dos membranas.\nProduce la energía de la célula.\n\nTiene ADN propio.";

  it.each([
    ["", "Orgánulo con dos membranas. Produce la energía de la célula. Tiene ADN propio."],
    ["adn", "Tiene ADN propio."],
    ["energia produce", "Produce la energía de la célula."],
    ["ribosoma", "Orgánulo con dos membranas. Produce la energía de la célula. Tiene ADN propio."],
  ])("returns for %j: %s", (query, line) => {
    expect(excerpt(back, parseQuery(query))).toBe(line);
  });

  it("starts at a word shortly before the hit, and cuts the end", () => {
    const long = `${"Una frase que no acaba nunca ".repeat(20)}mitocondria ${"y sigue ".repeat(60)}`;
    const shown = excerpt(long, ["mitocondria"], 80);
    expect(shown).toMatch(/^…que no acaba nunca mitocondria y sigue .*…$/);
    expect(shown.length).toBeLessThanOrEqual(82);
    expect(excerpt("x".repeat(100).concat("mito"), ["mito"])).toBe("…mito");
  });
});
