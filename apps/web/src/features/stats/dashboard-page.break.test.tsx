import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { DailyReview, PresentBreak } from "@repasa/contract/stats.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { describeOngoingBreak, describeSpread } from "#features/pace/pace.wording.ts";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { listStripDates } from "#features/stats/stats.days.ts";
import { addDays } from "#lib/local-date.ts";
import { periodInDays, today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFace, samplePlan, samplePreferences, sampleStats, sampleUser } from "#testing/sample-data.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";

const folder = { folderId: 1, name: "Biología", ...sampleFace, total: 34, new: 0, hard: 34, medium: 0, easy: 0 };
const ongoing: PresentBreak = { ...periodInDays(-2, 3), spreadUntil: addDays(today, 6), perDay: null };
const spread: PresentBreak = { ...periodInDays(-12, -3), spreadUntil: addDays(today, 2), perDay: 34 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(billingEndpoints.plan, samplePlan());
  answerDays();
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

/** Five cards fall due the day after tomorrow. `completed` counts days from today. */
const answerDays = (completed?: number) =>
  api.answer(
    statsEndpoints.nearDays,
    listStripDates(today).map((date, index) => ({
      date,
      completed: index - 5 === completed,
      studied: index - 5 === completed,
      due: 0,
      asked: index === 7 ? 5 : 0,
    })),
  );
const answerReview = (change: Partial<DailyReview>) =>
  api.answer(statsEndpoints.dailyReview, {
    date: today,
    totalDue: 34,
    newWaiting: 0,
    dueWaiting: 0,
    break: null,
    folders: [folder],
    ...change,
  });
const readTabText = (index: number) => screen.getAllByRole("tab")[index + 5]?.textContent ?? "";

describe("Home during a break", () => {
  it("shows the break in place of the pending cards, with a link to study anyway", async () => {
    answerReview({ break: ongoing });
    renderApp(dashboard);
    await screen.findByRole("heading", { name: describeOngoingBreak(ongoing) });
    expect(screen.queryByText("Carpetas del día")).toBeNull();
    expect(await screen.findByText("Tu racha te espera.")).toBeTruthy();
    expect(await screen.findByText("Descansa y sigue tras la pausa.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "5 días de racha" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Estudiar de todos modos" }).getAttribute("href")).toBe("/study");
  });

  it("says that the streak rests, and does not ask for a card, if there is none yet", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ breaks: [periodInDays(-2, 3)] }));
    answerReview({ break: ongoing });
    renderApp(dashboard);
    expect(await screen.findByRole("heading", { name: "Tu racha descansa" })).toBeTruthy();
    expect(screen.getByText("Sigue tras la pausa.")).toBeTruthy();
    expect(screen.queryByText(/empieza hoy|basta/)).toBeNull();
  });

  it("shows no plan to catch up, even if there is one", async () => {
    answerReview({ break: ongoing, totalDue: 340 });
    api.answer(paceEndpoints.backlog, {
      pending: 340,
      overdue: 340,
      minutes: 50,
      catchUp: { until: addDays(today, 9), perDay: 45, doneToday: 0 },
      suggestion: { days: 6, perDay: 60, leftToday: 60 },
      offered: false,
    });
    renderApp(dashboard);
    await screen.findAllByRole("tab");
    expect(screen.queryByText(/Estarás al día/)).toBeNull();
  });

  it("marks the days of the break in the strip, and those with reviews as completed", async () => {
    answerReview({ break: ongoing });
    answerDays(-1);
    const { user } = renderApp(dashboard);
    await waitFor(() => expect(readTabText(-2)).toMatch(/, en pausa$/));
    await waitFor(() => expect(readTabText(-1)).toMatch(/, completado$/));
    expect(readTabText(0)).toMatch(/, hoy, en pausa$/);
    expect(readTabText(2), "cards that fall due during the break are not pending then").toMatch(/, en pausa$/);
    expect(readTabText(4)).toMatch(/, próximo$/);
    await user.click(screen.getAllByRole("tab")[7] as HTMLElement);
    expect(await screen.findByText(/No te tocará nada/)).toBeTruthy();
  });
});

describe("Home after a break", () => {
  it("shows how the accumulated reviews are spread, and makes all of them pending by one tap", async () => {
    answerReview({ break: spread, dueWaiting: 68, newWaiting: 12 });
    const { user } = renderApp(dashboard);
    await screen.findByText(new RegExp(describeSpread(34, spread)));
    expect(screen.getByText(/^12 nuevas esperan su día/)).toBeTruthy();
    api.answer(paceEndpoints.endBreaks);
    answerReview({ totalDue: 102 });
    await user.click(screen.getByRole("button", { name: "Hacerlos todos hoy" }));
    await screen.findByText("102 cartas pendientes");
    expect(api.callsTo(paceEndpoints.endBreaks)[0]?.body).toEqual({ from: spread.from, to: spread.to });
    expect(screen.queryByText(/Tras tu pausa/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  it("mentions no spread if all due cards are pending", async () => {
    answerReview({ break: spread });
    renderApp(dashboard);
    await screen.findByText("34 cartas pendientes");
    expect(screen.queryByText(/Tras tu pausa/)).toBeNull();
  });
});
