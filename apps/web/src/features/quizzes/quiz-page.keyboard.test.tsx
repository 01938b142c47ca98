import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import QuizPage from "#features/quizzes/quiz-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard } from "#testing/sample-data.ts";
import { finishedQuiz, listedQuiz, sampleQuiz } from "#testing/sample-quizzes.ts";

it("a whole quiz is taken by the keyboard alone", async () => {
  sessionStorage.clear();
  window.scrollTo = () => {};
  const api = fakeApi();
  const [typed, chosen] = sampleQuiz().questions;
  const questions = [typed, chosen, { ...typed, n: 3, cardId: 13, kind: "flip" }, { ...typed, n: 4, cardId: 14 }];
  api.answer(quizEndpoints.read, sampleQuiz({ questions: questions as never }));
  api.on(quizEndpoints.answer, () => ({ status: 204 }));
  api.answer(studyEndpoints.history, { card: sampleCard({ front: "Francia", back: "París" }), reviews: [] } as never);
  const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
  const asked = (n: number) => screen.findByRole("heading", { name: `Pregunta ${n} de 4` });
  await asked(1);
  await user.keyboard("parís{Shift>}{Enter}{/Shift}roma{Enter}");
  await asked(2);
  await user.keyboard("1");
  await asked(3);
  await user.keyboard("12");
  expect(api.callsTo(studyEndpoints.history)).toEqual([]);
  await user.keyboard("{Enter}");
  await screen.findByText("París");
  await user.keyboard("2");
  await asked(4);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Último paso"));
  // Whatever the number of questions, the button is the next stop.
  await user.keyboard("{Tab}");
  expect(document.activeElement?.textContent).toBe("Terminar");
  await user.keyboard("{Enter}");
  await screen.findByRole("alertdialog", { name: "¿Terminar el test?" });
  api.answer(quizEndpoints.finish, finishedQuiz);
  api.answer(quizEndpoints.read, finishedQuiz);
  api.answer(quizEndpoints.list, [listedQuiz]);
  api.answer(folderEndpoints.list, []);
  await user.keyboard("{Tab}{Enter}");
  expect(await screen.findByText("1 de 2")).toBeTruthy();
  expect(api.callsTo(quizEndpoints.answer).map(({ body }) => body)).toEqual([
    { text: "parís\nroma" },
    { option: 0 },
    { recalled: false },
  ]);
});
