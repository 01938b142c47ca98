import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { consoleOutput } from "#testing/console-output.ts";
import { cardsOf, FOLDER, press, question, reveal, studyWith } from "#testing/study-page.tsx";
import { toasts } from "#testing/toasts.ts";

describe("studying", () => {
  it("goes through all cards by mouse, and sends every rating to the server", async () => {
    const { user, api, rated } = studyWith();
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de estudio" })).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    expect(screen.getByText("0%")).toBeTruthy();
    expect(screen.queryByText("Respuesta 1")).toBeNull();

    await user.click(reveal());
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    const choices = within(screen.getByRole("group", { name: "¿Qué tal la recordaste?" })).getAllByRole("button");
    expect(choices.map((button) => button.textContent)).toEqual([
      "Fácil próxima revisión en 2 mesesA",
      "Medio próxima revisión en 3 díasS",
      "Difícil próxima revisión en 1 díaD",
      "No la recordé próxima revisión en 1 díaF",
    ]);
    await user.click(screen.getByRole("button", { name: /^Fácil/ }));
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    expect(screen.getByText("33%")).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^No la recordé/ }));
    expect(screen.getByText("Pregunta 3")).toBeTruthy();
    expect(screen.getByText("Repaso 1 de 1")).toBeTruthy();
    expect(screen.getByText("75%")).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Fácil/ }));

    const terms = within(await screen.findByRole("list", { name: "Términos revisados" })).getAllByRole("listitem");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "¡Sesión completada!" }));
    expect(screen.queryByText("¡Sesión de estudio completada!")).toBeNull();
    expect(screen.getByText("Estudiaste 3 cartas.")).toBeTruthy();
    expect(screen.getByText("Buen comienzo. Lo difícil volverá pronto para que se te quede.")).toBeTruthy();
    expect(terms.map((term) => term.textContent)).toEqual(["Pregunta 1fácil", "Pregunta 2medio", "Pregunta 3difícil"]);

    await waitFor(() => expect(rated.size).toBe(4));
    expect([...rated.values()]).toMatchObject([
      { difficulty: "easy", answerResult: "correct", studySessionId: 1 },
      { difficulty: "medium", answerResult: "correct" },
      { difficulty: "hard", answerResult: "incorrect" },
      { difficulty: "easy", answerResult: "correct" },
    ]);
    // On a slow machine, counts of the unfinished session are sent before these.
    await waitFor(() =>
      expect(
        api
          .callsTo(studyEndpoints.updateSession)
          .map(({ body }) => body)
          .slice(-2),
      ).toEqual([
        { cardsStudied: 3, easyCount: 1, goodCount: 1, hardCount: 1 },
        { completedAt: expect.stringMatching(/^\d{4}-/) },
      ]),
    );
    expect(api.callsTo(studyEndpoints.startSession)[0]?.body).toEqual({ folderId: FOLDER, cardsStudied: 0 });
  });

  it("uses the singular for one card", async () => {
    studyWith({ cards: cardsOf(1) });
    await question(1);
    press(" ");
    press("3");
    expect(screen.getAllByText("Estudiaste 1 carta.").length).toBeGreaterThan(0);
  });

  it("practises no new cards that wait for another day, and counts these in a note", async () => {
    const [first, ...others] = cardsOf(4);
    const cards = [{ ...first, reviewCount: 1, nextReviewDate: "2030-01-01" } as QueuedCard, ...others];
    const { user } = studyWith({ cards, due: [], newCardsPerDay: 2, newWaiting: 3 });
    expect(await screen.findByText(/^3 nuevas esperan su día\. Una sesión de práctica pregunta 1 carta/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Practicar de todos modos" }));
    await question(1);
    expect(screen.getByText("Carta 1 de 1")).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
  });

  it.each([FOLDER, null])("does not ask new cards that the daily limit holds back in %s", async (folderId) => {
    const { api } = studyWith({ due: [], folderId, newCardsPerDay: 2, newWaiting: 3 });
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(await screen.findByText("3 nuevas esperan su día.")).toBeTruthy();
    const pace = screen.getByRole("link", { name: "Cambiar el ritmo" });
    expect(pace.getAttribute("href")).toBe("/settings/study#cartas-nuevas");
    expect(screen.queryByRole("button", { name: "Practicar de todos modos" })).toBeNull();
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it.each([
    [FOLDER, `/folders/${FOLDER}`],
    [null, "/"],
  ])("shows that nothing is to be studied in %s, and links to %s", async (folderId, href) => {
    const { api } = studyWith({ cards: [], folderId });
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ir al panel" }).getAttribute("href")).toBe(href);
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it("reassures the student if the cards cannot be loaded, and retries", async () => {
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
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
  });
});

describe("a card", () => {
  it("is turned by a tap on it, but not by selecting its text", async () => {
    const { user } = studyWith();
    const text = await question(1);
    getSelection()?.selectAllChildren(text);
    fireEvent.click(text);
    expect(screen.queryByText("Respuesta 1")).toBeNull();
    getSelection()?.removeAllRanges();
    fireEvent.pointerDown(text, { clientX: 10, clientY: 10 });
    fireEvent.click(text, { clientX: 10, clientY: 60 });
    expect(screen.queryByText("Respuesta 1")).toBeNull();
    await user.click(text);
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    expect(screen.getByText("Pregunta 1")).toBeTruthy();
  });

  it("shows its folder only in a session across folders", async () => {
    const all = studyWith({ folderId: null });
    await question(1);
    expect(await screen.findByText("Historia")).toBeTruthy();
    all.unmount();
    studyWith();
    await question(1);
    expect(screen.queryByText("Historia")).toBeNull();
  });

  it("shows code in a monospaced font", async () => {
    const [card] = cardsOf(1) as [QueuedCard];
    studyWith({ cards: [{ ...card, front: "¿Qué hace `ls`?\n```\nls -l\n```" }] });
    expect((await screen.findByText("ls -l")).tagName).toBe("CODE");
    expect(screen.getByText("ls").tagName).toBe("CODE");
  });
});

describe("ratings that are being sent", () => {
  it("are shown as unsent only after a delay, and sent when the network is back", async () => {
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
    expect(screen.queryByText(/en este dispositivo/)).toBeNull();
    expect(await screen.findByText("1 guardada en este dispositivo")).toBeTruthy();
    press(" ");
    press("1");
    expect(await screen.findByText("2 guardadas en este dispositivo")).toBeTruthy();
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    down = false;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect(screen.queryByText(/en este dispositivo/)).toBeNull());
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ difficulty: "easy" }, { difficulty: "hard" }]));
  });

  it("are stored and shown as unsent while a proxy rejects them", async () => {
    const study = studyWith({ cards: cardsOf(1) });
    let blocked = true;
    study.api.on(studyEndpoints.review, (call) =>
      blocked ? { status: 407, body: "<html>Inicia sesión en el proxy" } : study.takeRating(call),
    );
    await question(1);
    press(" ");
    press("3");
    expect(await screen.findByText("1 guardada en este dispositivo")).toBeTruthy();
    blocked = false;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect(study.rated.size).toBe(1));
    await waitFor(() => expect(screen.queryByText(/en este dispositivo/)).toBeNull());
  });
});
