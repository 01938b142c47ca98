import fc from "fast-check";
import { expect, it } from "vitest";
import { type AskedOption, listAnswers, toOptionCard } from "#card-answers.ts";
import { writePrompt } from "#prompts.ts";

const card = (fields: Partial<AskedOption>): AskedOption => ({
  id: 1,
  front: "a",
  back: "b",
  format: "markdown",
  variant: null,
  tags: [],
  groupId: null,
  ...fields,
});

type Part = { gap: number | null; hint: boolean };
const anyParts = fc.array(fc.record({ gap: fc.constantFrom(null, 1, 2, 3), hint: fc.boolean() }), { maxLength: 8 });

/** A word that occurs once. */
const wordOf = (place: number) => `palabra${place}x`;

function writeFront(parts: readonly Part[]): string {
  return parts
    .map(({ gap, hint }, place) => {
      const word = wordOf(place);
      return gap === null ? word : `{{c${gap}::${word}${hint ? "::pista" : ""}}}`;
    })
    .join(" ");
}

it("hides exactly the gaps that a card asks for, and lists their texts in order", () => {
  fc.assert(
    fc.property(anyParts, fc.constantFrom(1, 2, 3), (parts, number) => {
      const asked = card({ front: writeFront(parts), variant: `c${number}` });
      const prompt = writePrompt(asked);
      const hidden = parts.flatMap(({ gap }, place) => (gap === number ? [wordOf(place)] : []));
      for (const place of parts.keys()) {
        expect(prompt.includes(wordOf(place))).toBe(!hidden.includes(wordOf(place)));
      }
      expect(listAnswers(asked).map(({ text }) => text)).toEqual(hidden);
    }),
  );
});

it("asks for an outer gap as a whole, whatever gaps are in it", () => {
  const front = "{{c1::uno {{c2::dos}} {{c1::tres}}}} y {{c2::cuatro}}";
  expect(writePrompt(card({ front, variant: "c1" }))).toBe("[...] y cuatro");
  expect(listAnswers(card({ front, variant: "c1" }))).toEqual([{ text: "uno dos tres", format: "markdown" }]);
  expect(writePrompt(card({ front, variant: "c2" }))).toBe("uno [...] tres y [...]");
});

it("leaves braces in plain cards as they are", () => {
  const plain = card({ front: "{{c1::uno}}", back: "{{c2::dos}}", format: "plain" });
  expect(writePrompt(plain)).toBe("{{c1::uno}}");
  expect(listAnswers(plain)).toEqual([{ text: "{{c2::dos}}", format: "plain" }]);
});

it("makes an option of a card with one answer that is not long", () => {
  expect(toOptionCard(card({ back: "**París**", tags: ["a"], groupId: "g" }))).toEqual({
    id: 1,
    answer: "París",
    tags: ["a"],
    siblings: "g",
    hasFormula: false,
  });
  expect(toOptionCard(card({ back: "$x^2$" }))).toMatchObject({ hasFormula: true });
  expect(toOptionCard(card({ front: "{{c1::a}} {{c1::b}}", variant: "c1" }))).toBeNull();
  expect(toOptionCard(card({ back: "a".repeat(201) }))).toBeNull();
});
