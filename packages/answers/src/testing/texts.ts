import fc from "fast-check";

/** Signs that any of the rules reads, letters with and without accents, and some of other scripts. */
const SIGNS = [
  ..."aabeeiinoosstélñçÑüßIiıİσςΣ0011250.,:;…¡!¿?\"'’«»“”()[]/–-−=+·*^_²₂ ½%°º€$\\`~|&#@\n\t\u00a0\u200b\u200d\ufe0f",
  "\u0301",
  "\u0303",
  "\u0327",
  "😀",
  "が",
  "か",
  "京",
  "कि",
  "б",
  "é",
];
const WORDS = [
  "el",
  "la",
  "l'",
  "the",
  "no",
  "in",
  "XIV",
  "1.000",
  "3,14",
  "perro",
  "casa",
  "orgánico",
  "km/h",
  "cos(θ)",
  " ",
];

/** Any text, most of it made of signs that mean something to a judge. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 20 }) },
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...SIGNS, ...WORDS), { maxLength: 12 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);

export const anyLanguage = fc.constantFrom("es", "en", "fr", "de", "pt", "tr", "ja", null);
