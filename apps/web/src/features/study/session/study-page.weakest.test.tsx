import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleForecast } from "#testing/sample-data.ts";
import { cardsOf, question, studyWith } from "#testing/study-page.tsx";

const EXAM = 5;

const createForecast = (cardIds: number[]) =>
  sampleForecast({
    weakest: cardIds.map((cardId) => ({
      cardId,
      front: `Pregunta ${cardId}`,
      format: "plain",
      variant: null,
      folderId: 7,
      recall: 0.4,
    })),
  });

const makeNotDue = (card: QueuedCard): QueuedCard => ({
  ...card,
  difficulty: "medium",
  reviewCount: 2,
  interval: 12,
  lastReviewedAt: "2026-03-01T12:00:00.000Z",
  nextReviewAt: "2099-12-30T12:00:00.000Z",
  nextReviewDate: "2099-12-30",
  recall: 0.9,
});

describe("a session of an exam's weakest cards", () => {
  it("asks all of them although their texts do not fit into one response", async () => {
    const { api } = studyWith({ examId: EXAM, cards: [] });
    const cards = cardsOf(3).map(makeNotDue);
    api.answer(examEndpoints.forecast, createForecast([1, 2, 3]));
    api.on(studyEndpoints.reviewQueue, ({ url: { searchParams } }) => {
      const after = Number(searchParams.get("after"));
      const next = after < 2 ? String(after + 1) : null;
      return { status: 200, body: { cards: cards.slice(after, after + 1), total: 3, next } };
    });
    await question(1);
    expect(screen.getByRole("heading", { name: "Las 3 más débiles" })).toBeTruthy();
    expect(api.callsTo(studyEndpoints.reviewQueue)).toHaveLength(3);
  });

  it.each([404, 409])("is empty for an exam that was deleted or is over (%s)", async (status) => {
    const study = studyWith({ examId: EXAM });
    study.api.fail(examEndpoints.forecast, status, { message: "No", code: status === 404 ? "not_found" : "conflict" });
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Volver al examen" }).getAttribute("href")).toBe(`/exams/${EXAM}`);
    expect(study.api.callsTo(studyEndpoints.reviewQueue)).toEqual([]);
  });
});

describe("a session of what an exam asks for today", () => {
  it("is asked of the server for the exam, in portions as any other", async () => {
    const { api } = studyWith({ forExam: EXAM, cards: cardsOf(60), sessionSize: null });
    await question(1);
    expect(screen.getByText("Carta 1 de 60")).toBeTruthy();
    await waitFor(() => expect(api.callsTo(studyEndpoints.reviewQueue)).toHaveLength(2));
    const asked = api.callsTo(studyEndpoints.reviewQueue).map(({ url }) => Object.fromEntries(url.searchParams));
    expect(asked).toEqual([
      { examId: `${EXAM}`, limit: "50" },
      { examId: `${EXAM}`, limit: "200", after: "50" },
    ]);
  });

  it("leads back to the exam if nothing is pending, or the exam is gone", async () => {
    studyWith({ forExam: EXAM, due: [] });
    expect((await screen.findByRole("link", { name: "Volver al examen" })).getAttribute("href")).toBe(`/exams/${EXAM}`);
    cleanup();
    const { api } = studyWith({ forExam: EXAM });
    api.fail(studyEndpoints.reviewQueue, 404, { message: "El examen no existe", code: "not_found" });
    expect(await screen.findByRole("link", { name: "Volver al examen" })).toBeTruthy();
  });
});
