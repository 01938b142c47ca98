// Answers that were chosen from options: they are practice, which never moves a schedule later.

import type { Card } from "@repasa/contract/cards.ts";
import type { ActivityDay, UserStats } from "@repasa/contract/stats.ts";
import type { CardHistory, QueuedCard, ReviewMode, ReviewResult } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { runs } from "#testing/more-cases.ts";
import { ana, folderId, registerBeforeEach, registerNext } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const DAY = 86_400_000;
const server = await sharedTestApp();
registerBeforeEach(server, "2026-03-10T12:00:00Z");

const newCard = async (extra: object = {}) =>
  (await ana.post<Card>(`/api/folders/${folderId}/cards`, { front: "H₂O", back: "agua", ...extra })).body;
const answer = async (card: Card, mode: ReviewMode, isRight: boolean, more: object = {}) => {
  const difficulty = isRight ? "medium" : "hard";
  const body = { difficulty, answerResult: isRight ? "correct" : "incorrect", mode, ...more };
  const sent = await ana.post<ReviewResult>(`/api/cards/${card.id}/review`, body);
  expect(sent.status).toBe(200);
  return sent.body;
};
const history = async (card: Card) => (await ana.get<CardHistory>(`/api/cards/${card.id}/history`)).body;
const queue = async () => (await ana.get<QueuedCard[]>("/api/cards/review")).body.map(({ id }) => id);
const calibration = async () =>
  (
    await server.database.pool.query(
      `SELECT calibration_a, calibration_b, hard_since_forgotten, recalled_count, hard_recalled_count, recalled_in_a_row
      FROM user_scheduling WHERE user_id = $1`,
      [ana.userId],
    )
  ).rows[0];

/** Creates a card that was rated easy on March 10th, and so is due on the 17th. */
async function studiedCard(): Promise<Card> {
  return (await answer(await newCard(), "flip", true, { difficulty: "easy" })).card;
}

describe("a right choice", () => {
  it.each([
    ["before it is due", 3],
    ["on the day on which it is due", 7],
    ["when it is overdue", 12],
  ])("leaves a card as it is %s", async (_when, days) => {
    const card = await studiedCard();
    const learned = await calibration();
    server.clock.advance(days * DAY);
    const { recall, stability } = await history(card);
    const pending = await queue();
    const { card: after, reviewId } = await answer(card, "choose", true);
    expect(after).toEqual(card);
    expect(await queue()).toEqual(pending);
    expect(await calibration()).toEqual(learned);
    const now = await history(card);
    expect(now).toMatchObject({ card, recall, stability });
    expect(now.reviews[0]).toMatchObject({ reviewId, mode: "choose", practice: true, interval: Math.max(0, 7 - days) });
  });

  it("leaves a new card new and pending", async () => {
    const card = await newCard();
    expect((await answer(card, "choose", true)).card).toEqual(card);
    expect(await queue()).toEqual([card.id]);
    expect((await history(card)).reviews).toMatchObject([{ mode: "choose", practice: true, interval: 0 }]);
  });

  it("hides no sibling for the day", async () => {
    const card = await newCard({ reverse: true });
    const [pending] = await queue();
    await answer(card, "choose", true);
    expect(await queue()).toEqual([pending]);
  });
});

