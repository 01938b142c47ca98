import type { Card } from "@repasa/contract/cards.ts";
import type { CalibrationBin, CardStates, RetentionWeek, Workload } from "@repasa/contract/progress.ts";
import { calibrateRecall, estimateHardShare } from "@repasa/scheduler/calibration.ts";
import { estimateRecallShare } from "@repasa/scheduler/recall-share.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { toCalibration } from "#features/schedule/schedule.state.ts";
import type { LoggedCalibration } from "#schema/schedule.ts";
import { registerWithFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const DAY = 86_400_000;
const MONDAY = "2026-03-09T12:00:00Z";

const server = await sharedTestApp();
let ana: TestClient;
let folderId: number;

beforeEach(async () => {
  [ana, folderId] = await registerWithFolder(server, MONDAY);
});

const newCard = async (client = ana, folder = folderId) =>
  (await client.post<Card>(`/api/folders/${folder}/cards`, { front: "H₂O", back: "agua" })).body;

type Rating = { difficulty?: string; recalled?: boolean; timeZone?: string; waitedMs?: number };
async function rate(
  card: Card,
  { difficulty = "medium", recalled = true, timeZone = "UTC", waitedMs = 0 }: Rating = {},
) {
  const body = {
    difficulty: recalled ? difficulty : "hard",
    answerResult: recalled ? "correct" : "incorrect",
    waitedMs,
  };
  const response = await ana.post<{ reviewId: string }>(`/api/cards/${card.id}/review`, body, { timeZone });
  expect(response.status).toBe(200);
  return response.body.reviewId;
}

async function retention(days: number, timeZone = "UTC"): Promise<RetentionWeek[]> {
  const response = await ana.get<RetentionWeek[]>(`/api/user/retention?days=${days}`, { timeZone });
  expect(response.status).toBe(200);
  return response.body;
}

type LogRow = {
  local_date: string;
  retrievability: number | null;
  grade: number | null;
  undone_at: Date | null;
  state_before: LoggedCalibration;
};

/** Computes the weeks row by row from the log, by the scheduler's functions. */
async function computeRetention(since: string): Promise<RetentionWeek[]> {
  const { rows } = await server.database.pool.query<LogRow>("select * from reviews where user_id = $1", [ana.userId]);
  const weeks = new Map<string, { reviews: number; recalled: number; sum: number }>();
  for (const { local_date, retrievability, grade, undone_at, state_before: state } of rows) {
    if (retrievability === null || undone_at !== null) continue;
    const date = Temporal.PlainDate.from(local_date);
    const monday = date.subtract({ days: date.dayOfWeek - 1 }).toString();
    if (monday < since) continue;
    const week = weeks.get(monday) ?? { reviews: 0, recalled: 0, sum: 0 };
    week.reviews++;
    const expected = calibrateRecall({ a: state.calibrationA, b: state.calibrationB }, retrievability);
    week.recalled +=
      grade === null ? estimateRecallShare(expected, estimateHardShare(toCalibration(state))) : Number(grade > 1);
    week.sum += expected;
    weeks.set(monday, week);
  }
  return [...weeks]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, { reviews, recalled, sum }]) => ({ from, reviews, recalled, predicted: sum / reviews }));
}

/** Returns a generator of pseudo-random numbers from 0 to 1, the same numbers for each seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rates cards for months, in several time zones, with undos and ratings that arrive late. */
async function studyForMonths(): Promise<void> {
  const random = createRandom(7);
  const cards = await Promise.all(Array.from({ length: 8 }, () => newCard()));
  const zones = ["UTC", "America/Bogota", "Pacific/Auckland"];
  for (let step = 0; step < 160; step++) {
    server.clock.advance((0.1 + random() * 0.8) * DAY);
    const card = cards[Math.floor(random() * cards.length)] as Card;
    const difficulty = ["hard", "medium", "easy"][Math.floor(random() * 3)] as string;
    const timeZone = zones[Math.floor(random() * zones.length)] as string;
    const waitedMs = random() < 0.1 ? Math.floor(random() * 2 * DAY) : 0;
    const reviewId = await rate(card, { difficulty, recalled: random() < 0.75, timeZone, waitedMs });
    if (random() < 0.15) {
      expect((await ana.delete(`/api/cards/${card.id}/reviews/${reviewId}`)).status).toBe(200);
    }
  }
}

