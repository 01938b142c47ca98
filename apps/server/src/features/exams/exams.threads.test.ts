import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { NEW_CARD } from "@repasa/scheduler/schedule.ts";
import { describe, expect, it } from "vitest";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { ForecastTask } from "./exams.thread.ts";
import { forecastInThread } from "./exams.threads.ts";

const { settings, model, calibration } = NEW_LEARNER;
const { interval, easeFactor, reviewCount, difficulty } = NEW_CARD;
const TODAY = 20_000;
const [ANA, LUIS] = [1 as OwnerId, 2 as OwnerId];

/** New cards in folder 5; change what is to be different. */
function taskOf(change: Partial<ForecastTask> = {}): ForecastTask {
  const cards = [1, 2, 3].map((id) => [id, 5, null, null, null, null, interval, easeFactor, reviewCount, difficulty]);
  return {
    what: "forecast",
    cards: JSON.stringify(cards),
    today: TODAY,
    examDay: TODAY + 10,
    learner: { settings, weights: model.weights, calibration },
    met: { planned: [TODAY], others: [], limit: null, pausedUntil: null },
    attendance: 1,
    scored: 0,
    pressed: { first: [0, 0, 0, 0], recalled: [0, 0, 0] },
    seconds: { review: 8, newCard: 12 },
    ...change,
  };
}

/** Each has a thread of its own. */
const context = () => ({}) as Context;

describe("a forecast in a thread", () => {
  it("is remembered while nothing that it is made from changes, and made once for all who ask at a time", async () => {
    const ctx = context();
    const [one, other] = await Promise.all([
      forecastInThread(ctx, ANA, taskOf()),
      forecastInThread(ctx, ANA, taskOf()),
    ]);
    expect(other).toBe(one);
    expect(one).toMatchObject({ cards: 3, seen: 0, folders: [{ folderId: 5, cards: 3 }] });
    expect(await forecastInThread(ctx, ANA, taskOf())).toBe(one);
    for (const change of [{ today: TODAY + 1 }, { scored: 1 }, { cards: "[]" }, { misfit: 0.2 }]) {
      expect(await forecastInThread(ctx, ANA, taskOf(change))).not.toBe(one);
    }
    expect(await forecastInThread(ctx, ANA, taskOf())).toBe(one);
  });

  it("is asked again after a failure", async () => {
    const ctx = context();
    const broken = taskOf({ cards: "no JSON" });
    await expect(forecastInThread(ctx, ANA, broken)).rejects.toThrow(SyntaxError);
    await expect(forecastInThread(ctx, ANA, broken)).rejects.toThrow(SyntaxError);
    expect(await forecastInThread(ctx, ANA, taskOf())).toMatchObject({ cards: 3 });
  });

  it("is refused when too many wait, in words for people, while the others get theirs", async () => {
    const ctx = context();
    const asked = Array.from({ length: 24 }, (_, i) => forecastInThread(ctx, ANA, taskOf({ scored: i })));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual(
      Array(3).fill(["rate_limited", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo."]),
    );
  });
  it("of one who asks for many keeps nobody else waiting longer than for the one under way", async () => {
    const ctx = context();
    const done: string[] = [];
    const asked = Array.from({ length: 8 }, async (_, i) => {
      await forecastInThread(ctx, ANA, taskOf({ scored: i }));
      done.push("Ana");
    });
    const other = forecastInThread(ctx, LUIS, taskOf({ scored: 100 })).then(() => done.push("Luis"));
    await Promise.all([...asked, other]);
    expect(done.indexOf("Luis")).toBeLessThanOrEqual(1);
  });
});
