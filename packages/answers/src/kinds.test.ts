import { expect, it } from "vitest";
import { findKind } from "#kinds.ts";

it.each([
  ["3", "number"],
  ["3,14", "number"],
  ["-5 °C", "number"],
  ["1.000.000", "number"],
  ["50 %", "number"],
  ["10 km/h", "number"],
  ["1/2", "number"],
  ["999", "number"],
  ["2101", "number"],
  ["XIV", "number"],
  ["12 (docena)", "number"],
  ["1000", "year"],
  ["2100", "year"],
  ["1492 (América)", "year"],
  ["el 1492", "year"],
  ["1492.", "year"],
  ["en 1492", "phrase"],
  ["E = m · c²", "formula"],
  ["$x^2$", "formula"],
  ["\\frac{1}{2}", "formula"],
  ["mitocondria", "word"],
  ["la mitocondria", "word"],
  ["¡Hola!", "word"],
  ["coche (rojo)", "word"],
  ["guardia-civil", "word"],
  ["(nada)", "word"],
  ["mix", "word"],
  ["La", "word"],
  ["2,4-diclorofenol", "word"],
  ["hueso largo", "phrase"],
  ["3 perros", "phrase"],
  ["el coche rojo", "phrase"],
  ["16 de noviembre de 1532", "phrase"],
  ["fly – flew – flown", "phrase"],
])("findKind(%j) is %s", (answer, kind) => {
  expect(findKind(answer)).toBe(kind);
});

it("ignores the articles of the language", () => {
  expect([findKind("l'eau", "fr"), findKind("the sea", "en"), findKind("the sea", "es")]).toEqual([
    "word",
    "word",
    "phrase",
  ]);
});
