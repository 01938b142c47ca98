import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { type DailyReview, type PresentBreak, statsEndpoints } from "@repasa/contract/stats.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { describeOngoingBreak, describeSpread } from "#features/pace/pace.wording.ts";
import { useSession } from "#features/session/use-session.ts";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { listStripDates } from "#features/stats/stats.days.ts";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, samplePreferences, sampleStats, sampleUser } from "#testing/sample-data.ts";

const today = localDateOf(new Date(), 4);
const folder = { folderId: 1, name: "Biología", total: 34, new: 0, hard: 34, medium: 0, easy: 0 };
const inDays = (from: number, to: number) => ({ from: addDays(today, from), to: addDays(today, to) });
const underWay: PresentBreak = { ...inDays(-2, 3), spreadUntil: addDays(today, 6), perDay: null };
const spread: PresentBreak = { ...inDays(-12, -3), spreadUntil: addDays(today, 2), perDay: 34 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(billingEndpoints.plan, samplePlan());
  answerDays();
  api.answer(statsEndpoints.scheduledFolders, []);
  api.answer(statsEndpoints.completedFolders, []);
  api.answer(statsEndpoints.userStats, sampleStats({ currentStreak: 5, longestStreak: 9, breaks: [inDays(-2, 3)] }));
});

function WithUser() {
  return useSession().user ? <DashboardPage /> : null;
}

/** Cards fall due the day after tomorrow. */
const answerDays = (completed?: number) =>
  api.answer(
    statsEndpoints.nearDays,
    listStripDates(today).map((date, index) => ({
      date,
      completed: index - 5 === completed,
      due: index === 7 ? 5 : 0,
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
const nameOf = (index: number) => screen.getAllByRole("tab")[index + 5]?.textContent ?? "";

describe("Home in a break", () => {
  it("says so in place of what waits, with a way to study all the same", async () => {
    answerReview({ break: underWay });
    renderApp(<WithUser />);
    await screen.findByRole("heading", { name: describeOngoingBreak(underWay) });
    expect(screen.queryByText("Carpetas del día")).toBeNull();
    expect(await screen.findByText("Tu racha te espera.")).toBeTruthy();
    expect(screen.getByText("En pausa: no se pierde.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Estudiar de todos modos" }).getAttribute("href")).toBe("/study");
  });

  it("offers no plan to catch up, though much waits", async () => {
    answerReview({ break: underWay, totalDue: 340 });
    api.answer(paceEndpoints.backlog, {
      pending: 340,
      overdue: 340,
      minutes: 50,
      catchUp: { until: addDays(today, 9), perDay: 45, doneToday: 0 },
      suggestion: { days: 6, perDay: 60 },
      offered: false,
    });
    renderApp(<WithUser />);
    await screen.findAllByRole("tab");
    expect(screen.queryByText(/Hoy te tocan/)).toBeNull();
  });

  it("ends by one tap, and keeps the focus on the page", async () => {
    answerReview({ break: underWay });
    const { user } = renderApp(<WithUser />);
    api.answer(paceEndpoints.endBreaks);
    const end = await screen.findByRole("button", { name: "Terminar la pausa" });
    answerReview({});
    await user.click(end);
    await screen.findByRole("heading", { name: "Carpetas del día" });
    expect(api.callsTo(paceEndpoints.endBreaks)[0]?.body).toEqual({ from: underWay.from, to: underWay.to });
    expect(document.activeElement?.textContent).toBe("Inicio");
  });

  it("marks its days in the strip, those with study as completed", async () => {
    answerReview({ break: underWay });
    answerDays(-1);
    const { user } = renderApp(<WithUser />);
    await waitFor(() => expect(nameOf(-2)).toMatch(/, en pausa$/));
    await waitFor(() => expect(nameOf(-1)).toMatch(/, completado$/));
    expect(nameOf(0)).toMatch(/, hoy, en pausa$/);
    expect(nameOf(2), "what falls due then is not asked for then").toMatch(/, en pausa$/);
    expect(nameOf(4)).toMatch(/, próximo$/);
    await user.click(screen.getAllByRole("tab")[7] as HTMLElement);
    expect(await screen.findByText(/No te tocará nada/)).toBeTruthy();
  });
});

describe("Home after a break", () => {
  it("says how what fell due is spread, and asks for all of it by one tap", async () => {
    answerReview({ break: spread, dueWaiting: 68, newWaiting: 12 });
    const { user } = renderApp(<WithUser />);
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

  it("says nothing of it where today asks for all that is due", async () => {
    answerReview({ break: spread });
    renderApp(<WithUser />);
    await screen.findByText("34 cartas pendientes");
    expect(screen.queryByText(/Tras tu pausa/)).toBeNull();
  });
});
