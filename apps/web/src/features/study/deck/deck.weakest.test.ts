// @vitest-environment node
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { loadWeakest } from "#features/study/deck/deck.weakest.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { finishedQuiz } from "#testing/sample-quizzes.ts";

it("asks the cards that were missed in a quiz, typed where they were typed in it", async () => {
  const api = fakeApi();
  const [typed, chosen] = finishedQuiz.questions;
  const ask = (cardId: number, right: boolean, question = typed) => ({ ...question, n: cardId, cardId, right });
  const questions = [ask(1, false), ask(2, false, chosen), ask(3, true)];
  api.answer(quizEndpoints.read, { ...finishedQuiz, questions } as typeof finishedQuiz);
  api.on(studyEndpoints.reviewQueue, ({ url }) => {
    const wanted = url.searchParams.get("cardIds")?.split(",").map(Number) ?? [];
    const cards = wanted.map((id) => ({
      ...sampleCard({ id }),
      nextIntervals: { hard: 1, medium: 3, easy: 70 },
      recall: null,
    }));
    return { status: 200, body: { cards, total: cards.length, next: null } };
  });
  const queue = await loadWeakest(new QueryClient(), { examId: null, quizId: 5 }, async () => new Set());
  expect(queue).toMatchObject({ mode: "missed", due: [{ id: 1, isTyped: true }, { id: 2 }] });
  expect("due" in queue && queue.due[1]).not.toHaveProperty("isTyped");
});
