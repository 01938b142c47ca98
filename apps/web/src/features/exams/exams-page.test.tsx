import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import ExamsPage from "#features/exams/exams-page.tsx";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFace, sampleFolder, sampleForecast, samplePreferences } from "#testing/sample-data.ts";
import { listedQuiz } from "#testing/sample-quizzes.ts";
import { settled } from "#testing/settled.ts";

const now = new Date().toISOString();
const today = localDateOf(new Date(), DEFAULT_DAY_START_HOUR);
const inDays = (days: number) => addDays(today, days);

function sampleExam(changes: Partial<Exam> = {}): Exam {
  return {
    id: 7,
    name: "Anatomía",
    date: inDays(12),
    daysLeft: 12,
    cards: 20,
    folders: [{ folderId: 1, name: "Biología", ...sampleFace, cards: 20 }],
    createdAt: "2026-01-10T12:00:00.000Z",
    updatedAt: "2026-01-10T12:00:00.000Z",
    ...changes,
  };
}

const forecast = sampleForecast({
  today,
  daysLeft: 2,
  course: [
    { date: today, mean: 0.68, low: 0.66, high: 0.7, ifStopped: 0.68 },
    { date: inDays(1), mean: 0.8, low: 0.75, high: 0.84, ifStopped: 0.65 },
    { date: inDays(2), mean: 0.94, low: 0.9, high: 0.97, ifStopped: 0.61 },
  ],
  plan: [
    { date: today, reviews: 10.2, newCards: 3, minutes: 4.6 },
    { date: inDays(1), reviews: 9, newCards: 0, minutes: 2 },
  ],
  folders: [{ folderId: 1, name: "Biología", ...sampleFace, cards: 20, expected: 0.94 }],
  weakest: Array.from({ length: 7 }, (_, index) => ({
    cardId: index + 1,
    front: index === 0 ? "La **mitosis** tiene {{c1::cuatro}} fases" : `P${index + 1}`,
    format: index === 0 ? ("markdown" as const) : ("plain" as const),
    variant: index === 0 ? "c1" : null,
    folderId: 1,
    recall: 0.4,
  })),
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  // jsdom has no layout, and a chart without a width renders nothing.
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 600 });
  api = fakeApi();
  api.answer(studyEndpoints.confusions, { confusions: [], cards: [] });
  api.answer(folderEndpoints.list, [
    sampleFolder(),
    ...Array.from({ length: 9 }, (_, index) => sampleFolder({ id: index + 2, name: `Materia ${index + 2}` })),
  ]);
});

describe("the list of exams", () => {
  it("links to the folders if there are neither exams nor folders", async () => {
    api.answer(examEndpoints.list, []);
    api.answer(folderEndpoints.list, []);
    renderApp(<ExamsPage examId={null} />, "/exams");
    expect((await screen.findByRole("link", { name: "Ir a Carpetas" })).getAttribute("href")).toBe("/folders");
  });

  it("lists past exams in a section of their own", async () => {
    const over = sampleExam({ id: 8, name: "Ya fue", date: inDays(-3), daysLeft: -3, folders: [], cards: 0 });
    api.answer(examEndpoints.list, [sampleExam({ daysLeft: 1, date: inDays(1) }), over]);
    renderApp(<ExamsPage examId={null} />, "/exams");
    const past = within(await screen.findByRole("region", { name: "Ya pasaron" }));
    expect(past.getAllByRole("article")).toHaveLength(1);
    expect(past.getByText("Sin carpetas")).toBeTruthy();
  });

  it("asks for at least one folder of a new exam, which is found by its name", async () => {
    api.answer(examEndpoints.list, [sampleExam()]);
    const { user } = renderApp(<ExamsPage examId={null} />, "/exams");
    await user.click(await screen.findByRole("button", { name: "Nuevo examen" }));
    const dialog = within(screen.getByRole("dialog", { name: "Nuevo examen" }));
    await user.click(dialog.getByRole("button", { name: /^Crear examen/ }));
    expect(dialog.getByText("Elige al menos una carpeta")).toBeTruthy();
    const date = dialog.getByLabelText("Fecha") as HTMLInputElement;
    expect([date.min, date.max]).toEqual([inDays(1), inDays(365)]);
    await user.type(dialog.getByRole("searchbox"), "materia 3{Enter}");
    await user.click(await dialog.findByRole("checkbox", { name: /Materia 3/ }));
    expect(dialog.queryByText("Elige al menos una carpeta")).toBeNull();
    await user.clear(dialog.getByRole("searchbox"));
    await user.click(await dialog.findByRole("checkbox", { name: /Biología/ }));
    expect(dialog.getByText("2 elegidas")).toBeTruthy();
    expect(api.callsTo(examEndpoints.create)).toHaveLength(0);
  });
});

