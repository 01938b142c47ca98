import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { today } from "#testing/dates.ts";
import type { fakeApi } from "#testing/fake-api.ts";
import { sampleNearDays, sampleStats } from "#testing/sample-data.ts";
import { cardsOf, press, question, studyWith } from "#testing/study-page.tsx";

async function finish(answer: (api: ReturnType<typeof fakeApi>) => void) {
  const study = studyWith({ cards: cardsOf(2) });
  answer(study.api);
  await question(1);
  for (const key of [" ", "3", " ", "1"]) press(key);
  await screen.findByRole("list", { name: "Términos revisados", hidden: true });
  return study;
}

const streak = (name: string) => screen.findByRole("heading", { name });
const days = () => within(screen.getByRole("list", { name: "Tus días" })).getAllByRole("listitem");

describe("the day in the summary", () => {
  it("shows the streak, that the day is complete, and how many cards tomorrow brings", async () => {
    await finish((api) => {
      api.answer(statsEndpoints.userStats, sampleStats({ reviewedToday: 2, currentStreak: 12, longestStreak: 30 }));
      const near = { [-2]: { studied: true }, [-1]: { completed: true, studied: true }, 1: { asked: 14 } };
      api.answer(statsEndpoints.nearDays, sampleNearDays(today, near));
    });
    await streak("12 días de racha");
    expect(screen.getByText("Día completo.")).toBeTruthy();
    expect(screen.getByText("Mañana te esperan 14 cartas.")).toBeTruthy();
    const said = days().map((day) => day.textContent);
    expect(said).toHaveLength(7);
    expect(said.slice(3)).toEqual([
      expect.stringMatching(/, a medias$/),
      expect.stringMatching(/, completado$/),
      expect.stringMatching(/^HOY.*, completado$/),
      expect.stringMatching(/, próximo14$/),
    ]);
  });

  it("asks for the figures only after the server has all ratings", async () => {
    let release = () => {};
    const { api } = await finish((server) => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      server.on(studyEndpoints.review, async ({ body }) => {
        await held;
        const { reviewId } = body as { reviewId: string };
        return { status: 200, body: { card: cardsOf(1)[0], reviewId } };
      });
    });
    await waitFor(() => expect(api.callsTo(studyEndpoints.review)).toHaveLength(1));
    expect(screen.getByText("Cargando tu racha...")).toBeTruthy();
    expect(api.callsTo(statsEndpoints.userStats)).toEqual([]);
    release();
    await streak("1 día de racha");
    expect(api.callsTo(studyEndpoints.review)).toHaveLength(2);
  });

  it("says that the answers are safe if the figures cannot be loaded", async () => {
    await finish((api) => api.on(statsEndpoints.userStats, () => ({ status: 500, body: { message: "No" } })));
    expect(
      await screen.findByText("Tus respuestas están guardadas. Verás tu racha cuando vuelvas a tener conexión."),
    ).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Tus días" })).toBeNull();
    expect(screen.getByRole("button", { name: "Listo" })).toBeTruthy();
  });
});