describe("retention by week", () => {
  it("is empty for a new user, and does not include first ratings", async () => {
    expect(await retention(365)).toEqual([]);
    await rate(await newCard());
    expect(await retention(365)).toEqual([]);
  });

  it("includes the result and the expected recall of a single review", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card, { recalled: false });
    const [week, ...others] = await retention(30);
    expect(others).toEqual([]);
    expect(week).toMatchObject({ from: "2026-03-09", reviews: 1, recalled: 0 });
    expect(week?.predicted).toBeGreaterThan(0.5);
    expect(week?.predicted).toBeLessThan(1);
  });

  it("agrees with the log, computed row by row, after months of ratings, undos, zones and late arrivals", async () => {
    await studyForMonths();
    const weeks = await retention(365);
    const expected = await computeRetention("2025-01-01");
    expect(weeks.length).toBeGreaterThan(8);
    expect(weeks).toEqual(
      expected.map(({ recalled, predicted, ...rest }) => ({
        ...rest,
        recalled: expect.closeTo(recalled, 10),
        predicted: expect.closeTo(predicted, 12),
      })),
    );
    expect(weeks.some(({ recalled }) => !Number.isInteger(recalled))).toBe(true);
    // With a calibration that never moved, the comparison would prove little.
    const { rows } = await server.database.pool.query(
      "select calibration_a, calibration_b from user_scheduling where user_id = $1",
      [ana.userId],
    );
    expect(Math.abs(rows[0].calibration_b)).toBeGreaterThan(0.02);
  });

  it("bounds the expected recall as the scheduler does, at the limits of retrievability and calibration", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card);
    for (const retrievability of [0, 1e-9, 0.5, 0.9999999, 1]) {
      for (const { a, b } of [
        { a: 1.6, b: 2.5 },
        { a: 1.6, b: -2.5 },
        { a: 0.4, b: 0 },
      ]) {
        await server.database.pool.query(
          `update reviews set retrievability = $2, state_before = state_before || jsonb_build_object('calibrationA', $3::float8, 'calibrationB', $4::float8)
          where user_id = $1 and retrievability is not null`,
          [ana.userId, retrievability, a, b],
        );
        const [week] = await retention(30);
        expect(week?.predicted).toBeCloseTo(calibrateRecall({ a, b }, retrievability), 12);
      }
    }
  });

  it("counts a review in the week of its own local date, whose first day is Monday", async () => {
    const [sunday, monday] = [await newCard(), await newCard()];
    await rate(sunday);
    await rate(monday);
    // 03:30 in Madrid in the night after Sunday the 15th, and 04:30, when the user's next day has begun.
    server.clock.set("2026-03-16T02:30:00Z");
    await rate(sunday, { timeZone: "Europe/Madrid" });
    server.clock.set("2026-03-16T03:30:00Z");
    await rate(monday, { timeZone: "Europe/Madrid" });
    const weeks = await retention(30, "Europe/Madrid");
    expect(weeks.map(({ from, reviews }) => [from, reviews])).toEqual([
      ["2026-03-09", 1],
      ["2026-03-16", 1],
    ]);
  });

  it("includes the whole week of the first requested day", async () => {
    const card = await newCard();
    await rate(card);
    for (let day = 1; day <= 6; day++) {
      server.clock.advance(DAY);
      await rate(card);
    }
    server.clock.set("2026-03-18T12:00:00Z");
    // Four days back from Wednesday is the Sunday before.
    expect((await retention(4)).map(({ from, reviews }) => [from, reviews])).toEqual([["2026-03-09", 6]]);
    expect(await retention(3)).toEqual([]);
  });

  it("leaves out undone reviews, and those of other users", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    const reviewId = await rate(card, { recalled: false });
    await ana.delete(`/api/cards/${card.id}/reviews/${reviewId}`);
    expect(await retention(30)).toEqual([]);
    await rate(card);
    ana = await server.register();
    expect(await retention(30)).toEqual([]);
  });

  it.each(["0", "366", "-1", "abc"])("rejects %s days", async (days) => {
    expect((await ana.get(`/api/user/retention?days=${days}`)).status).toBe(400);
  });
});

it("sums finished days only, and sums again after a summed review is undone", async () => {
  const [one, two] = [await newCard(), await newCard()];
  await rate(one);
  await rate(two);
  server.clock.advance(3 * DAY);
  const undone = await rate(one);
  await rate(two);
  server.clock.advance(DAY);
  expect(await retention(30)).toMatchObject([{ reviews: 2 }]);
  const summed = async () =>
    (await server.database.pool.query("select sum(reviews) from recall_days where user_id = $1", [ana.userId])).rows[0]
      .sum;
  expect(await summed()).toBe(2);
  expect((await ana.delete(`/api/cards/${one.id}/reviews/${undone}`)).status).toBe(200);
  expect(await retention(30)).toMatchObject([{ reviews: 1 }]);
  expect(await summed()).toBe(1);
  // A review of today is returned, but not summed before the day is over.
  server.clock.advance(DAY);
  await rate(one);
  expect(await retention(30)).toMatchObject([{ reviews: 2 }]);
  expect(await summed()).toBe(1);
  // This is also true when a rating given yesterday arrives after it.
  await rate(two, { waitedMs: DAY });
  expect(await retention(30)).toMatchObject([{ reviews: 3 }]);
  expect(await summed()).toBe(1);
});

