import type { Card } from "@repasa/contract/cards.ts";
import type { ActivityDay, DailyReview, UserStats } from "@repasa/contract/stats.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const MADRID = { timeZone: "Europe/Madrid" };
const server = await sharedTestApp({ now: "2026-05-01T10:00:00Z" });
let ana: TestClient;
let folder: number;

/** Sets the clock to a time of May in Madrid, two hours ahead of UTC. */
const on = (day: string, time: string) => server.clock.set(`2026-05-${day}T${time}:00+02:00`);

beforeEach(async () => {
  on("01", "12:00");
  ana = await server.register();
  folder = (await ana.post<{ id: number }>("/api/folders", { name: "Biología" }, MADRID)).body.id;
});

async function newCard(): Promise<number> {
  const { body } = await ana.post<Card>(`/api/folders/${folder}/cards`, { front: "a", back: "b" }, MADRID);
  return body.id;
}

async function rate(card: number, difficulty = "hard", more = {}): Promise<void> {
  const body = { difficulty, answerResult: "correct", ...more };
  expect((await ana.post(`/api/cards/${card}/review`, body, MADRID)).status).toBe(200);
}

const beginDaysAt = async (dayStartHour: number) =>
  expect((await ana.put("/api/user/preferences", { dayStartHour }, MADRID)).status).toBe(200);
const review = async (client = ana) => (await client.get<DailyReview>("/api/cards/daily-review", MADRID)).body;
const stats = async () => (await ana.get<UserStats>("/api/user/stats", MADRID)).body;
const activity = async () => {
  const { body } = await ana.get<ActivityDay[]>("/api/user/activity", MADRID);
  return body.map(({ date, count }) => `${date} ${count}`);
};

describe("the study day", () => {
  it("continues after midnight: cards rated before it are not due after it", async () => {
    const card = await newCard();
    on("01", "23:50");
    await rate(card);
    on("02", "00:05");
    expect(await review()).toMatchObject({ date: "2026-05-01", totalDue: 0 });
    on("02", "03:59");
    expect(await review()).toMatchObject({ date: "2026-05-01", totalDue: 0 });
    on("02", "04:00");
    expect(await review()).toMatchObject({ date: "2026-05-02", totalDue: 1 });
  });

  it("includes reviews after midnight, in log, activity, streak and schedule", async () => {
    const card = await newCard();
    on("02", "00:30");
    await rate(card);
    expect(await stats()).toMatchObject({ reviewedToday: 1, currentStreak: 1 });
    expect(await activity()).toEqual(["2026-05-01 1"]);
    on("02", "12:00");
    expect(await review()).toMatchObject({ date: "2026-05-02", totalDue: 1 });
    await rate(card);
    expect(await stats()).toMatchObject({ currentStreak: 2 });
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual([]);
  });

  it("includes a delayed rating on the day on which it was given", async () => {
    const card = await newCard();
    on("02", "09:00");
    await rate(card, "hard", { waitedMs: 6 * 3_600_000 });
    expect(await activity()).toEqual(["2026-05-01 1"]);
  });

  it("starts at the hour that the student chose, on each device, and for no other student", async () => {
    const eva = await server.register();
    const phone = server.visitor();
    await phone.post("/api/auth/login", { email: ana.email, password: "una clave larga" });
    await beginDaysAt(0);
    on("02", "00:00");
    expect(await review()).toMatchObject({ date: "2026-05-02" });
    expect(await review(phone)).toMatchObject({ date: "2026-05-02" });
    expect(await review(eva)).toMatchObject({ date: "2026-05-01" });
    on("03", "05:59");
    await beginDaysAt(6);
    expect(await review()).toMatchObject({ date: "2026-05-02" });
    expect(await review(phone)).toMatchObject({ date: "2026-05-02" });
    expect(await review(eva)).toMatchObject({ date: "2026-05-03" });
  });
});

describe("a change of the hour", () => {
  async function studyFrom(card: number, ...days: string[]): Promise<void> {
    for (const day of days) {
      on(day, "20:00");
      await rate(card);
    }
  }

  it("does not end the streak with a day that was not over yet", async () => {
    const card = await newCard();
    await studyFrom(card, "01", "02", "03");
    // Still the 4th, which has two more hours. From now on it is the 5th.
    on("05", "02:00");
    await beginDaysAt(0);
    expect(await review()).toMatchObject({ date: "2026-05-05", totalDue: 1 });
    expect(await stats()).toMatchObject({ currentStreak: 3 });
    await rate(card);
    expect(await stats()).toMatchObject({ currentStreak: 4 });
    on("06", "12:00");
    expect(await stats()).toMatchObject({ currentStreak: 4 });
    on("07", "12:00");
    expect(await stats()).toMatchObject({ currentStreak: 0, longestStreak: 4 });
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(["2026-05-06..2026-05-06"]);
  });

  it("back to a completed day changes neither that day nor any earlier one", async () => {
    const card = await newCard();
    await beginDaysAt(0);
    await studyFrom(card, "01", "03");
    on("04", "00:10");
    await rate(card);
    const before = { activity: await activity(), gaps: await selectStreakGaps(server.database.pool, ana.userId) };
    expect(before).toEqual({
      activity: ["2026-05-01 1", "2026-05-03 1", "2026-05-04 1"],
      gaps: ["2026-05-02..2026-05-02"],
    });
    await beginDaysAt(4);
    expect(await review()).toMatchObject({ date: "2026-05-03", totalDue: 0 });
    expect(await stats()).toMatchObject({ currentStreak: 2 });
    on("04", "12:00");
    expect(await stats()).toMatchObject({ currentStreak: 2, reviewedToday: 1 });
    expect(await activity()).toEqual(before.activity);
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(before.gaps);
  });

  it("preserves an existing streak gap", async () => {
    const card = await newCard();
    await studyFrom(card, "01");
    on("04", "02:00");
    await beginDaysAt(0);
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(["2026-05-02..2026-05-02"]);
    expect(await stats()).toMatchObject({ currentStreak: 0 });
  });

  it("moves a reminder at night to the day that the night belongs to, and sends one per date", async () => {
    const planned = async () => {
      const { rows } = await server.database.pool.query(
        `SELECT next_reminder_at AS "nextReminderAt", served_date AS "servedDate" FROM user_reminders WHERE user_id = $1`,
        [ana.userId],
      );
      return rows[0];
    };
    await ana.put("/api/user/preferences", { reminder: true, reminderHour: 2 }, MADRID);
    expect(await planned()).toEqual({ nextReminderAt: new Date("2026-05-02T00:00:00Z"), servedDate: null });
    await newCard();
    on("02", "02:01");
    // Whose last visit is only being noted is left for the next minute.
    const afterPlanning = async () => {
      await server.runHandler("reminders", "plan");
      return planned();
    };
    await expect
      .poll(afterPlanning)
      .toEqual({ nextReminderAt: new Date("2026-05-03T00:00:00Z"), servedDate: "2026-05-01" });
    on("02", "12:00");
    await beginDaysAt(0);
    // Two o'clock of the 2nd has passed.
    expect(await planned()).toEqual({ nextReminderAt: new Date("2026-05-03T00:00:00Z"), servedDate: "2026-05-02" });
  });
});
