import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { NewQuizDialog } from "#features/quizzes/components/new-quiz-dialog.tsx";
import QuizPage from "#features/quizzes/quiz-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder } from "#testing/sample-data.ts";
import { finishedQuiz, listedQuiz, sampleQuiz } from "#testing/sample-quizzes.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  window.scrollTo = () => {};
  api = fakeApi();
});

const answers = () => api.callsTo(quizEndpoints.answer).map(({ url, body }) => [url.pathname, body]);
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("a quiz", () => {
  it("says at its end what is unanswered, and what was marked", async () => {
    api.answer(quizEndpoints.read, sampleQuiz());
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    const field = await screen.findByRole("textbox", { name: "Tu respuesta" });
    for (const name of ["autocapitalize", "autocorrect", "autocomplete"]) expect(field.getAttribute(name)).toBe("off");
    await user.type(field, "París{Enter}");
    expect(await screen.findByRole("heading", { name: "Pregunta 2 de 2" })).toBeTruthy();
    await user.click(button("Para después"));
    await user.click(button("Acabar"));
    expect(screen.getByText("Queda 1 pregunta sin responder.")).toBeTruthy();
    expect(button("Pregunta 2, sin responder, marcada")).toBeTruthy();
  });

  it("is answered by the keys 1 to 4, Enter and the arrows, and does not say what is right", async () => {
    const [typed, chosen] = sampleQuiz().questions;
    api.answer(quizEndpoints.read, sampleQuiz({ questions: [chosen, { ...typed, n: 3 }] as never }));
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    await screen.findByRole("heading", { name: /^Pregunta 2/ });
    fireEvent.keyDown(document.body, { key: "5" });
    fireEvent.keyDown(document.body, { key: "2" });
    // The next question follows at once.
    expect(await screen.findByRole("heading", { name: /^Pregunta 3/ })).toBeTruthy();
    await waitFor(() => expect(answers()).toEqual([["/api/tests/5/answers/2", { option: 1 }]]));
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(await screen.findByRole("heading", { name: /^Pregunta 2/ })).toBeTruthy();
    expect(button(/Oslo/).getAttribute("aria-pressed")).toBe("true");
    fireEvent.keyDown(document.body, { key: "Enter" });
    expect(await screen.findByRole("heading", { name: /^Pregunta 3/ })).toBeTruthy();
    await user.click(button("Anterior"));
    await user.click(button(/Roma/));
    await waitFor(() => expect(answers().at(-1)).toEqual(["/api/tests/5/answers/2", { option: 0 }]));
    expect(screen.getByRole("heading", { name: /^Pregunta 3/ })).toBeTruthy();
    expect(screen.queryByText(/Bien|Mal/)).toBeNull();
  });

  it("takes `No lo sé` for what is typed or chosen, and a later answer in its place", async () => {
    api.answer(quizEndpoints.read, sampleQuiz());
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    await user.type(await screen.findByRole("textbox"), "Pa");
    await user.click(button("No lo sé"));
    expect(await screen.findByRole("heading", { name: "Pregunta 2 de 2" })).toBeTruthy();
    await user.click(button("No lo sé"));
    expect(await screen.findByText("Has respondido todas las preguntas.")).toBeTruthy();
    await waitFor(() =>
      expect(answers().slice(-2)).toEqual([
        ["/api/tests/5/answers/1", { unknown: true }],
        ["/api/tests/5/answers/2", { unknown: true }],
      ]),
    );
    for (const _ of ["to 2", "to 1"]) await user.click(button("Anterior"));
    expect(button("No lo sé").getAttribute("aria-pressed")).toBe("true");
    await user.type(screen.getByRole("textbox"), "París{Enter}");
    await waitFor(() => expect(answers().at(-1)).toEqual(["/api/tests/5/answers/1", { text: "París" }]));
  });

  it("has a field for each of several gaps, and goes on with Enter from the last", async () => {
    const [typed, chosen] = sampleQuiz().questions;
    const gaps = { ...typed, format: "markdown", prompt: "La [...] produce [molécula]" };
    api.answer(quizEndpoints.read, sampleQuiz({ questions: [gaps, chosen] as never }));
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    const first = await screen.findByRole("textbox", { name: "Hueco 1 de 2" });
    await user.type(first, "mitocondria{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Hueco 2 de 2" }));
    await user.keyboard("ATP{Enter}");
    expect(await screen.findByRole("heading", { name: "Pregunta 2 de 2" })).toBeTruthy();
    await waitFor(() => expect(answers().at(-1)).toEqual(["/api/tests/5/answers/1", { text: "mitocondria\nATP" }]));
    await user.click(button("Anterior"));
    expect(screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value)).toEqual(["mitocondria", "ATP"]);
    for (const field of screen.getAllByRole("textbox")) await user.clear(field);
    await user.click(button("Siguiente"));
    await waitFor(() => expect(answers().at(-1)).toEqual(["/api/tests/5/answers/1", { skipped: true }]));
  });

  it("has one field for a card without gaps, whatever brackets its question has", async () => {
    const [typed] = sampleQuiz().questions;
    const prompts = { plain: "¿[a] o [b]?", markdown: "¿[a] o [b]?\n" };
    const questions = Object.entries(prompts).map(([format, prompt], at) => ({ ...typed, n: at + 1, format, prompt }));
    api.answer(quizEndpoints.read, sampleQuiz({ questions: questions as never }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    expect(await screen.findByRole("textbox", { name: "Tu respuesta" })).toBeTruthy();
    await user.click(button("Siguiente"));
    expect(await screen.findByRole("textbox", { name: "Tu respuesta" })).toBeTruthy();
  });

  it("continues with the first question without an answer", async () => {
    const [typed, chosen] = sampleQuiz().questions;
    api.answer(quizEndpoints.read, sampleQuiz({ questions: [{ ...typed, given: "Roma" }, chosen] as never }));
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    expect(await screen.findByRole("heading", { name: "Pregunta 2 de 2" })).toBeTruthy();
    await user.click(button("Anterior"));
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Roma");
  });

  it("shows the answers given so far when the student returns to the page", async () => {
    api.answer(quizEndpoints.read, sampleQuiz());
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { user, queryClient, unmount } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    await user.type(await screen.findByRole("textbox"), "París{Enter}");
    await waitFor(() => expect(answers()).toHaveLength(1));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    unmount();
    render(
      <QueryClientProvider client={queryClient}>
        <QuizPage quizId={5} />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("heading", { name: "Pregunta 2 de 2" })).toBeTruthy();
    await user.click(button("Anterior"));
    expect(screen.getByRole("textbox")).toHaveProperty("value", "París");
  });

  it("saves what is in the field when the student leaves the page at once", async () => {
    api.answer(quizEndpoints.read, sampleQuiz());
    api.on(quizEndpoints.answer, () => ({ status: 204 }));
    const { unmount } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Par" } });
    expect(sessionStorage).toHaveLength(0);
    unmount();
    // It waits in the tab's storage until the server has it.
    expect(sessionStorage).toHaveLength(1);
    await waitFor(() => expect(answers()).toEqual([["/api/tests/5/answers/1", { text: "Par" }]]));
  });

  it("that does not exist leads back to the folders", async () => {
    api.on(quizEndpoints.read, () => ({ status: 404, body: { message: "El test no existe", code: "not_found" } }));
    renderApp(<QuizPage quizId={5} />, "/tests/5");
    expect(await screen.findByRole("heading", { name: "Este test no existe" })).toBeTruthy();
  });
});

