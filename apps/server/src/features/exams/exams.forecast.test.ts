import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast, ExamOutcome } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import type { QueuedCard, ReviewResult } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { readAttendance } from "./exams.learner.ts";

const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const inDays = (days: number) => addDays(TODAY, days);
let ana: TestClient;
let folder: Folder;
let cards: Card[];

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
  folder = (await ana.post<Folder>("/api/folders", { name: "Biología" })).body;
  cards = [];
  for (let index = 0; index < 6; index++) cards.push(await createCard(folder, `Pregunta ${index}`));
});

async function createCard({ id }: Folder, front: string): Promise<Card> {
  return (await ana.post<Card>(`/api/folders/${id}/cards`, { front, back: "b" })).body;
}

const createExam = async (date: string, folderIds = [folder.id]) =>
  (await ana.post<Exam>("/api/exams", { name: "Final", date, folderIds })).body;
const readForecast = (exam: Exam, client = ana) => client.get<ExamForecast>(`/api/exams/${exam.id}/forecast`);
const readOutcome = (exam: Exam, client = ana) => client.get<ExamOutcome>(`/api/exams/${exam.id}/outcome`);
const rate = async (
  card: Card,
  difficulty: string,
  answerResult = "correct",
  more: { interval?: number | undefined; durationMs?: number } = {},
) => {
  const rating = { difficulty, answerResult, durationMs: 6000, ...more };
  return (await ana.post<ReviewResult>(`/api/cards/${card.id}/review`, rating)).body;
};

