import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropArticle } from "#forms.ts";
import { findWords } from "#languages.ts";
import { compareAccents, foldAccents, normalize, traceNormalForm } from "#normal-form.ts";
import { anyLanguage, anyText } from "#testing/texts.ts";

const normalForms = {
  es: {
    "  ¡Hola, «mundo»! ": "hola, mundo",
    "1.000,5 km": "1000,5km",
    "H₂O y x²": "h2o y x2",
    "1.º de mayo": "1.° de mayo",
    "f'(x) = 2": "f'(x)=2",
    "1 810 200": "1810200",
    "en 1810 200 soldados": "en 1810 200soldados",
  },
  en: { "1,000.5": "1000.5", "3,14": "3.14", "‘rock ’n’ roll’": "rock n roll", "be – was": "be - was" },
  fr: { "3.14": "3,14", "l’eau d'été": "l'eau d'été" },
  tr: { İI: "iı" },
};

describe("normalize", () => {
  describe.each(Object.entries(normalForms))("in %s", (language, forms) => {
    it.each(Object.entries(forms))("writes %j as %j", (text, normal) => {
      expect(normalize(text, findWords(language))).toBe(normal);
    });
  });

  it("changes nothing the second time, and is the same for composed and decomposed texts", () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        const words = findWords(language);
        const normal = normalize(text, words);
        expect(normalize(normal, words)).toBe(normal);
        expect(normalize(text.normalize("NFD"), words)).toBe(normalize(text.normalize("NFC"), words));
        expect(foldAccents(foldAccents(normal))).toBe(foldAccents(normal));
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves an article alone, which is dropped if something follows it", () => {
    const drop = (text: string, language: string) => dropArticle(text, findWords(language));
    expect([drop("la casa", "es"), drop("la", "es"), drop("el ¿qué", "es")]).toEqual(["casa", "la", "qué"]);
    expect([drop("l'eau", "fr"), drop("l'", "fr"), drop("eine frau", "de-AT")]).toEqual(["eau", "l'", "frau"]);
    expect([drop("a casa", "pt_BR"), drop("a dog", "en"), drop("a - b", "en")]).toEqual(["casa", "dog", "a - b"]);
  });
});

describe("traceNormalForm", () => {
  it("traces each unit to the text as it is written, in its order", () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        const { text: normal, at } = traceNormalForm(text, findWords(language));
        expect(at.length).toBe(normal.length);
        for (const [unit, offset] of at.entries()) {
          expect(offset).toBeGreaterThan(at[unit - 1] ?? -1);
          if (/[\p{L}]/u.test(normal[unit] ?? "")) expect(["µ", "∆", normal[unit]]).toContain(text[offset]);
        }
      }),
    );
  });
});

describe("foldAccents", () => {
  it.each(
    Object.entries({
      "áéíóúü àè ãõ ş ё": "aeiouu ae ao s е",
      "ñandú, garçon": "ñandu, garçon",
      "n\u0303 c\u0327 N\u0303": "ñ ç Ñ",
      "が कि": "が कि",
      "a ≠ b, ∉, 5\u0301": "a ≠ b, ∉, 5\u0301",
      שָׁלוֹם: "שלום",
    }),
  )("folds %j to %j", (text, folded) => {
    expect(foldAccents(text)).toBe(folded);
  });
});

describe("compareAccents", () => {
  it("prefers to say that one is missing", () => {
    expect(compareAccents("césped", "cespéd")).toBe("missing");
    expect(compareAccents("élève", "eleve")).toBe("missing");
    expect(compareAccents("élève", "élèvé")).toBe("superfluous");
  });
});
