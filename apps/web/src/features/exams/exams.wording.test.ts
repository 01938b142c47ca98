// @vitest-environment node
import type { ExamOutcome } from "@repasa/contract/exams.ts";
import { describe, expect, it } from "vitest";
import { findExamStudyPath } from "#features/exams/exams.studying.ts";
import { describeTodayGoal, explainOutcome, summarizeOutcome } from "#features/exams/exams.wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";

const foretold = { on: "2026-03-09", mean: 0.9, low: 0.8, high: 0.95 };
const outcome = (changes: Partial<ExamOutcome>): ExamOutcome => ({
  foretold: null,
  reviews: 0,
  recalled: 0,
  predicted: null,
  studied: 0,
  due: 0,
  ...changes,
});

function summarize(changes: Partial<ExamOutcome>) {
  const { figure, text } = summarizeOutcome(outcome(changes));
  return { figure: figure && replaceNoBreakSpaces(figure), text: replaceNoBreakSpaces(text) };
}

describe("summarizeOutcome", () => {
  it("says that no card came back only if none had come due", () => {
    const text = "En los días del examen no volvió ninguna de sus cartas.";
    expect(summarize({})).toEqual({ figure: null, text });
    expect(summarize({ foretold })).toEqual({ figure: null, text });
  });

  it.each([
    [1, "En los días del examen te tocaba 1 de sus cartas y no la estudiaste."],
    [2, "En los días del examen te tocaban 2 de sus cartas y no estudiaste ninguna."],
    [21, "En los días del examen te tocaban 21 de sus cartas y no estudiaste ninguna."],
  ])("says that none of %i due cards was studied", (due, text) => {
    expect(summarize({ due })).toEqual({ figure: null, text });
  });

  it("says that cards were studied whose recall cannot be compared, such as new ones", () => {
    expect(summarize({ studied: 3, due: 12 }).text).toBe(
      "En los días del examen estudiaste 3 de sus cartas, sin ningún repaso que diga si las recordabas.",
    );
    expect(summarize({ studied: 1 }).text).toBe(
      "En los días del examen estudiaste 1 de sus cartas, sin ningún repaso que diga si la recordabas.",
    );
  });

  it.each([
    [1, "En los días del examen recordaste la única carta que repasaste."],
    [0, "En los días del examen no recordaste la única carta que repasaste."],
  ])("speaks of one card in the singular if %i was recalled", (recalled, text) => {
    expect(summarize({ reviews: 1, recalled, predicted: 0.9, studied: 1 })).toEqual({ figure: null, text });
  });

  it("counts a few cards without comparing them", () => {
    expect(summarize({ reviews: 4, recalled: 3, predicted: 0.9, studied: 4 })).toEqual({
      figure: "3 de 4",
      text: "Son pocas cartas para compararlas con lo previsto.",
    });
  });

  it("compares the share of enough cards with the expected one", () => {
    expect(summarize({ reviews: 10, recalled: 8, predicted: 0.91, studied: 10 })).toEqual({
      figure: "80 %",
      text: "Se esperaba el 91 %.",
    });
  });
});

describe("explainOutcome", () => {
  const explain = (changes: Partial<ExamOutcome>) => replaceNoBreakSpaces(explainOutcome(outcome(changes)));

  it("says which reviews were counted, and what was foretold", () => {
    expect(explain({ foretold, reviews: 48, recalled: 45, predicted: 0.9 })).toBe(
      "Son 48 repasos de sus cartas, desde tres días antes hasta siete después: no es el examen. El 9 mar se esperaba que ese día recordaras el 90 % de las cartas, entre el 80 % y el 95 %.",
    );
  });

  it("says why nothing was foretold", () => {
    expect(explain({})).toBe("No se guardó ninguna previsión: se guarda cuando miras esta página antes del examen.");
  });
});

describe("describeTodayGoal", () => {
  const goal = (minutes: number | null, cards = 3) =>
    replaceNoBreakSpaces(
      describeTodayGoal({
        expected: { mean: 0.951, low: 0.9, high: 0.97 },
        plan: minutes === null ? [] : [{ date: "2026-03-10", reviews: cards, newCards: 0, minutes }],
      }),
    );

  it("says what today takes, and where it leads", () => {
    expect(goal(5.6)).toBe("Hoy 6 min para llegar al 95 %");
    expect(goal(0.4)).toBe("Hoy menos de un minuto para llegar al 95 %");
    expect(goal(0, 0)).toBe("Hoy no toca nada: vas camino del 95 %");
    expect(goal(null)).toBe("Hoy es el día. Suerte.");
  });
});

it("the cards of an exam are studied in its only folder, or in a session of several", () => {
  expect(findExamStudyPath(7, [{ folderId: 4 }])).toBe("/study/4");
  expect(findExamStudyPath(7, [{ folderId: 4 }, { folderId: 5 }])).toBe("/study?para=7");
});
