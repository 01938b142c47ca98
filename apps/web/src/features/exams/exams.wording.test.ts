import { describe, expect, it } from "vitest";
import { describeOutcome } from "#features/exams/exams.wording.ts";

const foretold = { on: "2026-03-09", mean: 0.9, low: 0.8, high: 0.95 };
const outcome = (changes: Partial<Parameters<typeof describeOutcome>[0]>) =>
  describeOutcome({ foretold: null, reviews: 0, recalled: 0, predicted: null, studied: 0, due: 0, ...changes });

describe("describeOutcome", () => {
  it("says that no card came back only if none had come due", () => {
    expect(outcome({})).toBe("En los días del examen no volvió ninguna de sus cartas.");
    expect(outcome({ foretold })).toBe(
      "En los días del examen no volvió ninguna de sus cartas, así que no hay con qué compararlo.",
    );
  });

  it.each([
    [1, "En los días del examen te tocaba 1 de sus cartas y no la estudiaste."],
    [2, "En los días del examen te tocaban 2 de sus cartas y no estudiaste ninguna."],
    [21, "En los días del examen te tocaban 21 de sus cartas y no estudiaste ninguna."],
  ])("says that none of %i due cards was studied", (due, text) => {
    expect(outcome({ due })).toBe(text);
  });

  it("says that cards were studied whose recall cannot be compared, such as new ones", () => {
    expect(outcome({ studied: 3, due: 12 })).toBe(
      "En los días del examen estudiaste 3 de sus cartas, sin ningún repaso que diga si las recordabas.",
    );
    expect(outcome({ studied: 1 })).toBe(
      "En los días del examen estudiaste 1 de sus cartas, sin ningún repaso que diga si la recordabas.",
    );
  });

  it.each([
    [1, "En los días del examen recordaste la única carta que repasaste: es poco para compararlo con lo previsto."],
    [0, "En los días del examen no recordaste la única carta que repasaste: es poco para compararlo con lo previsto."],
  ])("speaks of one card in the singular if %i was recalled", (recalled, text) => {
    expect(outcome({ reviews: 1, recalled, predicted: 0.9, studied: 1 })).toBe(text);
  });

  it("counts a few cards without comparing them", () => {
    expect(outcome({ reviews: 4, recalled: 3, predicted: 0.9, studied: 4 })).toBe(
      "En los repasos de esos días recordaste 3 de 4 cartas: son pocas para compararlas con lo previsto.",
    );
  });
});
