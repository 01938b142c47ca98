// Ratings that waited on a device: they count for the day on which they were given, as if they had arrived on it.

import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { UserStats } from "@repasa/contract/stats.ts";
import type { CardHistory } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#testing/more-cases.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const FIRST = "2026-03-01";
const DAY_MS = 86_400_000;
const LAST_DAY = 30;
const app = await sharedTestApp();

/** Sets the clock to an afternoon, days after the first one, and signs in again. */
async function goTo(day: number, client: TestClient): Promise<void> {
  app.clock.set(`${addDays(FIRST, day)}T17:00:00Z`);
  await client.post("/api/auth/login", { email: client.email, password: PASSWORD });
}

async function createAccount(cards: number): Promise<{ client: TestClient; cardIds: number[] }> {
  app.clock.set(`${FIRST}T12:00:00Z`);
  const client = await app.register();
  const folder = (await client.post<Folder>("/api/folders", { name: "Historia" })).body.id;
  const cardIds: number[] = [];
  for (let n = 0; n < cards; n++) {
    cardIds.push((await client.post<Card>(`/api/folders/${folder}/cards`, { front: `f${n}`, back: "b" })).body.id);
  }
  return { client, cardIds };
}

const rate = (client: TestClient, id: number, waitedMs = 0) =>
  client.post<{ message: string }>(`/api/cards/${id}/review`, {
    difficulty: "easy",
    answerResult: "correct",
    waitedMs,
  });

/** Returns what screens show of the days up to now. */
async function readDays(client: TestClient) {
  const { currentStreak, longestStreak, reviewedToday } = (await client.get<UserStats>("/api/user/stats")).body;
  const activity = (await client.get(`/api/user/activity?from=${FIRST}&to=${addDays(FIRST, LAST_DAY)}`)).body;
  return { currentStreak, longestStreak, reviewedToday, activity };
}

it("late ratings leave the same days and streak as punctual ones, even when the days were settled before", {
  timeout: 120_000,
}, async () => {
  const day = fc.integer({ min: 0, max: LAST_DAY });
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { minLength: 1, maxLength: 8 }),
      fc.array(day, { maxLength: 4 }),
      async (ratedOn, visitedOn) => {
        const days = ratedOn.toSorted((a, b) => a - b);
        const punctual = await createAccount(days.length + 1);
        for (const [n, given] of days.entries()) {
          await goTo(given, punctual.client);
          await rate(punctual.client, punctual.cardIds[n] as number);
        }
        const late = await createAccount(days.length + 1);
        for (const visited of visitedOn.toSorted((a, b) => a - b)) {
          await goTo(visited, late.client);
          await late.client.get("/api/user/home");
        }
        await goTo(LAST_DAY, late.client);
        for (const [n, given] of days.entries()) {
          const { status } = await rate(late.client, late.cardIds[n] as number, (LAST_DAY - given) * DAY_MS);
          expect(status).toBe(200);
        }
        const lateDays = await readDays(late.client);
        await goTo(LAST_DAY, punctual.client);
        expect(lateDays).toEqual(await readDays(punctual.client));
      },
    ),
    { numRuns: runs(2, 24) },
  );
});

it("a rating counts for its day up to 30 days later, and answers 400 after that", async () => {
  const { client, cardIds } = await createAccount(3);
  await goTo(LAST_DAY, client);
  const [one, two, three] = cardIds as [number, number, number];
  await rate(client, one, 30 * DAY_MS - 5 * 3_600_000);
  await rate(client, two, DAY_MS);
  const dateOf = async (id: number) =>
    (await client.get<CardHistory>(`/api/cards/${id}/history`)).body.reviews[0]?.date;
  expect([await dateOf(one), await dateOf(two)]).toEqual([FIRST, addDays(FIRST, LAST_DAY - 1)]);
  expect((await rate(client, three, 30 * DAY_MS)).status).toBe(200);
  const tooLate = await rate(client, three, 30 * DAY_MS + 1);
  expect([tooLate.status, tooLate.body.message]).toEqual([400, "La espera no puede superar 30 días"]);
});
