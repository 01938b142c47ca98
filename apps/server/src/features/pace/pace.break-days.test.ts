import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Backlog, BreakDays } from "@repasa/contract/pace.ts";
import type { DailyReview, ForecastDay, UserStats } from "@repasa/contract/stats.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { describe, expect, it } from "vitest";
import { insertCards, rateAll } from "#testing/card-calls.ts";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const URL = "/api/user/breaks";
const DAY = 86_400_000;

const server = await sharedTestApp();
registerBeforeEach(server, "2026-03-01T12:00:00Z", { name: "Química" });

/** Sets the clock to a date of 2026, at noon by default. */
const goTo = (date: string, time = "12:00:00") => server.clock.set(`2026-${date}T${time}Z`);
const dates = (from: string, to: string) => ({ from: `2026-${from}`, to: `2026-${to}` });
const breaks = async (client = ana) => (await client.get<BreakDays[]>(URL)).body;
const addBreak = async (from: string, to: string) =>
  expect((await ana.post(URL, dates(from, to))).body).toEqual(dates(from, to));
const endBreaks = async (body?: object) => expect((await ana.delete(URL, body && { body })).status).toBe(204);

const addCard = async () => (await ana.post<Card>(`/api/folders/${folderId}/cards`, { front: "a", back: "b" })).body;
const rate = async (card: { id: number }, difficulty = "hard") =>
  expect((await ana.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" })).status).toBe(200);
const stats = async () => (await ana.get<UserStats>("/api/user/stats")).body;
const streak = async () => (await stats()).currentStreak;
const dailyReview = async (options = {}) => (await ana.get<DailyReview>("/api/cards/daily-review", options)).body;
const backlog = async () => (await ana.get<Backlog>("/api/user/backlog")).body;
const queue = async () => (await ana.get<QueuedCard[]>("/api/cards/review")).body;
const foldersOf = async (kind: "completed" | "scheduled", date: string) =>
  (await ana.get<Folder[]>(`/api/folders/${kind}/2026-${date}`)).body.map(({ name }) => name);

/** Adds a card, and rates it on so many days from the first of March on; it is due on each of them. */
async function studyDays(days: number): Promise<{ id: number }> {
  const card = await addCard();
  for (let day = 1; day <= days; day++) {
    goTo(`03-0${day}`);
    await rate(card);
  }
  return card;
}

it("asks nothing today in a break, neither in the forecast of the days nor for an exam", async () => {
  for (const _ of [1, 2, 3]) await addCard();
  const body = { name: "Parcial", date: "2026-03-20", folderIds: [folderId] };
  const { id } = (await ana.post<Exam>("/api/exams", body)).body;
  const askedToday = async () => [
    (await ana.get<ForecastDay[]>("/api/user/forecast?days=2")).body[0]?.asked,
    (await ana.get<ExamForecast>(`/api/exams/${id}/forecast`)).body.plan[0]?.newCards,
  ];
  const before = await askedToday();
  expect(Math.min(...before.map(Number))).toBeGreaterThan(0);
  await addBreak("03-01", "03-03");
  expect(await askedToday()).toEqual([0, 0]);
  expect((await dailyReview()).totalDue, "may be studied").toBe(before[0]);
});

describe("the calls for breaks", () => {
  it("list upcoming, current and past breaks, the oldest first", async () => {
    expect(await breaks()).toEqual([]);
    expect((await ana.post(URL, dates("04-10", "04-12"))).status).toBe(201);
    await addBreak("03-01", "03-03");
    expect(await breaks()).toEqual([dates("03-01", "03-03"), dates("04-10", "04-12")]);
    goTo("03-10");
    expect(await breaks()).toHaveLength(2);
    expect(await breaks(await server.register())).toEqual([]);
    await server.database.pool.query(
      `insert into user_breaks (user_id, from_date, to_date, spread_until)
      values ($1, '2025-03-03', '2025-03-03', '2025-03-05'), ($1, '2025-03-05', '2025-03-05', '2025-03-07')`,
      [ana.userId],
    );
    expect((await breaks())[0], "of the last year").toEqual({ from: "2025-03-05", to: "2025-03-05" });
  });

  it("change nothing when they are repeated", async () => {
    for (const _ of [1, 2]) await addBreak("03-05", "03-14");
    expect((await ana.post(URL, dates("03-06", "03-07"))).body, "it is part of it").toEqual(dates("03-05", "03-14"));
    expect(await breaks()).toEqual([dates("03-05", "03-14")]);
    goTo("03-08");
    await addBreak("03-05", "03-14");
    for (const _ of [1, 2]) await endBreaks(dates("03-05", "03-14"));
    expect(await breaks()).toEqual([dates("03-05", "03-07")]);
    goTo("03-08");
    expect((await dailyReview()).break, "what fell due is spread all the same").toMatchObject({ perDay: 20 });
  });

  it("join breaks that overlap or touch, up to 60 days", async () => {
    await addBreak("03-05", "03-14");
    expect((await ana.post(URL, dates("03-15", "03-20"))).body).toEqual(dates("03-05", "03-20"));
    await addBreak("03-22", "03-25");
    expect((await ana.post(URL, dates("03-19", "03-22"))).body).toEqual(dates("03-05", "03-25"));
    const { status, body } = await ana.post(URL, dates("03-26", "05-04"));
    expect([status, body]).toEqual([
      409,
      { code: "conflict", message: "Con la pausa que ya tienes serían más de 60 días seguidos" },
    ]);
    expect(await breaks()).toEqual([dates("03-05", "03-25")]);
    expect((await ana.post(URL, dates("03-26", "05-03"))).body).toEqual(dates("03-05", "05-03"));
  });

  it("extend a break that ended yesterday, up to 60 days", async () => {
    await addBreak("03-01", "04-24");
    goTo("04-25");
    expect((await ana.post(URL, dates("04-25", "04-30"))).status).toBe(409);
    expect((await ana.post(URL, dates("04-25", "04-29"))).body).toEqual(dates("03-01", "04-29"));
  });

  it("join breaks that concurrent calls add", async () => {
    const all = [dates("03-05", "03-08"), dates("03-08", "03-12"), dates("03-13", "03-14"), dates("03-05", "03-14")];
    const responses = await Promise.all([...all, ...all].map((one) => ana.post(URL, one)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(await breaks()).toEqual([dates("03-05", "03-14")]);
  });

  it.each([
    [dates("02-28", "03-04"), "from", "Una pausa empieza hoy o más adelante"],
    [dates("03-06", "03-05"), "to", "La pausa no puede terminar antes de empezar"],
    [dates("03-05", "05-04"), "to", "Una pausa puede durar hasta 60 días"],
    [{ from: "2027-03-01", to: "2027-03-02" }, "to", "Una pausa termina, como muy tarde, dentro de un año"],
    [{ from: "2026-03-05" }, "to", "La fecha debe tener el formato AAAA-MM-DD"],
    [{ from: "5/3/2026", to: "2026-03-05" }, "from", "La fecha debe tener el formato AAAA-MM-DD"],
    [{ from: "0000-01-01", to: "9999-12-31" }, "from", "Una pausa empieza hoy o más adelante"],
  ])("reject %o", async (body, path, message) => {
    expect(await ana.post(URL, body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message, issues: [{ path, message }] },
    });
    expect(await breaks()).toEqual([]);
  });

  it("end all current and upcoming breaks, and keep the days up to yesterday", async () => {
    await endBreaks();
    await addBreak("03-01", "03-10");
    await addBreak("03-20", "03-25");
    goTo("03-04");
    await endBreaks();
    expect(await breaks()).toEqual([dates("03-01", "03-03")]);
    await endBreaks();
    expect(await breaks()).toEqual([dates("03-01", "03-03")]);
  });

  it("end a break by its dates, in the body or the query, and delete it if it began today", async () => {
    await addBreak("03-01", "03-10");
    await addBreak("03-20", "03-25");
    await endBreaks(dates("03-20", "03-25"));
    expect(await breaks()).toEqual([dates("03-01", "03-10")]);
    expect((await ana.delete(`${URL}?from=2026-03-01&to=2026-03-10`)).status).toBe(204);
    expect(await breaks()).toEqual([]);
    expect((await ana.delete(`${URL}?from=ayer`)).status).toBe(400);
    await endBreaks({ from: "0001-01-01", to: "9999-12-31" });
  });

  it("remove dates from the middle of a break", async () => {
    await addBreak("03-05", "03-20");
    await endBreaks(dates("03-10", "03-12"));
    expect(await breaks()).toEqual([dates("03-05", "03-09"), dates("03-13", "03-20")]);
  });
});

describe("the streak", () => {
  it("of 5 days continues with 6 after a break of 10 days", async () => {
    const card = await studyDays(5);
    goTo("03-05", "20:00:00");
    await addBreak("03-06", "03-15");
    for (const date of ["03-06", "03-15", "03-16"]) {
      goTo(date);
      expect(await streak()).toBe(5);
    }
    await rate(card);
    expect(await streak()).toBe(6);
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual([]);
  });

  it("ends on a day missed after the break", async () => {
    await studyDays(5);
    await addBreak("03-06", "03-15");
    goTo("03-17");
    expect(await stats()).toMatchObject({ currentStreak: 0, longestStreak: 5 });
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(["2026-03-16..2026-03-16"]);
  });

  it("continues after a break that begins today", async () => {
    await studyDays(2);
    goTo("03-03");
    await addBreak("03-03", "03-04");
    goTo("03-05");
    expect(await streak()).toBe(2);
  });

  it("grows with a day studied in a break", async () => {
    const card = await studyDays(2);
    await addBreak("03-03", "03-09");
    goTo("03-05");
    await rate(card);
    expect(await streak()).toBe(3);
    goTo("03-10");
    expect(await streak()).toBe(3);
  });

  it("is not restored by a break added after a missed day, and includes the days of a break that ended early", async () => {
    const card = await studyDays(2);
    goTo("03-04");
    await addBreak("03-04", "03-10");
    expect(await streak()).toBe(0);
    await rate(card);
    goTo("03-08");
    await endBreaks();
    expect(await streak(), "its days until yesterday stay").toBe(1);
    goTo("03-09");
    expect(await streak(), "the 8th was no longer one of them").toBe(0);
  });

  it("depends on the student's local date", async () => {
    const card = await studyDays(2);
    await addBreak("03-03", "03-05");
    // It is the 6th in Auckland, the first day after the break.
    goTo("03-05", "20:00:00");
    const auckland = { timeZone: "Pacific/Auckland" };
    expect(await dailyReview(auckland)).toMatchObject({ date: "2026-03-06", break: { perDay: 20 } });
    expect((await dailyReview()).break, "still the 5th in London").toMatchObject({ perDay: null });
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "hard", answerResult: "correct" }, auckland);
    goTo("03-06");
    expect(await streak()).toBe(3);
  });

  it("is in the break until the hour at which the day after it begins", async () => {
    await ana.put("/api/user/preferences", { dayStartHour: 6 });
    await addBreak("03-01", "03-02");
    goTo("03-03", "05:59:00");
    expect((await dailyReview()).break).toMatchObject({ ...dates("03-01", "03-02"), perDay: null });
    goTo("03-03", "06:00:00");
    expect((await dailyReview()).break).toMatchObject({ perDay: 20 });
  });
});

describe("a day of a break", () => {
  it("has nothing scheduled and is neither completed nor missed, but its pending cards can be studied", async () => {
    const card = await studyDays(2);
    await addBreak("03-03", "03-09");
    goTo("03-04");
    expect(await foldersOf("scheduled", "03-04")).toEqual([]);
    expect(await dailyReview()).toMatchObject({
      totalDue: 1,
      break: { ...dates("03-03", "03-09"), spreadUntil: "2026-03-13", perDay: null },
    });
    expect(await queue()).toMatchObject([{ id: card.id }]);
    await rate(card);
    expect(await foldersOf("completed", "03-04")).toEqual(["Química"]);
    goTo("03-10");
    for (const date of ["03-03", "03-05", "03-09"]) {
      expect([date, await foldersOf("scheduled", date), await foldersOf("completed", date)]).toEqual([date, [], []]);
    }
    expect(await foldersOf("completed", "03-04")).toEqual(["Química"]);
    expect(await foldersOf("scheduled", "03-02")).toEqual(["Química"]);
  });

  it("is returned with the statistics, with the breaks of the week before and after", async () => {
    await addBreak("03-05", "03-06");
    await addBreak("03-09", "03-09");
    expect((await stats()).breaks).toEqual([dates("03-05", "03-06")]);
    goTo("03-13");
    expect((await stats()).breaks).toEqual([dates("03-05", "03-06"), dates("03-09", "03-09")]);
    goTo("03-14");
    expect((await stats()).breaks).toEqual([dates("03-09", "03-09")]);
  });
});

describe("the cards that fall due in a break", () => {
  /** Adds cards that fall due in a break of 10 days, and goes to the first day after it. */
  async function returnAfterBreak(cards: number): Promise<void> {
    const ids = await insertCards(server, folderId, cards);
    await rateAll(
      ana,
      ids.map((cardId, n) => ({ cardId, difficulty: n % 2 === 0 ? "medium" : "easy", answerResult: "correct" })),
    );
    await addBreak("03-02", "03-11");
    goTo("03-12");
  }

  /** Rates everything in the queue, and returns the ids of its cards. */
  async function studyDay(): Promise<number[]> {
    const ids = (await queue()).map(({ id }) => id);
    await rateAll(
      ana,
      ids.map((cardId) => ({ cardId, difficulty: "easy", answerResult: "correct" })),
    );
    return ids;
  }

  it("are spread evenly over half as many days, each of them on one day", async () => {
    await returnAfterBreak(130);
    expect(await dailyReview()).toMatchObject({
      totalDue: 26,
      dueWaiting: 104,
      break: { ...dates("03-02", "03-11"), spreadUntil: "2026-03-16", perDay: 26 },
    });
    expect(await backlog(), "no plan is offered on top").toMatchObject({ pending: 130, catchUp: null, offered: false });
    const studied: number[][] = [];
    for (const day of [12, 13, 14, 15, 16]) {
      goTo(`03-${day}`);
      studied.push(await studyDay());
      expect(await stats()).toMatchObject({ cardsDueToday: 0, dueWaiting: 130 - studied.flat().length });
      expect(await foldersOf("completed", `03-${day}`)).toEqual(["Química"]);
    }
    expect(studied.map(({ length }) => length)).toEqual([26, 26, 26, 26, 26]);
    expect(new Set(studied.flat()).size).toBe(130);
    expect((await dailyReview()).break).toMatchObject({ perDay: 26 });
    goTo("03-17");
    expect((await dailyReview()).break).toBeNull();
    expect(await foldersOf("completed", "03-13"), "its share was done").toEqual(["Química"]);
    expect((await stats()).currentStreak).toBe(6);
  });

  it("are spread with at least 20 per day, and do not affect new cards", async () => {
    await returnAfterBreak(30);
    await addCard();
    expect(await dailyReview()).toMatchObject({ totalDue: 21, dueWaiting: 10, newWaiting: 0 });
    await studyDay();
    expect(await dailyReview()).toMatchObject({ totalDue: 0, dueWaiting: 10 });
    goTo("03-13");
    expect(await queue()).toHaveLength(10);
  });

  it("are spread within the limit of reviews per day, unless there is a catch-up plan", async () => {
    await returnAfterBreak(40);
    await ana.put("/api/user/preferences", { reviewsPerDay: 12 });
    expect(await dailyReview()).toMatchObject({ totalDue: 12, dueWaiting: 28, break: { perDay: 12 } });
    await ana.post("/api/user/catch-up", { days: 2 });
    const { totalDue, dueWaiting, break: spreading } = await dailyReview();
    expect(totalDue, "more than half, because some cards come back tomorrow").toBeGreaterThan(20);
    expect({ sum: totalDue + dueWaiting, spreading }).toEqual({ sum: 40, spreading: null });
    await ana.delete("/api/user/catch-up");
    expect(await dailyReview()).toMatchObject({ totalDue: 12 });
  });

  it("are all pending when their break, given by its exact dates, is ended", async () => {
    await returnAfterBreak(30);
    await endBreaks(dates("03-02", "03-10"));
    expect(await dailyReview()).toMatchObject({ totalDue: 20 });
    await endBreaks(dates("03-02", "03-11"));
    expect(await dailyReview()).toMatchObject({ totalDue: 30, dueWaiting: 0, break: null });
    expect(await breaks()).toEqual([dates("03-02", "03-11")]);
  });

  it("stay spread when dates are ended that no break can have", async () => {
    await returnAfterBreak(30);
    await endBreaks({ from: "0000-01-01", to: "0000-01-02" });
    await endBreaks({ to: "0000-01-01" });
    await endBreaks({ from: "9999-12-31" });
    expect(await dailyReview()).toMatchObject({ totalDue: 20 });
  });

  it("are not offered as a backlog during a break, but are all pending", async () => {
    await returnAfterBreak(70);
    await ana.post(URL, dates("03-12", "03-14"));
    expect(await backlog()).toMatchObject({ pending: 70, offered: false });
    expect(await dailyReview()).toMatchObject({ totalDue: 70, break: { ...dates("03-02", "03-14"), perDay: null } });
    server.clock.advance(20 * DAY);
    expect(await backlog(), "once all is asked for").toMatchObject({ offered: true });
  });
});