describe("GET /api/exams/:id/forecast", () => {
  it("returns the expected recall, the plan of each day, the folders and the weakest cards", async () => {
    const [first, second] = cards as [Card, Card];
    await rate(first, "hard", "incorrect");
    await rate(second, "easy");
    const other = (await ana.post<Folder>("/api/folders", { name: "Vacía" })).body;
    const exam = await createExam(inDays(12), [other.id, folder.id]);
    const { status, body } = await readForecast(exam);
    expect(status).toBe(200);
    expect(body).toMatchObject({ today: TODAY, daysLeft: 12, cards: 6, seen: 2 });
    for (const { low, mean, high } of [body.expected, body.ifStopped]) {
      expect([0, low, mean, high, 1]).toEqual([0, low, mean, high, 1].toSorted((a, b) => a - b));
    }
    expect(body.expected.mean).toBeGreaterThan(0.8);
    // Two of six cards were ever seen.
    expect(body.ifStopped.mean).toBeLessThan(2 / 6);
    expect(body.plan.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, day) => inDays(day)));
    expect(body.plan.reduce((sum, { newCards }) => sum + newCards, 0)).toBeCloseTo(4, 0);
    expect(body.folders).toEqual([
      { folderId: folder.id, name: "Biología", cards: 6, expected: expect.any(Number) },
      { folderId: other.id, name: "Vacía", cards: 0, expected: 0 },
    ]);
    const plain = { format: "plain", variant: null };
    expect(body.weakest).toEqual([
      { cardId: first.id, front: "Pregunta 0", ...plain, folderId: folder.id, recall: expect.any(Number) },
      { cardId: second.id, front: "Pregunta 1", ...plain, folderId: folder.id, recall: expect.any(Number) },
    ]);
    expect((await readForecast(exam)).body).toEqual(body);
  });

  it("counts on the time per card that the backlog does, also without measured reviews", async () => {
    const rateUnmeasured = (card: Card) => ana.post(`/api/cards/${card.id}/review`, { difficulty: "medium" });
    for (const card of cards) await rateUnmeasured(card);
    app.clock.set(`${inDays(20)}T12:00:00Z`);
    const exam = await createExam(inDays(30));
    const readMinutes = async () => ({
      backlog: (await ana.get<Backlog>("/api/user/backlog")).body.minutes,
      exam: (await readForecast(exam)).body.plan[0]?.minutes,
    });
    await rateUnmeasured(cards[0] as Card);
    expect(await readMinutes(), "8 seconds for each of five").toEqual({ backlog: 1, exam: 0.7 });
    await rate(cards[1] as Card, "medium", "correct", { durationMs: 600_000 });
    expect(await readMinutes(), "a page left open for ten minutes counts as one").toEqual({ backlog: 4, exam: 4 });
  });

  it("returns a forecast for an exam without cards, and on the day of the exam", async () => {
    const exam = await createExam(inDays(1));
    await ana.delete(`/api/folders/${folder.id}`);
    expect((await readForecast(exam)).body).toMatchObject({ cards: 0, seen: 0, folders: [], weakest: [] });
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect(await readForecast(exam)).toMatchObject({ status: 200, body: { daysLeft: 0, plan: [] } });
  });

  it("leaves suspended cards out of all its numbers, and is kept only while there are others", async () => {
    const other = (await ana.post<Folder>("/api/folders", { name: "Anatomía" })).body;
    const bone = await createCard(other, "Hueso");
    const exam = await createExam(inDays(12), [other.id, folder.id]);
    const suspend = (some: Card[]) =>
      ana.post("/api/cards/batch", { cardIds: some.map(({ id }) => id), action: "suspend" });
    await suspend([bone, ...cards.slice(4)]);
    const { body } = await readForecast(exam);
    expect(body).toMatchObject({ cards: 4, folders: [{ cards: 0 }, { cards: 4 }] });
    await suspend(cards);
    expect((await readForecast(exam)).body).toMatchObject({ cards: 0, folders: [{ cards: 0 }, { cards: 0 }] });
    app.clock.set(`${inDays(20)}T12:00:00Z`);
    expect((await readOutcome(exam)).body.foretold).toMatchObject({ mean: body.expected.mean });
  });

  it("plans no more new cards per day than the preference allows", async () => {
    await ana.put("/api/user/preferences", { newCardsPerDay: 1 });
    const { plan } = (await readForecast(await createExam(inDays(3)))).body;
    for (const { newCards } of plan) expect(newCards).toBeLessThanOrEqual(1);
  });

  it("plans no study in a break to come, spreads what fell due over the days after it, and expects less", async () => {
    for (let index = 6; index < 60; index++) cards.push(await createCard(folder, `Pregunta ${index}`));
    for (const card of cards.slice(0, 50)) await rate(card, "medium");
    const exam = await createExam(inDays(30));
    const before = (await readForecast(exam)).body;
    const addBreak = (from: string, to: string) => ana.post("/api/user/breaks", { from, to });
    await addBreak(inDays(2), inDays(9));
    const { expected, plan } = (await readForecast(exam)).body;
    const cardsOn = (day: number) => (plan[day]?.reviews ?? 0) + (plan[day]?.newCards ?? 0);
    expect([2, 3, 4, 5, 6, 7, 8, 9].map(cardsOn)).toEqual(new Array(8).fill(0));
    expect(before.plan[3]?.reviews, "they fall due in the break").toBeGreaterThan(20);
    expect(plan[10]?.reviews, "a part of them").toBeLessThanOrEqual(20);
    expect(plan[10]?.reviews).toBeGreaterThan(10);
    expect(plan[11]?.reviews).toBeGreaterThan(10);
    await addBreak(inDays(21), inDays(29));
    const last = (await readForecast(exam)).body;
    expect(last.expected.mean, "nothing is studied in the last nine days").toBeLessThan(expected.mean - 0.01);
    expect(last.newCards.missed).toBe(0);
  });

  it("says how many cards the daily limit leaves unseen before a break that lasts until the exam", async () => {
    const exam = await createExam(inDays(12));
    await ana.put("/api/user/preferences", { newCardsPerDay: 2 });
    await ana.post("/api/user/breaks", { from: inDays(1), to: inDays(11) });
    const { newCards, plan } = (await readForecast(exam)).body;
    expect(plan.reduce((sum, day) => sum + day.newCards, 0)).toBeCloseTo(6 - newCards.missed);
    expect(newCards).toEqual({ missed: 4, limit: 2, enough: 6 });
  });

  it("counts days without study only if something was pending, and none of a break", async () => {
    const exam = await createExam(inDays(60));
    for (const card of cards) await rate(card, "easy");
    const attendanceOn = (days: number) => {
      app.clock.set(`${inDays(days)}T12:00:00Z`);
      const moment = momentAt(app.ctx.clock.now(), { timeZone: "UTC", dayStartHour: 4 });
      return readAttendance(app.ctx, ana.userId as OwnerId, moment, TODAY);
    };
    // Nothing is due for a week: only the day of the first reviews counts, beside the assumed week.
    expect(await attendanceOn(6)).toBeCloseTo(7 / 8, 9);
    await ana.post("/api/user/breaks", { from: inDays(7), to: inDays(10) });
    expect(await attendanceOn(11)).toBeCloseTo(7 / 8, 9);
    // Cards were due on two days without study.
    expect(await attendanceOn(13)).toBeCloseTo(7 / 10, 9);
    const missed = (await readForecast(exam)).body.expected.mean;
    for (const card of cards) await rate(card, "easy");
    app.clock.set(`${inDays(14)}T12:00:00Z`);
    expect(await attendanceOn(14)).toBeCloseTo(8 / 11, 9);
    expect((await readForecast(exam)).body.expected.mean).toBeGreaterThan(missed);
  });

  it("has a wider range for a student whose recall differs from the prediction, until new weights are fitted", async () => {
    const exam = await createExam(inDays(30));
    const width = async () => {
      const { low, high } = (await readForecast(exam)).body.ifStopped;
      return high - low;
    };
    const markFitted = `update user_scheduling set folded_through = (select max(id) from reviews) where user_id = $1`;
    const markUnfitted = "update user_scheduling set folded_through = null where user_id = $1";
    const set = (statement: string) => app.database.pool.query(statement, [ana.userId]);
    for (const card of cards) await rate(card, "medium");
    app.clock.set(`${inDays(3)}T12:00:00Z`);
    for (const card of cards) await rate(card, "medium");
    // Ratings do not count as known results before the student has used "No la recordé".
    const widthBefore = await width();
    await set(markFitted);
    expect(await width()).toBe(widthBefore);
    await set(markUnfitted);
    await rate(cards[0] as Card, "hard", "incorrect");
    app.clock.set(`${inDays(4)}T12:00:00Z`);
    for (const card of cards) await rate(card, "hard", "incorrect");
    const widthAfter = await width();
    await set(markFitted);
    expect(widthAfter).toBeGreaterThan(1.1 * (await width()));
  });

  it("answers 404 to another user, and 409 when the exam is over", async () => {
    const exam = await createExam(inDays(1));
    const eva = await app.register();
    const missing = { status: 404, body: { message: "El examen no existe" } };
    expect(await readForecast(exam, eva)).toMatchObject(missing);
    expect(await readOutcome(exam, eva)).toMatchObject(missing);
    app.clock.set(`${inDays(2)}T12:00:00Z`);
    expect(await readForecast(exam)).toMatchObject({ status: 409, body: { message: "El examen ya pasó" } });
  });
});