describe("calibration of the predictions", () => {
  async function calibration(): Promise<CalibrationBin[]> {
    const response = await ana.get<CalibrationBin[]>("/api/user/calibration");
    expect(response.status).toBe(200);
    return response.body;
  }

  /** Changes the log, and clears the sums, because summed days are not read from the log again. */
  const setLog = async (change: string, ...values: unknown[]) => {
    const { pool } = server.database;
    await pool.query("update user_scheduling set summed_through = null where user_id = $1", [ana.userId]);
    await pool.query(`update reviews set ${change} where user_id = $1 and retrievability is not null`, [
      ana.userId,
      ...values,
    ]);
  };

  it("is empty for a new user, and does not include first ratings", async () => {
    expect(await calibration()).toEqual([]);
    await rate(await newCard());
    expect(await calibration()).toEqual([]);
  });

  it("agrees with the log, computed row by row", async () => {
    await studyForMonths();
    const { rows } = await server.database.pool.query<LogRow>(
      "select * from reviews where user_id = $1 and retrievability is not null and grade is not null and undone_at is null",
      [ana.userId],
    );
    const bins = await calibration();
    expect(bins.length).toBeGreaterThan(3);
    expect(bins.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(rows.length);
    const expected = rows.map(({ retrievability, grade, state_before: state }) => ({
      recalled: (grade ?? 0) > 1,
      recall: calibrateRecall({ a: state.calibrationA, b: state.calibrationB }, retrievability ?? 0),
    }));
    for (const { from, to, reviews, recalled, predicted } of bins) {
      const bin = expected.filter(({ recall }) => from <= recall && recall < to);
      expect([reviews, recalled]).toEqual([bin.length, bin.filter((review) => review.recalled).length]);
      expect(predicted).toBeCloseTo(bin.reduce((sum, { recall }) => sum + recall, 0) / bin.length, 12);
    }
  });

  it("puts each prediction into the bin whose bounds include it, the lower one inclusive", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card, { recalled: false });
    await setLog('state_before = state_before || \'{"calibrationA": 1, "calibrationB": 0}\'');
    const binOf = async (recall: number) => {
      await setLog("retrievability = $2", recall);
      return (await calibration()).map(({ from, to, reviews, recalled }) => [from, to, reviews, recalled]);
    };
    expect(await binOf(0)).toEqual([[0, 0.5, 1, 0]]);
    expect(await binOf(0.5)).toEqual([[0.5, 0.6, 1, 0]]);
    expect(await binOf(0.84999)).toEqual([[0.8, 0.85, 1, 0]]);
    expect(await binOf(0.92)).toEqual([[0.9, 0.95, 1, 0]]);
    expect(await binOf(1)).toEqual([[0.95, 1, 1, 0]]);
  });

  it("uses the calibration from before the review, not the present one", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card);
    const [bin] = await calibration();
    await server.database.pool.query("update user_scheduling set calibration_b = -2 where user_id = $1", [ana.userId]);
    expect(await calibration()).toEqual([bin]);
  });

  it("leaves out a Difícil without a known result, which retention counts as the probability of recall", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card, { difficulty: "hard" });
    const { rows } = await server.database.pool.query<LogRow>(
      "select * from reviews where user_id = $1 and retrievability is not null",
      [ana.userId],
    );
    expect(rows).toMatchObject([{ grade: null }]);
    expect(await calibration()).toEqual([]);
    const [week] = await retention(30);
    expect(week).toMatchObject({ reviews: 1, recalled: expect.closeTo(estimateRecallShare(week?.predicted ?? 0), 10) });
    expect(week?.recalled).toBeLessThan(0.5);
    // From the first "No la recordé" on, a Difícil means that the card was recalled.
    server.clock.advance(DAY);
    await rate(card, { recalled: false });
    server.clock.advance(DAY);
    await rate(card, { difficulty: "hard" });
    const counts = (await calibration()).map(({ reviews, recalled }) => ({ reviews, recalled }));
    expect(counts.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(2);
    expect(counts.reduce((sum, { recalled }) => sum + recalled, 0)).toBe(1);
  });

  it("includes the last year, and leaves out undone reviews and those of other users", async () => {
    const card = await newCard();
    await rate(card);
    server.clock.advance(3 * DAY);
    await rate(card);
    // A year and a day before the review.
    await setLog("local_date = $2", "2025-03-12");
    expect(await calibration()).toEqual([]);
    await setLog("local_date = $2", "2025-03-13");
    expect(await calibration()).toMatchObject([{ reviews: 1, recalled: 1 }]);
    server.clock.advance(DAY);
    const late = await rate(card, { recalled: false });
    expect(await calibration()).toMatchObject([{ reviews: 1, recalled: 0 }]);
    await ana.delete(`/api/cards/${card.id}/reviews/${late}`);
    expect(await calibration()).toEqual([]);
    await rate(card);
    ana = await server.register();
    expect(await calibration()).toEqual([]);
  });
});

