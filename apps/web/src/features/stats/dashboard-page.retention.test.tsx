import type { Preferences } from "@repasa/contract/account.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { addDays } from "#lib/local-date.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import {
  sampleFace,
  samplePlan,
  samplePreferences,
  sampleReview,
  sampleStats,
  sampleUser,
} from "#testing/sample-data.ts";
import { settled } from "#testing/settled.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";

const folder = { folderId: 1, name: "Biología", ...sampleFace, total: 3, new: 0, hard: 3, medium: 0, easy: 0 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.plan, samplePlan());
  api.answer(statsEndpoints.nearDays, []);
  api.answer(statsEndpoints.userStats, sampleStats());
  answerReview(folder);
});

function answerReview({ total, new: fresh }: Pick<typeof folder, "total" | "new">) {
  const folders = [{ ...folder, total, new: fresh }];
  api.answer(statsEndpoints.dailyReview, sampleReview({ date: today, totalDue: total, folders }));
}

async function renderHome(change: Partial<Preferences>) {
  api.answer(accountEndpoints.preferences, samplePreferences(change));
  api.answer(accountEndpoints.setPreferences, samplePreferences());
  const rendered = renderApp(
    <WhenSignedIn>
      <DashboardPage />
    </WhenSignedIn>,
    "/dashboard",
  );
  await screen.findByRole("tabpanel");
  return rendered;
}

const findQuestion = () => screen.queryByRole("region", { name: /^Recuerdas cerca del 83\s%, como en Anki/ });
const ASKED = { desiredRetention: 0.83, retentionQuestionFrom: today };

describe("the question whether to raise the retention", () => {
  it.each([
    [/^Subir al 90\s%$/, 0.9],
    [/^Dejarlo así$/, 0.83],
  ])("disappears with the answer %s, which sets the retention", async (name, desiredRetention) => {
    const { user } = await renderHome(ASKED);
    await waitFor(() => expect(findQuestion()).not.toBeNull());
    await user.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(findQuestion()).toBeNull());
    expect(api.callsTo(accountEndpoints.setPreferences).map(({ body }) => body)).toEqual([{ desiredRetention }]);
    expect(document.activeElement?.tagName).toBe("H1");
  });

  it.each([
    ["before its day", { ...ASKED, retentionQuestionFrom: addDays(today, 1) }],
    ["of who was not asked to choose", { desiredRetention: 0.83, retentionQuestionFrom: null }],
  ])("is not asked %s", async (_, preferences) => {
    const { queryClient } = await renderHome(preferences);
    await settled(queryClient);
    expect(findQuestion()).toBeNull();
  });

  it("waits while a daily number of new cards is offered", async () => {
    answerReview({ total: 680, new: 680 });
    await renderHome(ASKED);
    expect(await screen.findByRole("region", { name: /cartas nuevas/ })).toBeTruthy();
    expect(findQuestion()).toBeNull();
  });
});
