import { catalog } from "@repasa/catalog/catalog.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { giveLetters } from "#hints.ts";
import { judge } from "#judge.ts";

describe("giveLetters", () => {
  it.each([
    ["fémur", "es", "f", "fém"],
    ["el fémur", "es", "f", "fém"],
    ["El Fémur", "es", "F", "Fém"],
    ["La  Habana", "es", "H", "Hab"],
    ["la", "es", "l", "l"],
    ["a", "es", "a", "a"],
    ["l’élève", "fr", "é", "élè"],
    ["to go", "en", "g", "g"],
    ["die Häuser", "de", "H", "Häu"],
    ["der Hund", "es", "d", "der H"],
    ["Revolución francesa", "es", "R", "Revolució"],
    ["coche; automóvil", "es", "c", "coc"],
    ["rojo/colorado", "es", "r", "ro"],
    ["el coche (rojo)", "es", "c", "coc"],
    ["(la) casa", "es", "c", "ca"],
    ["be – was/were – been", "en", "b", "be – was"],
    ["- rojo\n- azul", "es", "r", "ro"],
    ["rojo\nazul\nverde", "es", "r", "ro"],
    ["1789", "es", "1", "17"],
    ["-5 °C", "es", "-5", "-5"],
    ["¿Qué tal?", "es", "¿Q", "¿Qué"],
    ["→", "es", "→", "→"],
    ["", "es", "", ""],
  ])("gives letters of %j (%s): %j, %j", (answer, language, first, half) => {
    expect(giveLetters(answer, language)).toEqual({ first, half });
  });

  it("does not separate a letter from its marks, or a sign from its colour", () => {
    expect(giveLetters("e\u0301tica", "es")).toEqual({ first: "é", half: "éti" });
    expect(giveLetters("हिन्दी", "hi").first).toBe("हि");
    expect(giveLetters("👍🏽👎🏽", "es")).toEqual({ first: "👍🏽", half: "👍🏽" });
  });

  it("begins as the answer does, and gives at most half of its letters, and one", () => {
    const countLetters = (text: string) => giveLettersOf(text).length;
    const anyAnswer = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."aeéñ lxZ1 '-,.;/()\n") }),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(anyAnswer, fc.constantFrom("es", "fr", "de", null), (answer, language) => {
        const { first, half } = giveLetters(answer, language);
        expect(half.startsWith(first)).toBe(true);
        expect(countLetters(first)).toBeLessThanOrEqual(1);
        expect(countLetters(half)).toBeLessThanOrEqual(Math.ceil(countLetters(answer) / 2));
      }),
    );
  });

  it("never gives a whole answer of the catalogue away, unless a single letter is one", () => {
    const answers = [...new Set(catalog.flatMap(({ cards }) => cards.map(({ back }) => back)))];
    const isGivenAway = (answer: string) => {
      const { half } = giveLetters(answer, "es");
      return giveLettersOf(half).length > 1 && ["right", "accent"].includes(judge(answer, half).verdict);
    };
    expect(answers.length).toBeGreaterThan(600);
    expect(answers.filter(isGivenAway)).toEqual([]);
  });
});

function giveLettersOf(text: string): string[] {
  const segments = [...new Intl.Segmenter().segment(text.normalize("NFC"))].map(({ segment }) => segment);
  return segments.filter((segment) => /[\p{L}\p{N}]/u.test(segment));
}