describe("the result of a quiz", () => {
  beforeEach(() => {
    api.answer(quizEndpoints.read, finishedQuiz);
    api.answer(quizEndpoints.list, [listedQuiz]);
    api.answer(folderEndpoints.list, [sampleFolder()]);
  });

  it("begins with the wrong answers, and leaves one that is corrected in its place", async () => {
    const [wrong, right] = finishedQuiz.questions;
    const questions = [
      { ...right, n: 1 },
      { ...wrong, n: 2 },
      { ...right, n: 3 },
      { ...wrong, n: 4 },
    ] as never;
    api.answer(quizEndpoints.read, { ...finishedQuiz, questions });
    const { user } = renderApp(<QuizPage quizId={5} />, "/tests/5");
    const listed = () => screen.getAllByRole("article").map((question) => question.getAttribute("aria-label"));
    await screen.findByText("1 de 2");
    expect(await screen.findByText("Sin contar lo que se acierta al azar al elegir.")).toBeTruthy();
    const order = ["Pregunta 2", "Pregunta 4", "Pregunta 1", "Pregunta 3"];
    expect(listed()).toEqual(order);
    const verdicts = screen.getAllByRole("article").map(({ textContent }) => /Bien|Mal/.exec(textContent)?.[0]);
    expect(verdicts).toEqual(["Mal", "Mal", "Bien", "Bien"]);
    const corrected = {
      ...finishedQuiz,
      right: 2,
      questions: (questions as { n: number }[]).map((one) => (one.n === 2 ? { ...one, right: true } : one)),
    };
    api.answer(quizEndpoints.correct, corrected as never);
    api.answer(quizEndpoints.read, corrected as never);
    const slips = () => screen.getAllByRole("button", { name: "Me equivoqué al teclear" });
    await user.click(slips()[0] as HTMLElement);
    expect(await screen.findByText("2 de 2")).toBeTruthy();
    expect(listed()).toEqual(order);
    expect(slips()).toHaveLength(1);
    expect(api.callsTo(quizEndpoints.correct).map(({ url }) => url.pathname)).toEqual([
      "/api/tests/5/answers/2/correct",
    ]);
  });

  it("compares the answers by the language of the folder", async () => {
    const [first] = finishedQuiz.questions;
    const typed = { ...first, expected: "the dog", given: "dogs" };
    api.answer(quizEndpoints.read, { ...finishedQuiz, questions: [typed] } as never);
    api.answer(folderEndpoints.list, [sampleFolder({ id: 1, language: "en" })]);
    renderApp(<QuizPage quizId={5} />, "/tests/5");
    const question = await screen.findByRole("article");
    await waitFor(() => expect(question.querySelector("ins")).toBeNull());
    expect(question.querySelector("del")?.textContent).toBe("s");
  });
});