describe("GET /api/exams/:id/outcome", () => {
  it("returns the last forecast from before the exam's day, and the results of the reviews around it", async () => {
    for (const card of cards) await rate(card, "easy");
    const exam = await createExam(inDays(10));
    const nothing = { foretold: null, reviews: 0, recalled: 0, predicted: null, studied: 0, due: 0 };
    expect((await readOutcome(exam)).body).toEqual(nothing);
    await readForecast(exam);
    app.clock.set(`${inDays(8)}T12:00:00Z`);
    const { expected } = (await readForecast(exam)).body;
    await rate(cards[0] as Card, "hard", "incorrect");
    app.clock.set(`${inDays(10)}T12:00:00Z`);
    await readForecast(exam);
    await rate(cards[1] as Card, "medium");
    app.clock.set(`${inDays(18)}T12:00:00Z`);
    await rate(cards[2] as Card, "medium");
    expect((await readOutcome(exam)).body).toEqual({
      foretold: { on: inDays(8), ...expected },
      reviews: 2,
      recalled: 1,
      predicted: expect.closeTo(0.9, 0),
      studied: 2,
      due: 4,
    });
  });

  it("counts the cards that had come due without being studied, also once they were studied later", async () => {
    const [first, second, unseen] = cards.splice(0, 3) as [Card, Card, Card];
    for (const card of [first, second, ...cards]) await rate(card, "easy");
    await ana.post("/api/cards/batch", { cardIds: [second.id], action: "suspend" });
    const exam = await createExam(inDays(10));
    const readCounts = async () => {
      const { reviews, studied, due } = (await readOutcome(exam)).body;
      return { reviews, studied, due };
    };
    app.clock.set(`${inDays(12)}T12:00:00Z`);
    expect(await readCounts()).toEqual({ reviews: 0, studied: 0, due: 4 });
    // The first rating of a card says nothing about recall.
    await rate(unseen, "medium");
    expect(await readCounts()).toEqual({ reviews: 0, studied: 1, due: 4 });
    app.clock.set(`${inDays(20)}T12:00:00Z`);
    await rate(first, "easy");
    expect(await readCounts()).toEqual({ reviews: 0, studied: 1, due: 4 });
  });

  it("has no forecast after the exam's date or folders have changed, but keeps it when the name changes", async () => {
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    const readForetoldAfter = async (exam: Exam, change: object) => {
      await readForecast(exam);
      const body = { name: "Final", date: exam.date, folderIds: [folder.id], ...change };
      expect((await ana.put(`/api/exams/${exam.id}`, body)).status).toBe(200);
      return (await readOutcome(exam)).body.foretold;
    };
    const exam = await createExam(inDays(5));
    expect(await readForetoldAfter(exam, { name: "Otro nombre" })).not.toBeNull();
    expect(await readForetoldAfter(exam, { folderIds: [folder.id, other.id] })).toBeNull();
    expect(await readForetoldAfter(exam, { date: inDays(6) })).toBeNull();
  });
});

