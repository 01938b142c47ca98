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
const setClock = (day: string, time: string) => server.clock.set(`2026-05-${day}T${time}:00+02:00`);

beforeEach(async () => {
  setClock("01", "12:00");
  ana = await server.register();
  folder = (await ana.post<{ id: number }>("/api/folders", { name: "Biología" }, MADRID)).body.id;
});

async function createCard(): Promise<number> {
  const { body } = await ana.post<Card>(`/api/folders/${folder}/cards`, { front: "a", back: "b" }, MADRID);
  return body.id;
}

async function rate(card: number, difficulty = "hard", more = {}): Promise<void> {
  const body = { difficulty, answerResult: "correct", ...more };
  expect((await ana.post(`/api/cards/${card}/review`, body, MADRID)).status).toBe(200);
}

const setDayStart = async (dayStartHour: number) =>
  expect((await ana.put("/api/user/preferences", { dayStartHour }, MADRID)).status).toBe(200);
const readReview = async (client = ana) => (await client.get<DailyReview>("/api/cards/daily-review", MADRID)).body;
const readStats = async () => (await ana.get<UserStats>("/api/user/stats", MADRID)).body;
const readActivity = async () => {
  const { body } = await ana.get<ActivityDay[]>("/api/user/activity", MADRID);
  return body.map(({ date, count }) => `${date} ${count}`);
};

describe("the study day", () => {
  it("continues after midnight: cards rated before it are not due after it", async () => {
    const card = await createCard();
    setClock("01", "23:50");
    await rate(card);
    setClock("02", "00:05");
    expect(await readReview()).toMatchObject({ date: "2026-05-01", totalDue: 0 });
    setClock("02", "03:59");
    expect(await readReview()).toMatchObject({ date: "2026-05-01", totalDue: 0 });
    setClock("02", "04:00");
    expect(await readReview()).toMatchObject({ date: "2026-05-02", totalDue: 1 });
  });

  it("includes reviews after midnight, in log, activity, streak and schedule", async () => {
    const card = await createCard();
    setClock("02", "00:30");
    await rate(card);
    expect(await readStats()).toMatchObject({ reviewedToday: 1, currentStreak: 1 });
    expect(await readActivity()).toEqual(["2026-05-01 1"]);
    setClock("02", "12:00");
    expect(await readReview()).toMatchObject({ date: "2026-05-02", totalDue: 1 });
    await rate(card);
    expect(await readStats()).toMatchObject({ currentStreak: 2 });
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual([]);
  });

  it("counts a delayed rating on the day on which it was given", async () => {
    const card = await createCard();
    setClock("02", "09:00");
    await rate(card, "hard", { waitedMs: 6 * 3_600_000 });
    expect(await readActivity()).toEqual(["2026-05-01 1"]);
  });

  it("starts at the hour that the student chose, on each device, and for no other student", async () => {
    const eva = await server.register();
    const phone = server.visitor();
    await phone.post("/api/auth/login", { email: ana.email, password: "una clave larga" });
    await setDayStart(0);
    setClock("02", "00:00");
    expect(await readReview()).toMatchObject({ date: "2026-05-02" });
    expect(await readReview(phone)).toMatchObject({ date: "2026-05-02" });
    expect(await readReview(eva)).toMatchObject({ date: "2026-05-01" });
    setClock("03", "05:59");
    await setDayStart(6);
    expect(await readReview()).toMatchObject({ date: "2026-05-02" });
    expect(await readReview(phone)).toMatchObject({ date: "2026-05-02" });
    expect(await readReview(eva)).toMatchObject({ date: "2026-05-03" });
  });
});

describe("changing the hour at which days start", () => {
  async function studyFrom(card: number, ...days: string[]): Promise<void> {
    for (const day of days) {
      setClock(day, "20:00");
      await rate(card);
    }
  }

  it("does not end the streak with a day that was not over yet", async () => {
    const card = await createCard();
    await studyFrom(card, "01", "02", "03");
    // It is still the 4th, for two more hours. The change makes it the 5th.
    setClock("05", "02:00");
    await setDayStart(0);
    expect(await readReview()).toMatchObject({ date: "2026-05-05", totalDue: 1 });
    expect(await readStats()).toMatchObject({ currentStreak: 3 });
    await rate(card);
    expect(await readStats()).toMatchObject({ currentStreak: 4 });
    setClock("06", "12:00");
    expect(await readStats()).toMatchObject({ currentStreak: 4 });
    setClock("07", "12:00");
    expect(await readStats()).toMatchObject({ currentStreak: 0, longestStreak: 4 });
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(["2026-05-06..2026-05-06"]);
  });

  it("changes neither a completed day that becomes the current one again nor any earlier day", async () => {
    const card = await createCard();
    await setDayStart(0);
    await studyFrom(card, "01", "03");
    setClock("04", "00:10");
    await rate(card);
    const before = { activity: await readActivity(), gaps: await selectStreakGaps(server.database.pool, ana.userId) };
    expect(before).toEqual({
      activity: ["2026-05-01 1", "2026-05-03 1", "2026-05-04 1"],
      gaps: ["2026-05-02..2026-05-02"],
    });
    await setDayStart(4);
    expect(await readReview()).toMatchObject({ date: "2026-05-03", totalDue: 0 });
    expect(await readStats()).toMatchObject({ currentStreak: 2 });
    setClock("04", "12:00");
    expect(await readStats()).toMatchObject({ currentStreak: 2, reviewedToday: 1 });
    expect(await readActivity()).toEqual(before.activity);
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(before.gaps);
  });

  it("preserves an existing streak gap", async () => {
    const card = await createCard();
    await studyFrom(card, "01");
    setClock("04", "02:00");
    await setDayStart(0);
    expect(await selectStreakGaps(server.database.pool, ana.userId)).toEqual(["2026-05-02..2026-05-02"]);
    expect(await readStats()).toMatchObject({ currentStreak: 0 });
  });

  it("moves a reminder at night to the day that the night belongs to, and sends one per date", async () => {
    const readPlan = async () => {
      const { rows } = await server.database.pool.query(
        `SELECT next_reminder_at AS "nextReminderAt", served_date AS "servedDate" FROM user_reminders WHERE user_id = $1`,
        [ana.userId],
      );
      return rows[0];
    };
    await ana.put("/api/user/preferences", { reminder: true, reminderHour: 2 }, MADRID);
    expect(await readPlan()).toEqual({ nextReminderAt: new Date("2026-05-02T00:00:00Z"), servedDate: null });
    await createCard();
    setClock("02", "02:01");
    // The planner skips users whose visit is being stored, so it runs until that is done.
    const planAndRead = async () => {
      await server.runHandler("reminders", "plan");
      return readPlan();
    };
    await expect
      .poll(planAndRead)
      .toEqual({ nextReminderAt: new Date("2026-05-03T00:00:00Z"), servedDate: "2026-05-01" });
    setClock("02", "12:00");
    await setDayStart(0);
    // Two o'clock on the 2nd has passed, so the next reminder is on the 3rd.
    expect(await readPlan()).toEqual({ nextReminderAt: new Date("2026-05-03T00:00:00Z"), servedDate: "2026-05-02" });
  });
});