describe("the dialog of a new quiz", () => {
  it("has the focus on its button, and its options under a fold that names them, as they were chosen last", async () => {
    api.answer(quizEndpoints.create, sampleQuiz());
    const dialog = <NewQuizDialog open onOpenChange={() => {}} source={{ examId: 7 }} />;
    const { user, unmount } = renderApp(dialog);
    await waitFor(() => expect(document.activeElement).toBe(button("Empezar")));
    expect(screen.getByLabelText("Preguntas").closest("details")).toHaveProperty("open", false);
    await user.click(screen.getByText("20 preguntas · Escribir y elegir · Sin límite"));
    await user.selectOptions(screen.getByLabelText("Preguntas"), "50");
    await user.selectOptions(screen.getByLabelText("Cómo responder"), "Elegir");
    await user.selectOptions(screen.getByLabelText("Tiempo"), "10 minutos");
    await user.click(button("Empezar"));
    await waitFor(() =>
      expect(api.callsTo(quizEndpoints.create)[0]?.body).toMatchObject({
        examId: 7,
        questions: 50,
        kinds: ["choose"],
        minutes: 10,
      }),
    );
    unmount();
    renderApp(dialog);
    expect(screen.getByText("50 preguntas · Elegir · 10 minutos")).toBeTruthy();
  });
});
