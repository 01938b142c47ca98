import { NEW_CARD } from "@repasa/scheduler/schedule.ts";
import { describe, expect, it } from "vitest";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { NEW_STUDENT } from "#testing/new-student.ts";
import type { ForecastTask } from "./exams.thread.ts";
import { forecastInThread } from "./exams.threads.ts";

const { settings, model, calibration } = NEW_STUDENT;
const { interval, easeFactor, reviewCount, difficulty } = NEW_CARD;
const TODAY = 20_000;
const [ANA, LUIS] = [1 as OwnerId, 2 as OwnerId];

/** Builds the task for an exam with three new cards in folder 5. */
function buildTask(change: Partial<ForecastTask> = {}): ForecastTask {
  const cards = [1, 2, 3].map((id) => [id, 5, null, null, null, null, interval, easeFactor, reviewCount, difficulty]);
  return {
    what: "forecast",
    cards: JSON.stringify(cards),
    today: TODAY,
    examDay: TODAY + 10,
    learner: { settings, weights: model.weights, calibration },
    introductions: { planned: [TODAY], others: [], limit: null, pausedUntil: null, breaks: [] },
    limit: null,
    attendance: 1,
    scored: 0,
    pressed: { first: [0, 0, 0, 0], recalled: [0, 0, 0] },
    seconds: { review: 8, newCard: 12 },
    ...change,
  };
}

/** Each context has a thread of its own. */
const createContext = () => ({}) as Context;

describe("forecastInThread", () => {
  it("returns the cached result while no part of the task changes, and computes it once for concurrent calls", async () => {
    const ctx = createContext();
    const [one, other] = await Promise.all([
      forecastInThread(ctx, ANA, buildTask()),
      forecastInThread(ctx, ANA, buildTask()),
    ]);
    expect(other).toBe(one);
    expect(one).toMatchObject({ cards: 3, seen: 0, folders: [{ folderId: 5, cards: 3 }] });
    expect(await forecastInThread(ctx, ANA, buildTask())).toBe(one);
    for (const change of [{ today: TODAY + 1 }, { scored: 1 }, { cards: "[]" }, { misfit: 0.2 }]) {
      expect(await forecastInThread(ctx, ANA, buildTask(change))).not.toBe(one);
    }
    expect(await forecastInThread(ctx, ANA, buildTask())).toBe(one);
  });

  it("does not cache a failure", async () => {
    const ctx = createContext();
    const broken = buildTask({ cards: "no JSON" });
    await expect(forecastInThread(ctx, ANA, broken)).rejects.toThrow(SyntaxError);
    await expect(forecastInThread(ctx, ANA, broken)).rejects.toThrow(SyntaxError);
    expect(await forecastInThread(ctx, ANA, buildTask())).toMatchObject({ cards: 3 });
  });

  it("rejects the calls that exceed the account's queue, with a message in Spanish, and completes the others", async () => {
    const ctx = createContext();
    const calls = Array.from({ length: 24 }, (_, i) => forecastInThread(ctx, ANA, buildTask({ scored: i })));
    const results = await Promise.allSettled(calls);
    const rejected = results.filter((result) => result.status === "rejected");
    expect(rejected.map(({ reason }) => [reason.code, reason.message])).toEqual(
      Array(3).fill(["rate_limited", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo."]),
    );
  });

  it("serves another account next after the task under way, however many tasks an account has waiting", async () => {
    const ctx = createContext();
    const done: string[] = [];
    const calls = Array.from({ length: 8 }, async (_, i) => {
      await forecastInThread(ctx, ANA, buildTask({ scored: i }));
      done.push("Ana");
    });
    const other = forecastInThread(ctx, LUIS, buildTask({ scored: 100 })).then(() => done.push("Luis"));
    await Promise.all([...calls, other]);
    expect(done.indexOf("Luis")).toBeLessThanOrEqual(1);
  });
});
