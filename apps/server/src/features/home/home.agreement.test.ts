import type { ActivityDay } from "@repasa/contract/stats.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exportAccount, importAccount } from "#testing/account-copies.ts";
import { expectSameFigures, type Figures } from "#testing/account-figures.ts";
import { anySharedUse, useAccount } from "#testing/any-use.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

// For random accounts, with followed folders, assignments, imports, quizzes, limits, plans and breaks: a number that several screens
// state is the same on all of them, in a copy of the account too, and the next day asks what the day before promised.

const START = "2026-03-01T09:00:00Z";
const DAY_MS = 86_400_000;
const app = await sharedTestApp({ now: START });

const PRESSES = [
  { difficulty: "hard", answerResult: "incorrect" },
  { difficulty: "hard" },
  { difficulty: "medium" },
  { difficulty: "medium", answerResult: "correct", mode: "type" },
  { difficulty: "easy", answerResult: "correct" },
  { difficulty: "hard", answerResult: "correct", mode: "type", hints: 1 },
];
const anyPresses = fc.array(fc.constantFrom(...PRESSES), { minLength: 10, maxLength: 10 });

it("states each number once, and the next day asks what was promised", {
  timeout: 120_000 + 20_000 * runs(2, 60),
}, async () => {
  await fc.assert(
    fc.asyncProperty(anySharedUse, anyPresses, async (steps, presses) => {
      app.clock.set(START);
      const client = await app.register();
      const timeZone = await useAccount(app, client, steps);
      await expectSameInCopy(client, timeZone, await expectSameFigures(app, client, timeZone));
      await studyAll(client, timeZone, presses);
      const { today, tomorrow, rests } = await expectSameFigures(app, client, timeZone);
      app.clock.advance(DAY_MS);
      const next = await expectSameFigures(app, client, timeZone);
      expect(next.today).toBe(addDays(today, 1));
      // A student who has travelled west may already have studied on that date, which no figure of the day before contains.
      const { body: done } = await client.get<ActivityDay[]>(`/api/user/activity?from=${next.today}`, { timeZone });
      if (!rests && done.length === 0)
        expect(next.rests ? 0 : next.pending, "what the day before promised").toBe(tomorrow);
    }),
    { numRuns: runs(2, 60), endOnFailure: true },
  );
});

async function expectSameInCopy(client: TestClient, timeZone: string, expected: Figures): Promise<void> {
  const copy = await app.register();
  await importAccount(app, copy, await exportAccount(app, client, timeZone), timeZone);
  expect(await expectSameFigures(app, copy, timeZone), "in a copy").toEqual(expected);
}

/** Rates everything that is pending, until nothing is. */
async function studyAll(client: TestClient, timeZone: string, presses: readonly object[]): Promise<void> {
  const readQueue = async () => (await client.get<QueuedCard[]>("/api/cards/review", { timeZone })).body;
  for (let queue = await readQueue(); queue.length > 0; queue = await readQueue()) {
    for (const { id } of queue) {
      app.clock.advance(100);
      const { status } = await client.post(`/api/cards/${id}/review`, presses[id % presses.length], { timeZone });
      expect(status).toBe(200);
    }
  }
}
