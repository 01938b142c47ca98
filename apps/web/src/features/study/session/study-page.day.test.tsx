import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { fakeApi } from "#testing/fake-api.ts";
import { samplePlan } from "#testing/sample-data.ts";
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

describe("the day in the summary", () => {
  it("asks for the figures only after the server has all ratings", async () => {
    let release = () => {};
    const { api } = await finish((server) => {
      // A call without a response would mean no network, with which the device counts by itself after two seconds.
      server.answer(billingEndpoints.plan, samplePlan());
      server.answer(reminderEndpoints.offer, { offer: false, hour: 18, minute: 0 });
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
    expect(screen.queryByRole("heading", { name: /racha/ })).toBeNull();
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
