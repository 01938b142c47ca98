import type { Card } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { CardHistory, PastReview } from "@repasa/contract/study.ts";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import CardPage from "#features/cards/page/card-page.tsx";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, samplePreferences } from "#testing/sample-data.ts";
import { formatNoon, samplePastReview } from "#testing/sample-reviews.ts";

const today = localDateOf(new Date(), 4);

const reviewDaysAgo = (days: number, changes: Partial<PastReview> = {}) =>
  samplePastReview(addDays(today, -days), changes);

const studied = sampleCard({
  id: 2,
  front: "¿Qué es el ADN?",
  back: "Ácido desoxirribonucleico",
  difficulty: "medium",
  reviewCount: 4,
  interval: 6,
  lastReviewedAt: formatNoon(addDays(today, -2)),
  nextReviewAt: formatNoon(addDays(today, 4)),
  nextReviewDate: addDays(today, 4),
});

const createHistory = (card: Card, changes: Partial<CardHistory> = {}): CardHistory => ({
  card,
  reviews: [],
  recall: null,
  stability: null,
  nextReviewAt: card.nextReviewAt,
  ...changes,
});

const list = [sampleCard({ id: 1 }), studied, sampleCard({ id: 3, front: "¿Qué es el ARN?" })];

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  // jsdom has no layout, and a chart without a width renders nothing.
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 340 });
  api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder()]);
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(cardEndpoints.listInFolder, list);
  api.answer(cardEndpoints.versions, { versions: [] });
  const reviews = [
    reviewDaysAgo(1, { undone: true, difficulty: "easy" }),
    reviewDaysAgo(2),
    reviewDaysAgo(5, { practice: true, interval: 1, difficulty: "hard" }),
    reviewDaysAgo(9, { answerResult: "incorrect", difficulty: "hard", interval: 1 }),
  ];
  api.answer(studyEndpoints.history, createHistory(studied, { reviews, recall: 0.96, stability: 5 }));
});

const fromFolder = { trail: { kind: "folder", folderId: 1, q: "" } };

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Más opciones de la carta" }));
  await user.click(screen.getByRole("menuitem", { name }));
}

function open(state: unknown = null) {
  const rendered = renderApp(<CardPage cardId={2} />, "/cards/2");
  window.history.replaceState(state, "");
  return rendered;
}

