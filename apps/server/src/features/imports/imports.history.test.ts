import type { MaterialCard, MaterialReview } from "@repasa/card-files/material.ts";
import type { ActivityDay, UserStats } from "@repasa/contract/stats.ts";
import { describe, expect, it } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { selectCardRows, selectReviewRows, undoImport } from "#testing/import-results.ts";
import { cardWith, DUE_IN_TEN_DAYS, importMaterial, materialOf, noteWith, reviewsOn } from "#testing/import-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const readStats = async (client: TestClient) => (await client.get<UserStats>("/api/user/stats")).body;
const readActivity = async (client: TestClient) =>
  (await client.get<ActivityDay[]>("/api/user/activity?from=2026-02-20&to=2026-03-10")).body.map(({ date, count }) => [
    date,
    count,
  ]);

const studied = [
  cardWith({
    front: "a",
    note: noteWith("A"),
    reviews: reviewsOn({ "2026-03-01": 3, "2026-03-04": 3, "2026-03-09": 4 }),
  }),
  cardWith({
    front: "b",
    note: noteWith("B"),
    reviews: reviewsOn({ "2026-03-02": 1, "2026-03-03": 2, "2026-03-05": 3 }),
  }),
];

describe("the history of imported cards", () => {
  it("is folded by the scheduler, in the order of the reviews of all cards", async () => {
    const client = await app.register();
    const { result, preview } = await importMaterial(app, client, materialOf(studied));
    expect(preview).toMatchObject({ cards: 2, reviews: 6, duplicates: 0 });
    expect(result).toMatchObject({ folders: 1, cards: 2, reviews: 6 });
    await expectFold(pool, client.userId);
    const log = await selectReviewRows(pool, client);
    expect(log.map(({ local_date: date, grade }) => [date, grade])).toEqual([
      ["2026-03-01", 3],
      ["2026-03-02", 1],
      ["2026-03-03", 2],
      ["2026-03-04", 3],
      ["2026-03-05", 3],
      ["2026-03-09", 4],
    ]);
    expect(log.map(({ difficulty, answer_result: result }) => `${difficulty} ${result}`).slice(0, 3)).toEqual([
      "medium correct",
      "hard incorrect",
      "hard correct",
    ]);
  });

  it("counts as activity and for the streak on its own days, and not as reviewed today", async () => {
    const client = await app.register();
    // This card has been pending since its due date, the 21st.
    const left = cardWith({ front: "c", note: noteWith("C"), reviews: reviewsOn({ "2026-02-20": 2 }) });
    await importMaterial(app, client, materialOf([...studied, left]));
    const march = ["01", "02", "03", "04", "05", "09"].map((day) => [`2026-03-${day}`, 1]);
    expect(await readActivity(client)).toEqual([["2026-02-20", 1], ...march]);
    expect(await readStats(client)).toMatchObject({ reviewedToday: 0, currentStreak: 1, longestStreak: 5 });
    expect((await readStats(client)).cardsDueToday).toBeGreaterThan(0);
  });

  it("leaves no streak gaps when it is undone, unless another import has reviews of that time", async () => {
    const client = await app.register();
    const countGaps = async () =>
      (await pool.query("SELECT FROM streak_gaps WHERE user_id = $1", [client.userId])).rows.length;
    const left = (front: string) => cardWith({ front, note: noteWith(front), reviews: reviewsOn({ "2026-02-20": 2 }) });
    const first = await importMaterial(app, client, materialOf([left("a")]));
    const second = await importMaterial(app, client, materialOf([left("b")]));
    expect(await countGaps()).toBeGreaterThan(0);
    await undoImport(app, client, first.id);
    expect(await countGaps()).toBeGreaterThan(0);
    await undoImport(app, client, second.id);
    expect(await countGaps()).toBe(0);
  });

  it("does not end a streak on days without pending cards, or after the account was created", async () => {
    const client = await app.register();
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ note: noteWith("A"), reviews: reviewsOn({ "2026-03-01": 4, "2026-03-08": 4 }) })]),
    );
    expect(await readStats(client)).toMatchObject({ currentStreak: 2, longestStreak: 2 });
    const old = await app.register();
    await pool.query("UPDATE users SET created_at = '2026-01-01Z' WHERE id = $1", [old.userId]);
    await importMaterial(
      app,
      old,
      materialOf([cardWith({ note: noteWith("A"), reviews: reviewsOn({ "2026-03-01": 2, "2026-03-08": 4 }) })]),
    );
    expect(await readStats(old)).toMatchObject({ currentStreak: 2, longestStreak: 2 });
  });

  it("is dated by the user's time zone and the hour at which days begin", async () => {
    const client = await app.register();
    const late = cardWith({ front: "c", note: noteWith("C"), reviews: reviewsOn({ "2026-03-01": 3 }, "02:30") });
    await importMaterial(app, client, materialOf([late]), { timeZone: "Europe/Madrid", dayStartHour: 4 });
    expect((await selectReviewRows(pool, client))[0]).toMatchObject({
      local_date: "2026-02-28",
      time_zone: "Europe/Madrid",
    });
  });

  it("is added once: importing the file again adds no review and changes no schedule", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(studied));
    const before = await selectCardRows(pool, client);
    const again = await importMaterial(app, client, materialOf(studied));
    expect(again.preview).toMatchObject({ cards: 2, duplicates: 2, folders: [{ existing: true }] });
    expect(again.result).toMatchObject({ folders: 0, cards: 0, skipped: 2, reviews: 0 });
    expect(await selectCardRows(pool, client)).toEqual(before);
    expect(await selectReviewRows(pool, client)).toHaveLength(6);
    // The reviews are not added again either if their cards were deleted meanwhile.
    await pool.query("DELETE FROM cards WHERE user_id = $1", [client.userId]);
    expect((await importMaterial(app, client, materialOf(studied))).result).toMatchObject({ cards: 2, reviews: 0 });
    expect(await selectReviewRows(pool, client)).toHaveLength(6);
  });

  it("is omitted on request", async () => {
    const client = await app.register();
    const cards = [...studied, cardWith({ front: "c", schedule: DUE_IN_TEN_DAYS })];
    const { result } = await importMaterial(app, client, materialOf(cards), { options: { history: false } });
    expect(result).toMatchObject({ cards: 3, reviews: 0 });
    for (const card of await selectCardRows(pool, client)) {
      expect(card).toMatchObject({ difficulty: "new", review_count: 0, next_review_date: null, stability: null });
    }
  });

  it("counts practice only as activity, and makes a card new that was reset in the file", async () => {
    const client = await app.register();
    const practised = reviewsOn({ "2026-03-01": 3, "2026-03-02": 1 }).map((one, nth) => ({
      ...one,
      practice: nth === 1,
    }));
    await importMaterial(
      app,
      client,
      materialOf([
        cardWith({ front: "p", note: noteWith("P"), reviews: practised }),
        cardWith({ front: "q", note: noteWith("Q"), reviews: reviewsOn({ "2026-03-01": 3 }), isNew: true }),
      ]),
    );
    // The log of the reset card has a review, although the card is new.
    const [practice, reset] = await selectCardRows(pool, client);
    expect(practice).toMatchObject({ review_count: 1, last_review_date: "2026-03-01", difficulty: "medium" });
    expect(reset).toMatchObject({ review_count: 0, next_review_date: null, difficulty: "new" });
    expect(await readActivity(client)).toEqual([
      ["2026-03-01", 2],
      ["2026-03-02", 1],
    ]);
    expect((await selectReviewRows(pool, client))[2]).toMatchObject({
      practice: true,
      due_before: null,
      retrievability: null,
    });
  });

  it("is replaced by the card's schedule in the file if there is no log", async () => {
    const client = await app.register();
    const fsrs = { ...DUE_IN_TEN_DAYS, due: { date: "2026-03-05" }, stability: 33.3, difficulty: 8, ease: null };
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ front: "x", schedule: DUE_IN_TEN_DAYS }), cardWith({ schedule: fsrs })]),
    );
    const [x, y] = await selectCardRows(pool, client);
    expect(x).toMatchObject({
      last_review_date: "2026-02-28",
      next_review_date: "2026-03-20",
      interval: 20,
      review_count: 4,
      stability: 20,
      difficulty: "medium",
      ease_factor: 250,
    });
    expect(y).toMatchObject({ last_review_date: "2026-02-13", next_review_date: "2026-03-05", stability: 33.3 });
    expect(y).toMatchObject({ memory_difficulty: 8, difficulty: "hard" });
    expect(await readStats(client)).toMatchObject({ cardsDueToday: 1 });
  });

  it("keeps the due dates of the file until the next review here, with the memory that the log gives", async () => {
    const client = await app.register();
    const card = (front: string, date: string, change: Partial<MaterialCard> = {}) =>
      cardWith({
        front,
        note: noteWith(front),
        reviews: reviewsOn({ "2026-02-20": 3, "2026-03-01": 3 }),
        schedule: { ...DUE_IN_TEN_DAYS, due: { date }, stability: 99, difficulty: 9 },
        ...change,
      });
    const practised = reviewsOn({ "2026-03-09": 3 }).map((review) => ({ ...review, practice: true }));
    await importMaterial(
      app,
      client,
      materialOf([
        card("overdue", "2026-03-08"),
        card("later", "2026-05-20"),
        card("learning", "2026-03-01"),
        card("contradictory", "2026-02-28"),
        card("beyond a year", "2031-01-01"),
        card("practised", "2026-05-20", { reviews: [...card("", "").reviews, ...practised] }),
        card("without", "", { schedule: null }),
      ]),
    );
    await expectFold(pool, client.userId);
    const rows = await selectCardRows(pool, client);
    const dates = Object.fromEntries(rows.map(({ front, next_review_date: date }) => [front, date]));
    expect(dates).toMatchObject({
      overdue: "2026-03-08",
      later: "2026-05-20",
      learning: "2026-03-02",
      practised: "2026-05-20",
      "beyond a year": "2027-03-10",
    });
    // The scheduler's own due date, which depends on the calibration.
    for (const front of ["contradictory", "without"]) expect(dates[front] > "2026-03-10").toBe(true);
    expect(new Set(rows.map(({ stability }) => stability)).size).toBe(1);
    expect(await readStats(client)).toMatchObject({ cardsDueToday: 2 });
    const later = rows[1];
    const log = await selectReviewRows(pool, client);
    expect(log.findLast(({ card_id: id }) => id === later?.id)).toMatchObject({
      state_after: { nextReviewDate: "2026-05-20", interval: 80 },
    });
    await client.post(`/api/cards/${rows[0]?.id}/review`, { difficulty: "hard" });
    expect((await selectCardRows(pool, client))[0]).toMatchObject({ next_review_date: "2026-03-11" });
    expect(await countDifferences(app.database.orm, client.userId as OwnerId, () => {})).toBe(0);
  });

  it("keeps the due date of a known card that was studied further in Anki, but not if it was studied here since", async () => {
    const client = await app.register();
    const exported = (date: string, reviews: MaterialReview[]) =>
      materialOf([
        cardWith({ note: noteWith("A"), reviews, schedule: { ...DUE_IN_TEN_DAYS, due: { date } } }),
        cardWith({ front: "b", note: noteWith("B"), reviews, schedule: { ...DUE_IN_TEN_DAYS, due: { date } } }),
      ]);
    await importMaterial(app, client, exported("2026-03-08", reviewsOn({ "2026-02-20": 3 })));
    const [first] = await selectCardRows(pool, client);
    await client.post(`/api/cards/${first.id}/review`, { difficulty: "hard" });
    const reviews = reviewsOn({ "2026-02-20": 3, "2026-03-07": 3 });
    const { result } = await importMaterial(app, client, exported("2026-04-20", reviews));
    expect(result).toMatchObject({ cards: 0, reviews: 2 });
    const rows = await selectCardRows(pool, client);
    expect(rows.map(({ next_review_date: date }) => date)).toEqual(["2026-03-11", "2026-04-20"]);
    expect(await countDifferences(app.database.orm, client.userId as OwnerId, () => {})).toBe(0);
  });

  it("makes cards without a log due within a year, like cards that are rated here", async () => {
    const client = await app.register();
    const dueIn = (inDays: number) => ({ ...DUE_IN_TEN_DAYS, due: { inDays }, interval: 4600 });
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ front: "x", schedule: dueIn(4500) }), cardWith({ front: "y", schedule: dueIn(4100) })]),
    );
    const [x, y] = await selectCardRows(pool, client);
    // The last review of x was 100 days ago, and that of y 500 days ago.
    expect(x).toMatchObject({ last_review_date: "2025-11-30", next_review_date: "2026-11-30", interval: 365 });
    expect(y).toMatchObject({ last_review_date: "2024-10-26", next_review_date: "2025-10-26", interval: 365 });
    expect([x.stability, y.stability]).toEqual([4600, 4600]);
  });

  it("continues the calibration of earlier ratings, which undoing the import restores", async () => {
    const client = await app.register();
    const { body: folder } = await client.post<{ id: number }>("/api/folders", { name: "Propia" });
    const { body: card } = await client.post<{ id: number }>(`/api/folders/${folder.id}/cards`, {
      front: "1",
      back: "2",
    });
    await client.post(`/api/cards/${card.id}/review`, { difficulty: "hard", answerResult: "incorrect" });
    const selectCalibration = async () =>
      (
        await pool.query(
          "SELECT calibration_a, calibration_b, hard_since_forgotten FROM user_scheduling WHERE user_id = $1",
          [client.userId],
        )
      ).rows[0];
    const before = await selectCalibration();
    const { id } = await importMaterial(app, client, materialOf(studied));
    await expectFold(pool, client.userId);
    expect(await selectCalibration()).not.toEqual(before);
    await undoImport(app, client, id);
    expect(await selectCalibration()).toEqual(before);
    expect(await selectReviewRows(pool, client)).toHaveLength(1);
    expect(await readActivity(client)).toEqual([["2026-03-10", 1]]);
  });
});
