// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAnswerLine, formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { getAnswer, getExtraText, getQuestion } from "#features/cards/text/text.sides.ts";
import { splitIntoUtterances } from "#features/cards/text/text.speech.ts";
import { sampleCard } from "#testing/sample-data.ts";

describe("a card with a gap", () => {
  const card = sampleCard({
    format: "markdown",
    front: "La {{c1::**mitocondria**}} da {{c2::ATP}}",
    back: "Tema 3",
    variant: "c1",
  });

  it("asks and answers with the same text, and shows its back after the answer", () => {
    expect(getQuestion(card).gaps).toEqual({ number: 1, hidden: true });
    expect(getAnswer(card)).toMatchObject({ text: card.front, gaps: { number: 1, hidden: false } });
    expect(getExtraText(card)).toBe("Tema 3");
    expect(getExtraText({ ...card, variant: "reverse" })).toBe("");
  });

  it("has one line each for its question and its answer", () => {
    expect(formatQuestionLine(card)).toBe("La [...] da ATP");
    expect(formatAnswerLine(card)).toBe("mitocondria");
  });
});

describe("splitIntoUtterances", () => {
  it("splits a text into short parts without losing a word, and turns a gap into a pause", () => {
    expect(splitIntoUtterances("La [...] da ATP. Fin")).toEqual(["La …", "da ATP.", "Fin"]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("uno", "dos.", "¿tres?", "a".repeat(300), "…"), { maxLength: 60 }),
        (words) => {
          const parts = splitIntoUtterances(words.join(" "));
          expect(parts.every(({ length }) => length <= 180)).toBe(true);
          const letters = (text: string) => text.replace(/[^a-z]/g, "");
          expect(letters(parts.join(""))).toBe(letters(words.join("")));
        },
      ),
      { numRuns: 100 },
    );
  });
});