describe("a wrong choice", () => {
  it("brings a card back on the day that a forgotten card gets in practice, and leaves its memory", async () => {
    const [card, other] = [await studiedCard(), await studiedCard()];
    server.clock.advance(3 * DAY);
    const { stability } = await history(card);
    const chosen = (await answer(card, "choose", false)).card;
    const forgotten = (await answer(other, "flip", false)).card;
    expect(chosen.nextReviewDate).toBe("2026-03-14");
    expect(chosen).toMatchObject({ nextReviewDate: forgotten.nextReviewDate, nextReviewAt: forgotten.nextReviewAt });
    expect(chosen).toEqual({ ...card, interval: 4, nextReviewAt: chosen.nextReviewAt, nextReviewDate: "2026-03-14" });
    expect((await history(card)).stability).toBeCloseTo(stability as number, 0);
    expect((await history(card)).reviews[0]).toMatchObject({ mode: "choose", practice: true, interval: 1 });
    server.clock.advance(DAY);
    expect(await queue()).toContain(card.id);
  });

  it("leaves a due card due, and a new one new", async () => {
    const [card, fresh] = [await studiedCard(), await newCard()];
    server.clock.advance(7 * DAY);
    expect((await answer(card, "choose", false)).card).toEqual(card);
    expect((await answer(fresh, "choose", false)).card).toEqual(fresh);
    expect((await history(card)).reviews[0]).toMatchObject({ practice: true });
    expect(new Set(await queue())).toEqual(new Set([card.id, fresh.id]));
  });

  it("is undone, and so is a right one", async () => {
    const card = await studiedCard();
    server.clock.advance(2 * DAY);
    for (const isRight of [false, true]) {
      const { reviewId } = await answer(card, "choose", isRight);
      const undone = await ana.delete<ReviewResult>(`/api/cards/${card.id}/reviews/${reviewId}`);
      expect(undone).toMatchObject({ status: 200, body: { undone: true, card } });
    }
    expect((await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body).toEqual([card]);
    await expectFold(server.database.pool, ana.userId);
  });
});

it("counts for the day's activity and the streak, on the day on which it was given", async () => {
  const card = await studiedCard();
  server.clock.advance(2 * DAY);
  await answer(card, "choose", true, { durationMs: 2000, waitedMs: DAY });
  await answer(card, "choose", false, { durationMs: 3000 });
  expect((await ana.get<ActivityDay[]>("/api/user/activity")).body).toEqual([
    { date: "2026-03-10", count: 1, durationMs: 0 },
    { date: "2026-03-11", count: 1, durationMs: 2000 },
    { date: "2026-03-12", count: 1, durationMs: 3000 },
  ]);
  expect((await ana.get<UserStats>("/api/user/stats")).body).toMatchObject({ currentStreak: 3, reviewedToday: 1 });
});

it("sent twice is logged once", async () => {
  const card = await studiedCard();
  server.clock.advance(2 * DAY);
  const reviewId = "0b8f1e0a-8f0f-4f0e-9d0c-0000000000aa";
  const first = await answer(card, "choose", false, { reviewId });
  expect(await answer(card, "choose", false, { reviewId })).toEqual(first);
  expect((await history(card)).reviews).toHaveLength(2);
});

it("a typed rating has the effects of one by buttons, except on what is known about the buttons", async () => {
  const study = async (mode: ReviewMode) => {
    await registerNext(server, "2026-03-10T12:00:00Z");
    const card = await newCard();
    for (const isRight of [true, true, false, true]) {
      await answer(card, mode, isRight);
      server.clock.advance(2 * DAY);
    }
    const { reviews, card: after, ...memory } = await history(card);
    const facts = reviews.map(({ practice, interval, difficulty }) => ({ practice, interval, difficulty }));
    const { calibration_a: a, calibration_b: b } = await calibration();
    return { ...memory, facts, interval: after.interval, ease: after.easeFactor, a, b };
  };
  expect(await study("type")).toEqual(await study("flip"));
});

it("whatever is answered and undone, nothing is learned from choices and no schedule moves later by them", {
  timeout: 120_000,
}, async () => {
  const step = fc.record({
    card: fc.nat(3),
    mode: fc.constantFrom<ReviewMode>("flip", "type", "choose", "choose"),
    isRight: fc.boolean(),
    undo: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
    hours: fc.constantFrom(0, 1, 24, 24, 72),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      await registerNext(server, server.clock.now());
      const cards = [await newCard(), await newCard(), await newCard({ reverse: true })];
      for (const { card: place, mode, isRight, undo, hours } of steps) {
        server.clock.advance(hours * 3_600_000 + 1000);
        const card = cards[place % cards.length] as Card;
        const before = (await history(card)).card;
        const { card: after, reviewId } = await answer(card, mode, isRight);
        if (mode === "choose") {
          const dueBefore = before.nextReviewDate ?? "";
          expect((after.nextReviewDate ?? "") <= dueBefore).toBe(true);
          expect({ ...after, nextReviewAt: "", nextReviewDate: "", interval: 0 }).toEqual({
            ...before,
            nextReviewAt: "",
            nextReviewDate: "",
            interval: 0,
          });
        }
        if (undo) await ana.delete(`/api/cards/${card.id}/reviews/${reviewId}`);
        if (undo) expect((await history(card)).card).toEqual(before);
      }
      if ((await calibration()) !== undefined) await expectFold(server.database.pool, ana.userId);
      const wrong: string[] = [];
      await countDifferences(server.ctx.db, ana.userId as OwnerId, (what) => wrong.push(what));
      expect(wrong).toEqual([]);
    }),
    { numRuns: runs(3, 16) },
  );
});