describe("cards by state", () => {
  const states = async () => (await ana.get<CardStates>("/api/user/card-states")).body;

  it("counts each card in the state of its last rating", async () => {
    expect(await states()).toEqual({ new: 0, hard: 0, medium: 0, easy: 0, mature: 0 });
    const cards = await Promise.all(Array.from({ length: 7 }, () => newCard()));
    const [a, b, c, d] = cards as [Card, Card, Card, Card];
    await rate(a, { difficulty: "hard" });
    await rate(b, { difficulty: "medium" });
    await rate(c, { difficulty: "medium" });
    const last = await rate(d, { difficulty: "easy" });
    expect(await states()).toEqual({ new: 3, hard: 1, medium: 2, easy: 1, mature: 0 });
    await ana.delete(`/api/cards/${d.id}/reviews/${last}`);
    await ana.delete(`/api/cards/${a.id}`);
    expect(await states()).toEqual({ new: 4, hard: 0, medium: 2, easy: 0, mature: 0 });
  });

  it("counts cards with an interval of 21 days or more as mature, whatever their last rating", async () => {
    const [young, mature] = [await newCard(), await newCard()];
    const setInterval = (card: Card, days: number) =>
      server.database.pool.query("update cards set interval = $3 where user_id = $1 and id = $2", [
        ana.userId,
        card.id,
        days,
      ]);
    await rate(young);
    await rate(mature, { difficulty: "hard" });
    await setInterval(young, 20);
    await setInterval(mature, 21);
    // The interval of a card that was never rated means nothing.
    await setInterval(await newCard(), 30);
    expect(await states()).toMatchObject({ new: 1, mature: 1 });
  });
});

describe("workload", () => {
  const workload = async () => (await ana.get<Workload[]>("/api/user/workload")).body;

  it("is returned for each hundredth of retention from 0.80 to 0.95, and is 0 without rated cards", async () => {
    await newCard();
    const steps = await workload();
    expect(steps.map(({ retention: value }) => value)).toEqual(
      [80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95].map((hundredths) => hundredths / 100),
    );
    expect(steps.every(({ reviewsPerDay }) => reviewsPerDay === 0)).toBe(true);
  });

  it("grows with the desired retention and the cards, and depends on the learner's calibration", async () => {
    const cards = await Promise.all(Array.from({ length: 30 }, () => newCard()));
    for (const card of cards) await rate(card, { difficulty: "easy" });
    const loads = (await workload()).map(({ reviewsPerDay }) => reviewsPerDay);
    expect(loads[0]).toBeGreaterThan(0);
    expect(loads.toSorted((a, b) => a - b)).toEqual(loads);
    expect(loads.at(-1)).toBeGreaterThan((loads[0] ?? 0) * 1.5);
    // A learner who forgets more than the model predicts must see the cards more often.
    await server.database.pool.query("update user_scheduling set calibration_b = -0.5 where user_id = $1", [
      ana.userId,
    ]);
    expect((await workload())[10]?.reviewsPerDay).toBeGreaterThan(loads[10] ?? 0);
    ana = await server.register();
    expect((await workload())[10]?.reviewsPerDay).toBe(0);
  });

  it("is forecast from a sample of a large collection", async () => {
    const card = await newCard();
    await rate(card);
    const columns = `user_id, folder_id, front, back, created_at, updated_at, difficulty, review_count, last_reviewed_at,
      last_review_date, next_review_at, next_review_date, "interval", ease_factor, stability, memory_difficulty`;
    const copyCard = (copies: number) =>
      server.database.pool.query(
        `insert into cards (${columns}) select ${columns} from cards, generate_series(1, $2) where id = $1`,
        [card.id, copies],
      );
    await copyCard(2999);
    const whole = (await workload())[10]?.reviewsPerDay ?? 0;
    expect(whole).toBeGreaterThan(300);
    await copyCard(3000);
    const sampled = (await workload())[10]?.reviewsPerDay ?? 0;
    expect(Math.abs(sampled / (2 * whole) - 1)).toBeLessThan(0.05);
  });
});

it("answers 401 without a session", async () => {
  for (const path of ["retention", "card-states", "workload"]) {
    expect((await server.visitor().get(`/api/user/${path}`)).status).toBe(401);
  }
});
