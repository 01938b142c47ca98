// @vitest-environment node
import type { FinishedQuiz } from "@repasa/contract/quizzes.ts";
import { expect, it } from "vitest";
import { describeEstimate, describeGuessing, describeListed } from "#features/quizzes/quizzes.wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { finishedQuiz } from "#testing/sample-quizzes.ts";

const [typed, chosen] = finishedQuiz.questions as [
  FinishedQuiz["questions"][number],
  FinishedQuiz["questions"][number],
];
const plain = { predicted: null, questions: [typed] };
const byChoice = { predicted: null, questions: [chosen] };
const none = { share: null, low: null, high: null };

it.each<[Partial<FinishedQuiz>, string]>([
  [{}, "Sabrías entre el 66 % y el 91 % de las 140 cartas; esperábamos el 78 %"],
  [{ newCards: 1 }, "Sabrías entre el 66 % y el 91 % de las 140 cartas; esperábamos el 78 %; 1 era nueva"],
  [{ ...plain, newCards: 19 }, "Sabrías entre el 66 % y el 91 % de las 140 cartas; 19 eran nuevas"],
  [byChoice, "Reconocerías entre el 66 % y el 91 % de las 140 cartas"],
  [{ ...plain, of: 8, cards: 8, right: 6 }, "De las 8 cartas sabías 6"],
  [{ ...byChoice, of: 8, cards: 8, right: 6 }, "De las 8 cartas reconociste 6"],
  [{ ...plain, of: 1, cards: 1, right: 0 }, "La única carta no la sabías"],
  [{ ...none, of: 20, answered: 3, newCards: 19 }, "Has contestado 3 de 20: son pocas para una estimación"],
])("describes what the result %j says", (changes, text) => {
  expect(replaceNoBreakSpaces(describeEstimate({ ...finishedQuiz, ...changes }))).toBe(text);
});

it.each<[string, Partial<FinishedQuiz>, boolean]>([
  ["an option was chosen", {}, true],
  ["all was typed", plain, false],
  ["`No lo sé` was the only choice", { questions: [{ ...chosen, given: false }] }, false],
  ["the right answers of all cards are counted", { of: 140 }, false],
  ["there is no estimate", none, false],
])("says whether guesses were taken off: %s", (_, changes, isSaid) => {
  expect(describeGuessing({ ...finishedQuiz, ...changes }) !== null).toBe(isSaid);
});

it("lists a quiz by its score alone", () => {
  expect(describeListed({ finishedAt: "2026-03-10T10:00:00.000Z", right: 4, of: 20 })).toBe("4 de 20");
  expect(describeListed({ finishedAt: null, right: null, of: 20 })).toBe("Sin terminar, 20 preguntas");
});
