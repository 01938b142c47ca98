import type { Card } from "@repasa/contract/cards.ts";
import type { DailyReview, DayCount, ScheduledFolder } from "@repasa/contract/stats.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { describe, expect, it } from "vitest";
import { ana, folderId as folder, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const MADRID = "Europe/Madrid";
const TOKYO = "Asia/Tokyo";
const LOS_ANGELES = "America/Los_Angeles";
const server = await sharedTestApp();
const { pool } = server.database;
registerBeforeEach(server, "2026-05-01T10:00:00Z");

async function newCard(): Promise<number> {
  return (await ana.post<Card>(`/api/folders/${folder}/cards`, { front: "a", back: "b" })).body.id;
}

async function rate(card: number, difficulty: string, timeZone: string, reviewId?: string): Promise<ReviewResult> {
  const body = { difficulty, answerResult: "correct", ...(reviewId && { reviewId }) };
  const answer = await ana.post<ReviewResult>(`/api/cards/${card}/review`, body, { timeZone });
  expect(answer.status).toBe(200);
  return answer.body;
}

const due = async (timeZone: string) => {
  const { body } = await ana.get<DailyReview>("/api/cards/daily-review", { timeZone });
  return `${body.date} ${body.totalDue}`;
};

describe("a due date", () => {
  it("stays the same on a journey east", async () => {
    const card = await newCard();
    // 23:30 in Madrid, the next morning in Tokyo.
    server.clock.set("2026-05-01T21:30:00Z");
    const rated = await rate(card, "hard", MADRID);
    expect(rated.card).toMatchObject({ nextReviewAt: "2026-05-02T21:30:00.000Z", nextReviewDate: "2026-05-02" });
    expect(await due(MADRID)).toBe("2026-05-01 0");
    // The 2nd in Tokyo, long before the due instant.
    server.clock.set("2026-05-02T12:00:00Z");
    expect(await due(TOKYO)).toBe("2026-05-02 1");
    expect(await due(MADRID)).toBe("2026-05-02 1");
    // In Los Angeles it is still the 1st.
    server.clock.set("2026-05-02T06:00:00Z");
    expect(await due(LOS_ANGELES)).toBe("2026-05-01 0");
  });

  it("stays the same on a journey west, where it comes after the due instant", async () => {
    const card = await newCard();
    server.clock.set("2026-05-02T00:00:00Z");
    expect((await rate(card, "hard", TOKYO)).card.nextReviewDate).toBe("2026-05-03");
    // The due instant has passed, but the due date has not come.
    server.clock.set("2026-05-03T01:00:00Z");
    expect(await due(LOS_ANGELES)).toBe("2026-05-02 0");
    const { body } = await ana.get<DayCount[]>("/api/user/forecast?days=3", { timeZone: LOS_ANGELES });
    expect(body.map(({ date, count }) => `${date} ${count}`)).toEqual(["2026-05-02 0", "2026-05-03 1", "2026-05-04 0"]);
    server.clock.set("2026-05-03T11:00:00Z");
    expect(await due(LOS_ANGELES)).toBe("2026-05-03 1");
  });

  it("stays the same when the hour at which days begin changes", async () => {
    const card = await newCard();
    server.clock.set("2026-05-02T01:30:00Z");
    // 03:30 in Madrid, still the 1st.
    expect((await rate(card, "medium", MADRID)).card.nextReviewDate).toBe("2026-05-04");
    await ana.put("/api/user/preferences", { dayStartHour: 0 }, { timeZone: MADRID });
    server.clock.set("2026-05-03T22:00:00Z");
    expect(await due(MADRID)).toBe("2026-05-04 1");
  });

  it("determines whether a rating is practice, by the local date of the rating", async () => {
    const [east, west] = [await newCard(), await newCard()];
    server.clock.set("2026-05-01T21:30:00Z");
    await rate(east, "hard", MADRID);
    await rate(west, "hard", MADRID);
    server.clock.set("2026-05-02T06:00:00Z");
    await rate(east, "hard", TOKYO);
    await rate(west, "hard", LOS_ANGELES);
    const { rows } = await pool.query("SELECT local_date, practice FROM reviews WHERE user_id = $1 ORDER BY id", [
      ana.userId,
    ]);
    expect(rows.map(({ local_date, practice }) => `${local_date} ${practice}`)).toEqual([
      "2026-05-01 false",
      "2026-05-01 false",
      "2026-05-02 false",
      "2026-05-01 true",
    ]);
  });
});

describe("log entries that are older than the column of the due date", () => {
  const ID = "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968";
  const removeDueDates = () =>
    pool.query(
      `UPDATE reviews SET state_before = state_before - 'nextReviewDate', state_after = state_after - 'nextReviewDate'
      WHERE user_id = $1`,
      [ana.userId],
    );
  const stored = async (card: number) => (await pool.query("SELECT * FROM cards WHERE id = $1", [card])).rows[0];

  it("are undone to the due date of the time zone in which the review was made", async () => {
    const card = await newCard();
    const fresh = await stored(card);
    const first = await rate(card, "hard", MADRID, ID);
    server.clock.set("2026-05-02T10:00:00Z");
    const before = await stored(card);
    const { reviewId } = await rate(card, "medium", MADRID);
    await removeDueDates();
    expect((await rate(card, "hard", MADRID, ID)).card).toEqual(first.card);
    const undone = await ana.delete<ReviewResult>(`/api/cards/${card}/reviews/${reviewId}`, { timeZone: TOKYO });
    expect(undone.body.card).toEqual(first.card);
    expect(await stored(card)).toEqual(before);
    await ana.delete(`/api/cards/${card}/reviews/${ID}`, { timeZone: TOKYO });
    expect(await stored(card)).toEqual(fresh);
  });

  it("give the same past days, computed from the due instant", async () => {
    const [a, b] = [await newCard(), await newCard()];
    await rate(a, "hard", MADRID);
    await rate(b, "medium", MADRID);
    server.clock.set("2026-05-06T10:00:00Z");
    await rate(a, "easy", MADRID);
    await rate(b, "easy", MADRID);
    const past = async () => {
      const days: string[] = [];
      for (const date of ["2026-04-30", "2026-05-01", "2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"]) {
        const path = (kind: string) => `/api/folders/${kind}/${date}`;
        const { body: scheduled } = await ana.get<ScheduledFolder[]>(path("scheduled"), { timeZone: MADRID });
        const { body: completed } = await ana.get<ScheduledFolder[]>(path("completed"), { timeZone: MADRID });
        days.push(`${date} ${scheduled.length} ${completed.length}`);
      }
      return days;
    };
    const withDueDates = await past();
    expect(withDueDates).toEqual([
      "2026-04-30 0 0",
      "2026-05-01 1 1",
      "2026-05-02 1 0",
      "2026-05-03 1 0",
      "2026-05-04 1 0",
      "2026-05-05 1 0",
    ]);
    await removeDueDates();
    expect(await past()).toEqual(withDueDates);
  });
});
