import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { consoleOutput } from "#testing/console-output.ts";
import { cardsOf, FOLDER, question, reveal, studyWith } from "#testing/study-page.tsx";

describe("studying", () => {
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

  it("offers the new cards that wait of a folder without others", async () => {
    const { user } = studyWith({ cards: cardsOf(3), due: [], newCardsPerDay: 2, newWaiting: 3 });
    expect(await screen.findByText("3 nuevas esperan su día. Puedes adelantar 3 hoy.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Practicar de todos modos" }));
    await question(1);
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
  });

  it("does not ask new cards that the daily limit holds back in all folders", async () => {
    const { api } = studyWith({ due: [], folderId: null, newCardsPerDay: 2, newWaiting: 3 });
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

  it("shows code in a monospaced font", async () => {
    const [card] = cardsOf(1) as [QueuedCard];
    studyWith({ cards: [{ ...card, front: "¿Qué hace `ls`?\n```\nls -l\n```" }] });
    expect((await screen.findByText("ls -l")).tagName).toBe("CODE");
    expect(screen.getByText("ls").tagName).toBe("CODE");
  });
});
