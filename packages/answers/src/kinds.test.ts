import { expect, it } from "vitest";
import { findKind } from "#kinds.ts";

const ANSWERS = {
  number: ["3", "3,14", "-5 °C", "1.000.000", "50 %", "10 km/h", "1/2", "999", "2101", "XIV", "12 (docena)"],
  year: ["1000", "2100", "1492 (América)", "el 1492", "1492."],
  phrase: ["en 1492", "hueso largo", "3 perros", "el coche rojo", "16 de noviembre de 1532", "fly – flew – flown"],
  formula: ["E = m · c²", "$x^2$", "\\frac{1}{2}"],
  word: [
    "mitocondria",
    "la mitocondria",
    "¡Hola!",
    "coche (rojo)",
    "guardia-civil",
    "(nada)",
    "mix",
    "La",
    "2,4-diclorofenol",
  ],
  list: ["- rojo\n- azul", "1. 1492\n2. 1512", "uno\ndos\ntres"],
};

it.each(Object.entries(ANSWERS))("is %s of each of %j", (kind, answers) => {
  expect(answers.map((answer) => [answer, findKind(answer)])).toEqual(answers.map((answer) => [answer, kind]));
});

it("ignores the articles of the language", () => {
  expect([findKind("l'eau", "fr"), findKind("the sea", "en"), findKind("the sea", "es")]).toEqual([
    "word",
    "word",
    "phrase",
  ]);
});