describe("CardPage", () => {
  it("explains why a card is pending, with the desired retention", async () => {
    const due = { ...studied, nextReviewAt: formatNoon(today), nextReviewDate: today };
    api.answer(
      studyEndpoints.history,
      createHistory(due, { reviews: [reviewDaysAgo(6)], recall: 0.874, stability: 5 }),
    );
    api.answer(accountEndpoints.preferences, samplePreferences({ desiredRetention: 0.88 }));
    open();
    const why = await screen.findByText(/y repasamos al/);
    expect(replaceNoBreakSpaces(why.textContent)).toBe(
      "La viste hace 6 días y fue Medio: hoy la recordarías con un 87 % de probabilidad, y repasamos al 88 %.",
    );
  });

  it("renders code as code, even if it contains a search term", async () => {
    const card = { ...studied, back: "Así:\n```\nif n:\n    return 1\n```" };
    api.answer(studyEndpoints.history, createHistory(card, { reviews: [], recall: null, stability: null }));
    open({ trail: { kind: "search", search: { q: "return" } } });
    const mark = await screen.findByText("return");
    expect(mark.tagName).toBe("MARK");
    expect(mark.closest("code")?.textContent).toBe("if n:\n    return 1");
  });

  it("shows a card's memory, and lists every review with its rating, and whether it was practice or undone", async () => {
    open();
    const memory = within(await screen.findByRole("region", { name: "Tu memoria" }));
    const facts = memory.getAllByRole("definition").map(({ textContent }) => replaceNoBreakSpaces(textContent));
    expect(facts).toEqual(["96 %", expect.stringMatching(/^En 4 días/), "6 días", "4"]);
    const history = within(await screen.findByRole("region", { name: "Historial" }));
    const rows = history.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^FácilDeshecha/);
    expect(rows[1]).toMatch(/^MedioIntervalo: 6 días/);
    expect(rows[2]).toMatch(/^DifícilPrácticaIntervalo: 1 día/);
    expect(rows[3]).toMatch(/^No la recordéIntervalo: 1 día/);
  });

  it("shows the latest ten reviews at first, and all on request", async () => {
    const reviews = Array.from({ length: 25 }, (_, index) => reviewDaysAgo(2 + 3 * index));
    api.answer(studyEndpoints.history, createHistory(studied, { reviews, recall: 0.96, stability: 5 }));
    const { user } = open();
    const history = within(await screen.findByRole("region", { name: "Historial" }));
    expect(history.getAllByRole("listitem")).toHaveLength(10);
    await user.click(history.getByRole("button", { name: "Ver los 25 repasos" }));
    expect(history.getAllByRole("listitem")).toHaveLength(25);
  });

  it("shows neither a memory nor a history of a new card", async () => {
    api.answer(studyEndpoints.history, createHistory(sampleCard({ id: 2 })));
    open();
    expect(await screen.findByText(/^Cuando la repases por primera vez/)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Historial" })).toBeNull();
  });

  it("opens the results of a search in all folders one by one, and loads more before they run out", async () => {
    api.on(cardEndpoints.search, ({ url }) => ({
      status: 200,
      body: url.searchParams.has("cursor")
        ? { cards: [sampleCard({ id: 8 })], nextCursor: null }
        : { cards: [sampleCard({ id: 7 }), studied], nextCursor: "more" },
    }));
    const { user } = open({ trail: { kind: "search", search: { q: "que", folderId: null, state: null } } });
    expect(await screen.findByText("2 de 3")).toBeTruthy();
    await user.keyboard("{ArrowRight}");
    expect(window.location.pathname).toBe("/cards/8");
  });

  it("moves the card to another folder, and can undo that", async () => {
    api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Química" })]);
    api.answer(cardEndpoints.batch, { batchId: "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968", changed: 1 });
    const { user } = open(fromFolder);
    await choose(user, "Mover");
    const dialog = within(await screen.findByRole("dialog", { name: "Mover 1 carta" }));
    expect(dialog.getByText("Conserva sus repasos.")).toBeTruthy();
    expect(dialog.queryByRole("link", { name: "Ir a Carpetas" })).toBeNull();
    await user.click(await dialog.findByRole("button", { name: /Química/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsTo(cardEndpoints.batch)[0]?.body).toEqual({ action: "move", cardIds: [2], folderId: 2 });
    expect(await screen.findByRole("button", { name: "Deshacer" })).toBeTruthy();
  });

  it("leads to the folders if there is no other one to move the card to", async () => {
    const { user } = open(fromFolder);
    await choose(user, "Mover");
    const dialog = within(await screen.findByRole("dialog", { name: "Mover 1 carta" }));
    expect(dialog.getByText("No hay otra carpeta a la que moverla.")).toBeTruthy();
    expect(dialog.getByRole("link", { name: "Ir a Carpetas" }).getAttribute("href")).toBe("/folders");
  });

  it("deletes the card, and opens its folder without loading the history of the deleted card", async () => {
    api.answer(cardEndpoints.remove);
    const { user } = open();
    await choose(user, "Eliminar");
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Eliminar carta" }));
    await waitFor(() => expect(window.location.pathname).toBe("/folders/1"));
    expect(api.callsTo(studyEndpoints.history)).toHaveLength(1);
  });

  it("shows a message if the card was deleted", async () => {
    api.fail(studyEndpoints.history, 404, { message: "La carta no existe", code: "not_found" });
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Esta carta ya no existe" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ir a Carpetas" }).getAttribute("href")).toBe("/folders");
  });

  it("shows the card from its list while the history cannot be loaded, and retries on request", async () => {
    api.fail(studyEndpoints.history, 500, "");
    const { user } = open(fromFolder);
    expect(await screen.findByRole("heading", { level: 1, name: "¿Qué es el ADN?" })).toBeTruthy();
    expect(await screen.findByText("No se pudo cargar el historial")).toBeTruthy();
    api.answer(studyEndpoints.history, createHistory(studied, { recall: 0.96, stability: 5 }));
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByRole("region", { name: "Tu memoria" })).toBeTruthy();
  });
});