describe("a card of an exam", () => {
  it("gets the interval shown on its button, for random ratings", async () => {
    const press = fc.constantFrom("easy", "medium", "hard");
    const presses = fc.array(fc.record({ press, pause: fc.integer({ min: 0, max: 4 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    await createExam(inDays(9));
    await fc.assert(
      fc.asyncProperty(presses, async (presses) => {
        app.clock.set(`${TODAY}T12:00:00Z`);
        const card = await createCard(folder, "Otra");
        let day = 0;
        for (const { press, pause } of presses) {
          day += pause;
          if (day >= 8) break;
          app.clock.set(`${inDays(day)}T12:00:00Z`);
          const queue = (await ana.get<QueuedCard[]>(`/api/cards/review?folderId=${folder.id}&practice=true`)).body;
          const shown = queue.find(({ id }) => id === card.id)?.nextIntervals[press];
          const { card: rated } = await rate(card, press, "correct", { interval: shown });
          expect(rated.interval).toBe(shown);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("is due before the exam, sooner than without it", async () => {
    const [card] = cards as [Card];
    const rateTwice = async (card: Card) => {
      app.clock.set(`${TODAY}T12:00:00Z`);
      await rate(card, "hard", "incorrect");
      app.clock.set(`${inDays(1)}T12:00:00Z`);
      return (await rate(card, "medium")).card.interval;
    };
    const usual = await rateTwice(card);
    expect(usual).toBeGreaterThanOrEqual(3);
    app.clock.set(`${TODAY}T12:00:00Z`);
    await createExam(inDays(3));
    expect(await rateTwice(cards[1] as Card)).toBe(1);
  });

  it("is scheduled as usual from the day of the exam on", async () => {
    const [card] = cards as [Card];
    await createExam(inDays(1));
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect((await rate(card, "easy")).card.interval).toBe(7);
  });
});
