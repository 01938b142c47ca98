import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { DailyReview, PresentBreak } from "@repasa/contract/stats.ts";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { addDays } from "#lib/local-date.ts";
import { periodInDays, today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { answerHome } from "#testing/home-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleBacklog, sampleFace, sampleReview, sampleStats, sampleUser } from "#testing/sample-data.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";

const folder = { folderId: 1, name: "Biología", ...sampleFace, total: 34, new: 0, hard: 34, medium: 0, easy: 0 };
const ongoing: PresentBreak = { ...periodInDays(-2, 3), spreadUntil: addDays(today, 6), perDay: null };
const spread: PresentBreak = { ...periodInDays(-12, -3), spreadUntil: addDays(today, 2), perDay: 34 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  answerHome(api, today);
  api.answer(statsEndpoints.scheduledFolders, []);
  api.answer(statsEndpoints.completedFolders, []);
  api.answer(
    statsEndpoints.userStats,
    sampleStats({ currentStreak: 5, longestStreak: 9, breaks: [periodInDays(-2, 3)] }),
  );
});

const dashboard = (
  <WhenSignedIn>
    <DashboardPage />
  </WhenSignedIn>
);

const answerReview = (change: Partial<DailyReview>) =>
  api.answer(statsEndpoints.dailyReview, sampleReview({ date: today, totalDue: 34, folders: [folder], ...change }));

describe("Home during a break", () => {
  it("says that the streak rests, and does not ask for a card, if there is none yet", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ breaks: [periodInDays(-2, 3)] }));
    answerReview({ break: ongoing });
    renderApp(dashboard);
    expect(await screen.findByRole("heading", { name: "Tu racha descansa" })).toBeTruthy();
    expect(screen.getByText("Sigue tras la pausa.")).toBeTruthy();
    expect(screen.queryByText(/empieza hoy|basta/)).toBeNull();
  });

  it.each([
    ["a streak waits and cards are due", 5, 34, "Tu racha te espera.", 1],
    ["there is neither a streak nor a card", 0, 0, "Hoy no te toca nada.", 0],
  ])("says that %s", async (_what, currentStreak, totalDue, text, links) => {
    api.answer(statsEndpoints.userStats, sampleStats({ currentStreak, breaks: [periodInDays(-2, 3)] }));
    answerReview({ break: ongoing, totalDue });
    renderApp(dashboard);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryAllByRole("link", { name: "Estudiar de todos modos" })).toHaveLength(links);
  });

  it("shows no plan to catch up, even if there is one", async () => {
    answerReview({ break: ongoing, totalDue: 340 });
    const catchUp = { until: addDays(today, 9), perDay: 45, doneToday: 0 };
    api.answer(paceEndpoints.backlog, sampleBacklog({ catchUp, offered: false }));
    renderApp(dashboard);
    await screen.findAllByRole("tab");
    expect(screen.queryByText(/Estarás al día/)).toBeNull();
  });
});

describe("Home after a break", () => {
  it("mentions no spread if all due cards are pending", async () => {
    answerReview({ break: spread });
    renderApp(dashboard);
    await screen.findByText("34 cartas pendientes");
    expect(screen.queryByText(/Tras tu pausa/)).toBeNull();
  });
});
