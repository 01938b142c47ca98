import type { Card, CardPage } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import type { Backlog, CatchUp } from "@repasa/contract/pace.ts";
import type { DailyReview, ForecastDay, UserStats } from "@repasa/contract/stats.ts";
import type { QueuedCard, Rating } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { computeLossUntilTomorrow } from "@repasa/scheduler/loss.ts";
import { DEFAULT_MODEL } from "@repasa/scheduler/memory.ts";
import { describe, expect, it } from "vitest";
import { insertCards, rateAll } from "#testing/card-calls.ts";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const DAY = 86_400_000;

const server = await sharedTestApp();
registerBeforeEach(server, "2026-03-10T12:00:00Z");

const addCard = async (front: string) =>
  (await ana.post<Card>(`/api/folders/${folderId}/cards`, { front, back: "x" })).body;
const rate = async (card: { id: number }, difficulty: string) =>
  expect((await ana.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" })).status).toBe(200);
const queue = async () => (await ana.get<QueuedCard[]>("/api/cards/review")).body;
const backlog = async () => (await ana.get<Backlog>("/api/user/backlog")).body;
const startCatchUp = async (days: number) => (await ana.post<Backlog>("/api/user/catch-up", { days })).body;
const dailyReview = async () => (await ana.get<DailyReview>("/api/cards/daily-review")).body;
const stats = async () => (await ana.get<UserStats>("/api/user/stats")).body;
const completedOn = async (date: string) => (await ana.get<Folder[]>(`/api/folders/completed/${date}`)).body.length;

type Difficulty = Rating["difficulty"];

const rateCards = (ids: readonly number[], difficultyOf: (place: number) => Difficulty = () => "easy") =>
  rateAll(
    ana,
    ids.map((cardId, place) => ({ cardId, difficulty: difficultyOf(place), answerResult: "correct" })),
  );
const idsOf = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);

/** Adds cards, rates each once, and returns three weeks later. */
async function returnAfterThreeWeeks(cards: number): Promise<void> {
  const ids = await insertCards(server, folderId, cards);
  await rateCards(ids, (place) => (place % 2 === 0 ? "medium" : "easy"));
  server.clock.advance(21 * DAY);
}

/** Rates everything in the queue, all of it easy by default, and returns the number of its cards. */
async function studyDay(difficultyOf?: (place: number) => Difficulty): Promise<number> {
  const cards = await queue();
  await rateCards(idsOf(cards), difficultyOf);
  return cards.length;
}

/** Every fourth card is forgotten, and comes back on the next day. */
const forgetSome = (place: number) => (place % 4 === 0 ? "hard" : "easy");

describe("GET /api/user/backlog", () => {
  it("returns the backlog, and offers a plan from three usual days on", async () => {
    await returnAfterThreeWeeks(70);
    const { suggestion, ...waiting } = await backlog();
    expect(waiting).toEqual({
      pending: 70,
      overdue: 70,
      minutes: 10,
      seconds: { review: 8, newCard: 12 },
      catchUp: null,
      offered: true,
    });
    // A third of the cards, and those that come back meanwhile.
    expect(suggestion.days).toBe(3);
    expect(suggestion.perDay).toBeGreaterThan(70 / 3);
    expect(suggestion.perDay).toBeLessThanOrEqual(30);
    expect((await startCatchUp(3)).catchUp, "the plan is what was offered").toMatchObject({
      until: "2026-04-02",
      perDay: suggestion.perDay,
    });
  });

  it("says how many reviews a plan leaves for today, which its first day then asks", async () => {
    await returnAfterThreeWeeks(80);
    for (const card of (await queue()).slice(0, 5)) await rate(card, "easy");
    const { suggestion, offered } = await backlog();
    expect(offered).toBe(true);
    expect(suggestion.leftToday).toBe(suggestion.perDay - 5);
    const { catchUp } = await startCatchUp(suggestion.days);
    expect(catchUp).toMatchObject({ perDay: suggestion.perDay, doneToday: 5 });
    expect(await queue()).toHaveLength(suggestion.leftToday);
  });

  it("estimates the time for the session that asks everything pending, with its new cards and within its limits", async () => {
    await returnAfterThreeWeeks(70);
    await insertCards(server, folderId, 10);
    // 8 seconds a review and 12 a new card, until they are measured.
    expect([(await queue()).length, (await backlog()).minutes]).toEqual([80, Math.ceil((70 * 8 + 10 * 12) / 60)]);
    await ana.put("/api/user/preferences", { reviewsPerDay: 20 });
    expect([(await queue()).length, (await backlog()).minutes]).toEqual([30, Math.ceil((20 * 8 + 10 * 12) / 60)]);
  });

  it("offers no plan to a new user, nor for a day of usual length", async () => {
    expect(await backlog()).toMatchObject({ pending: 0, overdue: 0, minutes: 0, offered: false });
    await returnAfterThreeWeeks(59);
    const none = { days: 0, perDay: 0, leftToday: 0 };
    expect(await backlog()).toMatchObject({ pending: 59, suggestion: none, offered: false });
    const last = await addCard("la 60.ª");
    await rate(last, "easy");
    server.clock.advance(7 * DAY);
    const { suggestion, ...waiting } = await backlog();
    expect(waiting).toMatchObject({ pending: 60, offered: true });
    expect(suggestion.days).toBeGreaterThan(0);
  });

  it("counts cards that fall due today as pending, not as overdue", async () => {
    await rate(await addCard("mañana"), "hard");
    server.clock.advance(DAY);
    expect(await backlog()).toMatchObject({ pending: 1, overdue: 0, minutes: 1 });
  });
});

describe("catching up", () => {
  it("has the same number pending each day, lets new cards wait, and ends as stated with nothing left", async () => {
    await returnAfterThreeWeeks(70);
    await addCard("nueva");
    const started = await startCatchUp(4);
    const perDay = started.catchUp?.perDay as number;
    expect(started).toMatchObject({ pending: 70, catchUp: { until: "2026-04-03", doneToday: 0 }, offered: false });
    // A plan that counted only what is due now would have 18, and would grow as forgotten cards come back.
    expect(perDay).toBeGreaterThan(18);
    expect(started.suggestion, "the plan under way").toEqual({ days: 4, perDay, leftToday: perDay });
    expect(await dailyReview()).toMatchObject({ totalDue: perDay, dueWaiting: 70 - perDay, newWaiting: 1 });

    expect(await studyDay(forgetSome)).toBe(perDay);
    expect((await backlog()).catchUp).toEqual({ until: "2026-04-03", perDay, doneToday: perDay });
    expect(await stats()).toMatchObject({ cardsDueToday: 0, dueWaiting: 70 - perDay, newWaiting: 1 });
    expect(await completedOn("2026-03-31")).toBe(1);

    for (const day of ["2026-04-01", "2026-04-02"]) {
      server.clock.advance(DAY);
      expect(await studyDay(forgetSome), day).toBe(perDay);
      expect(await completedOn("2026-03-31"), "the day stays completed").toBe(1);
    }
    server.clock.advance(DAY);
    const last = await studyDay();
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThanOrEqual(perDay);
    expect(await stats()).toMatchObject({ cardsDueToday: 0, dueWaiting: 0, newWaiting: 1, currentStreak: 4 });
    server.clock.advance(DAY);
    expect(await dailyReview()).toMatchObject({ totalDue: 1, newWaiting: 0 });
    expect(await backlog()).toMatchObject({ overdue: 0, catchUp: null });
  });

  it("takes the cards of an exam in the next month first, and its forecast knows the plan", async () => {
    const exam = (await ana.post<Folder>("/api/folders", { name: "Anatomía" })).body;
    // Forgotten long ago: the recall of other cards falls more until tomorrow.
    await rateCards(await insertCards(server, exam.id, 12), () => "hard");
    await returnAfterThreeWeeks(70);
    const { perDay } = (await startCatchUp(7)).catchUp as CatchUp;
    const countOfExam = async () => (await queue()).filter((card) => card.folderId === exam.id).length;
    expect(perDay).toBeLessThan(70);
    expect(await countOfExam(), "without an exam").toBeLessThan(12);
    const { id } = (await ana.post<Exam>("/api/exams", { name: "Final", date: "2026-05-01", folderIds: [exam.id] }))
      .body;
    expect(await countOfExam(), "in 31 days").toBeLessThan(12);
    await ana.put(`/api/exams/${id}`, { name: "Final", date: "2026-04-30", folderIds: [exam.id] });
    expect(await countOfExam(), "in 30 days").toBe(12);
    expect(await queue()).toHaveLength(perDay);
  });

  it("offers for today as many cards as its first day asks, with the new ones of an exam that cannot wait", async () => {
    await returnAfterThreeWeeks(80);
    const exam = (await ana.post<Folder>("/api/folders", { name: "Anatomía" })).body;
    await insertCards(server, exam.id, 12);
    await insertCards(server, folderId, 3);
    const { suggestion: alone } = await backlog();
    expect(alone.leftToday, "without an exam").toBe(alone.perDay);
    await ana.post<Exam>("/api/exams", { name: "Final", date: "2026-04-08", folderIds: [exam.id] });
    const { suggestion } = await backlog();
    expect(suggestion.leftToday).toBeGreaterThan(suggestion.perDay);
    expect((await startCatchUp(suggestion.days)).suggestion).toEqual(suggestion);
    expect(await queue()).toHaveLength(suggestion.leftToday);
    await ana.delete("/api/user/catch-up");
    await ana.put("/api/user/preferences", { newCardsPerDay: 1 });
    const { leftToday } = (await backlog()).suggestion;
    expect(leftToday, "within the daily limit").toBe(suggestion.perDay + 1);
  });

  it("is part of the forecast of an exam: no day has more reviews than the plan or the limit allows", async () => {
    await returnAfterThreeWeeks(70);
    const exam = { name: "Final", date: "2026-04-14", folderIds: [folderId] };
    const { id } = (await ana.post<Exam>("/api/exams", exam)).body;
    const forecast = async () => (await ana.get<ExamForecast>(`/api/exams/${id}/forecast`)).body;
    const reviewsOf = ({ plan }: ExamForecast, days: number) => plan.slice(0, days).map(({ reviews }) => reviews);
    const before = await forecast();
    expect(reviewsOf(before, 1)).toEqual([70]);
    const { perDay } = (await startCatchUp(5)).catchUp as CatchUp;
    const during = await forecast();
    expect(Math.max(...reviewsOf(during, 5))).toBeLessThanOrEqual(perDay);
    expect(reviewsOf(during, 1)).toEqual([perDay]);
    expect(during.expected.mean).not.toBe(before.expected.mean);
    await ana.delete("/api/user/catch-up");
    expect(await forecast()).toEqual(before);
    await ana.put("/api/user/preferences", { reviewsPerDay: 6 });
    const limited = await forecast();
    expect(Math.max(...reviewsOf(limited, 14))).toBeLessThanOrEqual(6);
    expect(limited.expected.mean).toBeLessThan(during.expected.mean);
  });

  it("ends as soon as no card is overdue, and goes on while some are", async () => {
    await returnAfterThreeWeeks(70);
    const { catchUp } = await startCatchUp(10);
    await rateCards(idsOf((await queue()).slice(0, catchUp?.perDay)));
    // All others are studied too, as after 'Hacer todas'.
    const { rows } = await server.database.pool.query<{ id: number }>(
      "select id from cards where user_id = $1 and next_review_date <= '2026-03-31'",
      [ana.userId],
    );
    await rateCards(idsOf(rows));
    server.clock.advance(DAY);
    await dailyReview();
    expect(await stats()).toMatchObject({ dueWaiting: 0 });
    expect(await backlog()).toMatchObject({ catchUp: null });

    await returnAfterThreeWeeks(70);
    const other = await startCatchUp(2);
    const perDay = other.catchUp?.perDay as number;
    // Every answer is a failure, which the forecast did not expect.
    await studyDay(() => "hard");
    server.clock.advance(DAY);
    expect((await backlog()).catchUp?.perDay).toBe(perDay);
    await studyDay(() => "hard");
    server.clock.advance(DAY);
    const { catchUp: extended, overdue } = await backlog();
    expect(overdue).toBeGreaterThan(0);
    expect(extended?.perDay).toBe(perDay);
  });

  it("does not complete a day whose part was not finished", async () => {
    await returnAfterThreeWeeks(70);
    await startCatchUp(3);
    for (const card of (await queue()).slice(0, 5)) await rate(card, "easy");
    expect(await completedOn("2026-03-31")).toBe(0);
    server.clock.advance(DAY);
    await rate((await queue())[0] as QueuedCard, "easy");
    expect(await completedOn("2026-03-31")).toBe(0);
  });

  it("ends later by the days of breaks, whether they were known when it began or not, and not by missing these", async () => {
    await returnAfterThreeWeeks(70);
    const { suggestion } = await backlog();
    const today = "2026-03-31";
    const addBreak = (from: number, to: number) =>
      ana.post("/api/user/breaks", { from: addDays(today, from), to: addDays(today, to) });
    await addBreak(1, 10);
    const resting = (await backlog()).suggestion;
    expect(resting.days).toBeGreaterThanOrEqual(suggestion.days + 10);
    const until = (await startCatchUp(resting.days)).catchUp?.until;
    await ana.delete("/api/user/breaks");
    expect((await backlog()).catchUp?.until, "the break is off").toBe(addDays(until as string, -10));
    await addBreak(1, 10);
    expect((await backlog()).catchUp?.until, "it is on again").toBe(until);
    await studyDay();
    server.clock.advance(11 * DAY);
    expect((await backlog()).catchUp?.until, "after the break").toBe(until);
  });

  it("keeps its number after missed days, which move its end", async () => {
    await returnAfterThreeWeeks(70);
    const perDay = (await startCatchUp(6)).catchUp?.perDay;
    server.clock.advance(2 * DAY);
    await dailyReview();
    await stats();
    expect((await backlog()).catchUp).toEqual({ until: "2026-04-07", perDay, doneToday: 0 });
  });

  it("lets the cards of folders wait, which are then not up to date", async () => {
    await returnAfterThreeWeeks(70);
    const perDay = (await startCatchUp(4)).catchUp?.perDay ?? 0;
    const counts = { dueCount: perDay, dueWaiting: 70 - perDay };
    expect((await ana.get<Folder[]>("/api/folders")).body).toMatchObject([counts]);
    await studyDay();
    expect((await ana.get<Folder>(`/api/folders/${folderId}`)).body).toMatchObject({ ...counts, dueCount: 0 });
    expect(await dailyReview()).toMatchObject({ totalDue: 0, dueWaiting: counts.dueWaiting });
  });

  it("has moved its end in whatever is read first on the day after it", async () => {
    const sum = <T>(all: readonly T[], count: (one: T) => number) => all.reduce((total, one) => total + count(one), 0);
    const firstReads: Record<string, () => Promise<number>> = {
      "today's cards": async () => (await dailyReview()).totalDue,
      folders: async () => sum((await ana.get<Folder[]>("/api/folders")).body, ({ dueCount }) => dueCount),
      "a folder": async () => (await ana.get<Folder>(`/api/folders/${folderId}`)).body.dueCount,
      "a folder's figures": async () => (await ana.get<FolderStats>(`/api/folders/${folderId}/stats`)).body.dueCards,
      "due cards": async () =>
        (await ana.get<CardPage>(`/api/cards/search?folderId=${folderId}&state=due`)).body.cards.length,
      "the days ahead": async () => (await ana.get<ForecastDay[]>("/api/user/forecast?days=2")).body[0]?.count ?? 0,
      "the backlog": async () => (await backlog()).catchUp?.perDay ?? 0,
      queue: async () => (await queue()).length,
      stats: async () => (await stats()).cardsDueToday,
    };
    await returnAfterThreeWeeks(50);
    let plan = (await startCatchUp(4)).catchUp as CatchUp;
    for (const [name, read] of Object.entries(firstReads)) {
      server.clock.set(`${addDays(plan.until, 1)}T12:00:00Z`);
      expect(await read(), name).toBe(plan.perDay);
      plan = (await backlog()).catchUp as CatchUp;
    }
  });

  it("ends if no day was studied until after its end, and is offered again", async () => {
    await returnAfterThreeWeeks(70);
    await startCatchUp(3);
    server.clock.advance(6 * DAY);
    await stats();
    expect(await backlog()).toMatchObject({ catchUp: null, offered: true });
  });

  it("starts with the cards whose recall would fall most by tomorrow", async () => {
    await returnAfterThreeWeeks(12);
    const all = await queue();
    await startCatchUp(3);
    const today = toDayNumber("2026-03-31");
    const memory = { easy: { stability: 8.2956, difficulty: 1 }, medium: { stability: 2.3065, difficulty: 2.118 } };
    const lossOf = ({ difficulty }: QueuedCard) =>
      computeLossUntilTomorrow(
        { memory: memory[difficulty as "easy"], lastReviewDay: today - 21 },
        today,
        DEFAULT_MODEL,
      );
    const perDay = (await backlog()).catchUp?.perDay as number;
    expect(perDay).toBeLessThan(12);
    const expected = all.toSorted((a, b) => lossOf(b) - lossOf(a) || a.id - b.id).slice(0, perDay);
    expect((await queue()).map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it("can be restarted with another number of days, and ended", async () => {
    await returnAfterThreeWeeks(20);
    await startCatchUp(2);
    const { catchUp } = await startCatchUp(5);
    expect(catchUp).toMatchObject({ until: "2026-04-04" });
    expect(catchUp?.perDay).toBeLessThan(10);
    expect((await ana.delete("/api/user/catch-up")).status).toBe(204);
    expect(await backlog()).toMatchObject({ catchUp: null });
    expect(await queue()).toHaveLength(20);
    expect((await ana.delete("/api/user/catch-up")).status).toBe(204);
  });

  it.each([1, 61, 2.5, "3", null])("accepts 2 to 60 whole days, not %s", async (days) => {
    const { status, body } = await ana.post<{ message: string }>("/api/user/catch-up", { days });
    expect(status).toBe(400);
    expect(body.message).toBe("Elige entre 2 y 60 días");
  });
});

describe("the limit of reviews per day", () => {
  it("lets the due cards beyond it wait, and does not affect new cards", async () => {
    await returnAfterThreeWeeks(12);
    await addCard("nueva");
    await ana.put("/api/user/preferences", { reviewsPerDay: 5 });
    expect(await dailyReview()).toMatchObject({ totalDue: 6, dueWaiting: 7, newWaiting: 0 });
    expect(await studyDay()).toBe(6);
    expect(await dailyReview()).toMatchObject({ totalDue: 0, dueWaiting: 7 });
    server.clock.advance(DAY);
    expect(await queue()).toHaveLength(5);
    expect(await completedOn("2026-03-31")).toBe(1);
    await ana.put("/api/user/preferences", { reviewsPerDay: null });
    expect(await queue()).toHaveLength(7);
    expect(await completedOn("2026-03-31"), "the past stays as it was").toBe(1);
  });

  it.each([0, 10_000, 2.5, "5"])("must be a whole number from 1 to 9999, not %s", async (reviewsPerDay) => {
    const { status, body } = await ana.put<{ message: string }>("/api/user/preferences", { reviewsPerDay });
    expect(status).toBe(400);
    expect(body.message).toBe("Los repasos por día deben ser un número de 1 a 9999");
  });
});