describe("an exam", () => {
  it("folds what explains it, and shows five of its weakest cards, and all on demand", async () => {
    api.answer(examEndpoints.list, [sampleExam({ daysLeft: 2 })]);
    api.answer(examEndpoints.forecast, forecast);
    const { user } = renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect((await screen.findByText(/^Se espera el 94\s% de 20 cartas/)).closest("details")?.open).toBe(false);
    expect(screen.getByText(/20 cartas, se espera el 94\s%/).closest("details")?.open).toBe(false);
    // One explanation for the whole page.
    expect(document.querySelectorAll("details:not(:has(ul))")).toHaveLength(1);
    const weakest = () => within(screen.getByRole("list", { name: "Cartas más débiles" })).getAllByRole("link");
    expect(weakest()).toHaveLength(5);
    expect(weakest()[0]?.textContent).toBe("La mitosis tiene [...] fases");
    await user.click(screen.getByRole("button", { name: "Ver las 7" }));
    expect(weakest()).toHaveLength(7);
  });

  it.each([
    ["is offered in the last week", 7, [], true],
    ["is offered on the day, after one of another exam", 0, [{ examId: 8 }], true],
    ["is not offered again on its day", 7, [{ examId: 7 }], false],
    ["is offered a day later", 7, [{ examId: 7, startedAt: `${inDays(-1)}T12:00:00.000Z` }], true],
    ["is not offered before the last week", 8, [], false],
  ] as const)("a short test %s", async (_, daysLeft, tests, isOffered) => {
    api.answer(examEndpoints.list, [sampleExam({ daysLeft, date: inDays(daysLeft) })]);
    api.answer(examEndpoints.forecast, { ...forecast, daysLeft });
    api.answer(accountEndpoints.preferences, samplePreferences());
    api.answer(
      quizEndpoints.list,
      tests.map((quiz, n) => ({ ...listedQuiz, id: n + 1, startedAt: now, ...quiz })),
    );
    api.fail(quizEndpoints.create, 503, { message: "Inténtalo más tarde", code: "unavailable" });
    const { user, queryClient } = renderApp(<ExamsPage examId={7} />, "/exams/7");
    await screen.findByRole("button", { name: "Hacer un test" });
    await settled(queryClient);
    const offer = screen.queryByRole("button", { name: "Responder 10 preguntas" });
    expect(offer !== null).toBe(isOffered);
    if (!offer) return;
    await user.click(offer);
    expect(api.callsTo(quizEndpoints.create).map(({ body }) => body)).toEqual([
      { examId: 7, questions: 10, kinds: ["type", "choose"], clientId: expect.any(String) },
    ]);
  });

  it("shows no plan on its day, and wishes luck", async () => {
    api.answer(examEndpoints.list, [sampleExam({ daysLeft: 0, date: today })]);
    const onTheDay = { ...forecast, daysLeft: 0, plan: [], course: forecast.course.slice(0, 1) };
    api.answer(examEndpoints.forecast, onTheDay);
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(await screen.findByText("Hoy es el día. Suerte.")).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.queryByRole("link", { name: "Repasar hoy" })).toBeNull();
    expect(screen.getByText(/lo que recordarías hoy si no las repasas más\.$/)).toBeTruthy();
    // Eight of the twenty cards were never seen, but a warning would come too late.
    expect(screen.queryByText(/no llegarán/)).toBeNull();
  });

  it("says that its forecast needs a connection while there is none", async () => {
    api.answer(examEndpoints.list, [sampleExam()]);
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(await screen.findByText("La previsión se verá cuando haya conexión.")).toBeTruthy();
  });

  it("asks for its outcome, and for no forecast, once it is over", async () => {
    api.answer(examEndpoints.list, [sampleExam({ daysLeft: -2, date: inDays(-2) })]);
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    await waitFor(() => expect(api.callsTo(examEndpoints.outcome)).toHaveLength(1));
    expect(api.callsTo(examEndpoints.forecast)).toHaveLength(0);
  });

  it("shows a message if it does not exist or has no folders", async () => {
    api.answer(examEndpoints.list, [sampleExam({ folders: [], cards: 0 })]);
    const { unmount } = renderApp(<ExamsPage examId={8} />, "/exams/8");
    expect(await screen.findByRole("heading", { name: "Este examen no existe" })).toBeTruthy();
    unmount();
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(await screen.findByRole("heading", { name: "Este examen no tiene carpetas" })).toBeTruthy();
    expect(screen.queryByText(/^Sus carpetas aún no tienen cartas/)).toBeNull();
  });

  it("explains what it will show once its folders have cards", async () => {
    const folders = [{ folderId: 1, name: "Biología", ...sampleFace, cards: 0 }];
    api.answer(examEndpoints.list, [sampleExam({ folders, cards: 0 })]);
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(await screen.findByText(/^Sus carpetas aún no tienen cartas\. Cuando las añadas, aquí verás/)).toBeTruthy();
    expect(screen.getByRole("list", { name: "Carpetas del examen" })).toBeTruthy();
  });

  it("foretells nothing for cards that are suspended, in one of its folders or in all", async () => {
    const folders = [
      { folderId: 1, name: "Biología", ...sampleFace, cards: 20 },
      { folderId: 2, name: "Química", ...sampleFace, cards: 3 },
    ];
    api.answer(examEndpoints.list, [sampleExam({ folders, cards: 23 })]);
    const suspended = { folderId: 2, name: "Química", ...sampleFace, cards: 0, expected: 0 };
    api.answer(examEndpoints.forecast, { ...forecast, folders: [...forecast.folders, suspended] });
    const { unmount } = renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(await screen.findByText("20 cartas, se espera el 94 %")).toBeTruthy();
    expect(screen.getByText("3 cartas")).toBeTruthy();
    unmount();
    api.answer(examEndpoints.forecast, { ...forecast, cards: 0, folders: [suspended] });
    renderApp(<ExamsPage examId={7} />, "/exams/7");
    expect(
      await screen.findByText(/^Todas sus cartas están suspendidas\. Cuando reanudes alguna, aquí verás/),
    ).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Lo que recordarás ese día" })).toBeNull();
  });
});
