import { statsEndpoints } from "@repasa/contract/stats.ts";
import { type QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { consoleOutput } from "#testing/setup.ts";
import { cardsOf, FOLDER, press, question, reveal, studyWith } from "#testing/study-page.tsx";

/** A day with so many new cards pending, all in the folder that is studied. */
const pendingNew = (count: number) => ({
  date: "2026-03-01",
  totalDue: count,
  folders: [{ folderId: FOLDER, name: "Historia", total: count, new: count, hard: 0, medium: 0, easy: 0 }],
});
const newCardsBegun = "Hoy ya has empezado tus 2 cartas nuevas. El resto sigue pendiente.";

describe("studying", () => {
  it("goes through the cards by mouse to the end, and the server knows it all", async () => {
    const { user, api, rated } = studyWith();
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de estudio" })).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    expect(screen.getByText("0%")).toBeTruthy();
    expect(screen.queryByText("Respuesta 1")).toBeNull();

    await user.click(reveal());
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    const choices = within(screen.getByRole("group", { name: "¿Qué tal la recordaste?" })).getAllByRole("button");
    expect(choices.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Fácil, próxima revisión en 2 meses",
      "Medio, próxima revisión en 3 días",
      "Difícil, próxima revisión en 1 día",
    ]);
    await user.click(screen.getByRole("button", { name: /^Fácil/ }));
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    expect(screen.getByText("33%")).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^No la recordé/ }));

    const terms = within(await screen.findByRole("list", { name: "Términos revisados" })).getAllByRole("listitem");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "¡Sesión completada!" }));
    expect(screen.getByText("¡Sesión de estudio completada!")).toBeTruthy();
    expect(screen.getAllByText("Estudiaste 3 cartas.").length).toBeGreaterThan(0);
    expect(screen.getByText("Buen esfuerzo. Lo difícil volverá pronto para que se te quede.")).toBeTruthy();
    expect(terms.map((term) => term.textContent)).toEqual(["Pregunta 1fácil", "Pregunta 2medio", "Pregunta 3difícil"]);

    await waitFor(() => expect(rated.size).toBe(3));
    expect([...rated.values()]).toMatchObject([
      { difficulty: "easy", answerResult: "correct", studySessionId: 1 },
      { difficulty: "medium", answerResult: "correct" },
      { difficulty: "hard", answerResult: "incorrect" },
    ]);
    await waitFor(() => expect(api.callsTo(studyEndpoints.updateSession)).toHaveLength(2));
    expect(api.callsTo(studyEndpoints.startSession)[0]?.body).toEqual({ folderId: FOLDER, cardsStudied: 0 });
    expect(api.callsTo(studyEndpoints.updateSession).map(({ body }) => body)).toEqual([
      { cardsStudied: 3, easyCount: 1, goodCount: 1, hardCount: 1 },
      { completedAt: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it("says 1 carta of one card", async () => {
    studyWith({ cards: cardsOf(1) });
    await question(1);
    press(" ");
    press("3");
    expect(screen.getAllByText("Estudiaste 1 carta.").length).toBeGreaterThan(0);
  });

  it("does not wait for the network: the next question shows before any answer", async () => {
    const { api } = studyWith();
    api.on(studyEndpoints.review, () => new Promise(() => {}));
    await question(1);
    press(" ");
    press("1");
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    press("Enter");
    press("2");
    expect(screen.getByText("Pregunta 3")).toBeTruthy();
  });

  it("practises all cards of the folder when none is due", async () => {
    const { api } = studyWith({ due: [] });
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de práctica" })).toBeTruthy();
    expect(api.callsTo(studyEndpoints.reviewQueue).map(({ url }) => url.search)).toEqual([
      `?folderId=${FOLDER}`,
      `?folderId=${FOLDER}&practice=true`,
    ]);
  });

  it("practises only what was begun when the day's new cards are used up, and says so", async () => {
    const [first, ...others] = cardsOf(4);
    const cards = [{ ...first, reviewCount: 1, nextReviewAt: "2030-01-01T12:00:00.000Z" } as QueuedCard, ...others];
    const { api, user } = studyWith({ cards, due: [], newCardsPerDay: 2 });
    api.answer(statsEndpoints.dailyReview, pendingNew(3));
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de práctica" })).toBeTruthy();
    expect(screen.getByText("Carta 1 de 1")).toBeTruthy();
    expect(await screen.findByText(newCardsBegun)).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
  });

  it.each([FOLDER, null])("leaves new cards that the day's limit holds back untouched in %s", async (folderId) => {
    const { api } = studyWith({ due: [], folderId, newCardsPerDay: 2 });
    api.answer(statsEndpoints.dailyReview, pendingNew(3));
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(await screen.findByText(newCardsBegun)).toBeTruthy();
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it.each([
    [FOLDER, `/folders/${FOLDER}`],
    [null, "/"],
  ])("has nothing to study in %s, and leads to %s", async (folderId, href) => {
    const { api } = studyWith({ cards: [], folderId });
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ir al panel" }).getAttribute("href")).toBe(href);
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it("says what is safe when the cards cannot be loaded, and tries again", async () => {
    const { user, api } = studyWith();
    const cards = cardsOf(1);
    let down = true;
    api.on(studyEndpoints.reviewQueue, () => (down ? { status: 503, body: "" } : { status: 200, body: cards }));
    expect(await screen.findByText("No se pudieron cargar las cartas")).toBeTruthy();
    expect(screen.getByText(/Tus cartas y tus respuestas están guardadas/)).toBeTruthy();
    down = false;
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await question(1);
    expect(consoleOutput("error")).toEqual(["The cards to study could not be loaded"]);
  });

  it("only logs a study session that cannot be recorded", async () => {
    const { api, rated } = studyWith({ cards: cardsOf(1) });
    api.fail(studyEndpoints.startSession, 500);
    await question(1);
    press(" ");
    press("3");
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    await waitFor(() => expect(rated.size).toBe(1));
    expect(consoleOutput("error")).toEqual(["The study session was not recorded"]);
  });
});

describe("undo", () => {
  it("takes back the last rating, here and on the server, also from the end screen", async () => {
    const { rated } = studyWith({ cards: cardsOf(2) });
    await question(1);
    press(" ");
    press("3");
    press(" ");
    press("1");
    await waitFor(() => expect(rated.size).toBe(2));
    press("u");
    expect(screen.getByText("Respuesta 2")).toBeTruthy();
    expect(screen.getByText("Carta 2 de 2")).toBeTruthy();
    press("z", { ctrlKey: true });
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    press("u");
    await waitFor(() => expect(rated.size).toBe(0));
    press("2");
    press(" ");
    press("2");
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    await waitFor(() =>
      expect([...rated.values()]).toMatchObject([{ difficulty: "medium" }, { difficulty: "medium" }]),
    );
  });
});

describe("ratings on their way", () => {
  it("are not asked for again when the screen is left and opened anew", async () => {
    const study = studyWith();
    study.api.on(studyEndpoints.review, () => new Promise(() => {}));
    await question(1);
    press(" ");
    press("3");
    await question(2);
    study.unmount();
    study.open();
    await question(2);
    expect(screen.getByText("Carta 1 de 2")).toBeTruthy();
  });

  it("are counted only when it takes long, and sent when the network is back", async () => {
    const study = studyWith({ cards: cardsOf(2) });
    let down = true;
    const { rated } = study;
    study.api.on(studyEndpoints.review, (call) => {
      if (down) throw new TypeError("Failed to fetch");
      return study.takeRating(call);
    });
    await question(1);
    press(" ");
    press("3");
    expect(screen.queryByText(/sin guardar/)).toBeNull();
    expect(await screen.findByText("1 sin guardar, reintentando")).toBeTruthy();
    press(" ");
    press("1");
    expect(await screen.findByText("2 sin guardar, reintentando")).toBeTruthy();
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    down = false;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull());
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ difficulty: "easy" }, { difficulty: "hard" }]));
  });

  it("are kept, and said to be unsaved, while a proxy refuses them", async () => {
    const study = studyWith({ cards: cardsOf(1) });
    let blocked = true;
    study.api.on(studyEndpoints.review, (call) =>
      blocked ? { status: 407, body: "<html>Inicia sesión en el proxy" } : study.takeRating(call),
    );
    await question(1);
    press(" ");
    press("3");
    expect(await screen.findByText("1 sin guardar, reintentando")).toBeTruthy();
    blocked = false;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect(study.rated.size).toBe(1));
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull());
  });
});
