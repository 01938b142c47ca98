import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getMonday } from "#features/progress/progress.calendar.ts";
import ProgressPage from "#features/progress/progress-page.tsx";
import { addDays } from "#lib/local-date.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleStats, sampleUser } from "#testing/sample-data.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 20, currentStreak: 3, longestStreak: 12 }));
  api.answer(statsEndpoints.activity, [{ date: today, count: 30, durationMs: 0 }]);
  api.answer(
    statsEndpoints.forecast,
    Array.from({ length: 30 }, (_, index) => ({
      date: addDays(today, index),
      count: 0,
      asked: index === 2 ? 1234 : 1,
    })),
  );
  api.answer(
    progressEndpoints.retention,
    [21, 14, 7, 0].map((days) => ({
      from: addDays(getMonday(today), -days),
      reviews: days === 0 ? 2 : 50,
      recalled: days === 0 ? 0 : 45,
      predicted: 0.9,
    })),
  );
});

function renderProgress() {
  return renderApp(
    <WhenSignedIn>
      <ProgressPage />
    </WhenSignedIn>,
    "/progress",
  );
}

const answerOf = (name: string) => within(screen.getByRole("region", { name }));

/** Waits until an answer shows the text. */
async function findAnswer(name: string, text: string | RegExp) {
  await waitFor(() => answerOf(name).getByText(text));
  return answerOf(name);
}

describe("ProgressPage", () => {
  it("leads from the streak to breaks, and from the recall to the hardest cards", async () => {
    renderProgress();
    const streak = await findAnswer("Tu racha", "La mejor fue de 12 días.");
    expect(streak.getByRole("link", { name: "Hacer una pausa" }).getAttribute("href")).toBe("/settings/study#pausas");
    const recall = await findAnswer("Lo que recuerdas", /^\d+\s%$/);
    const link = recall.getByRole("link", { name: "Las que más te cuestan" });
    expect(link.getAttribute("href")).toBe("/search?estado=hard");
  });

  it("leads in a break to the break", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ breaks: [{ from: addDays(today, -1), to: today }] }));
    renderProgress();
    const streak = await findAnswer("Tu racha", "días");
    expect(streak.getByRole("link", { name: "Ver tu pausa" })).toBeTruthy();
  });

  it("draws the trend of the recall without weeks that say little", async () => {
    renderProgress();
    await findAnswer("Lo que recuerdas", /^\d+\s%$/);
    const card = screen.getByRole("region", { name: "Lo que recuerdas" });
    const path = card.querySelector("path")?.getAttribute("d") ?? "";
    expect(path.match(/[ML]/g)).toHaveLength(3);
  });

  it("links a new user to the folders, or to the first review if there are cards", async () => {
    api.answer(statsEndpoints.activity, []);
    api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 0 }));
    const { unmount } = renderProgress();
    expect(await screen.findByRole("heading", { name: "Aquí verás tu progreso" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ver mis carpetas" }).getAttribute("href")).toBe("/folders");
    unmount();
    api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 3 }));
    renderProgress();
    expect((await screen.findByRole("link", { name: "Comenzar revisión" })).getAttribute("href")).toBe("/study");
  });

  it("shows an error in place of one answer, and can load it again", async () => {
    api.fail(progressEndpoints.retention, 500, "");
    const { user } = renderProgress();
    const recall = await findAnswer("Lo que recuerdas", "No se pudo cargar");
    await findAnswer("Lo que viene", "carta hoy");
    api.answer(progressEndpoints.retention, []);
    await user.click(recall.getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByText(/^Cuando tus cartas vuelvan/)).toBeTruthy();
  });
});
