import type { ActivityDay, UserStats } from "@repasa/contract/stats.ts";
import { describe, expect, it } from "vitest";
import { expectFold } from "#testing/expect-fold.ts";
import { cardWith, DUE_IN_TEN_DAYS, importMaterial, materialOf, reviewsOn } from "#testing/import-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const note = (guid: string, template = 0) => ({ guid, template });
const stats = async (client: TestClient) => (await client.get<UserStats>("/api/user/stats")).body;
const activity = async (client: TestClient) =>
  (await client.get<ActivityDay[]>("/api/user/activity?from=2026-02-20&to=2026-03-10")).body.map(({ date, count }) => [
    date,
    count,
  ]);
const cardRows = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;
const reviewRows = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId])).rows;

const studied = [
  cardWith({ front: "a", note: note("A"), reviews: reviewsOn({ "2026-03-01": 3, "2026-03-04": 3, "2026-03-09": 4 }) }),
  cardWith({ front: "b", note: note("B"), reviews: reviewsOn({ "2026-03-02": 1, "2026-03-03": 2, "2026-03-05": 3 }) }),
];

describe("the history of what is imported", () => {
  it("is applied by the scheduler, in the order of the reviews of all cards", async () => {
    const client = await app.register();
    const { result, preview } = await importMaterial(app, client, materialOf(studied));
    expect(preview).toMatchObject({ cards: 2, reviews: 6, duplicates: 0 });
    expect(result).toMatchObject({ folders: 1, cards: 2, reviews: 6 });
    await expectFold(pool, client.userId);
    const log = await reviewRows(client);
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

  it("counts on its days, in the streak too, and not as reviewed today", async () => {
    const client = await app.register();
    // Due on the 21st, and pending since then.
    const left = cardWith({ front: "c", note: note("C"), reviews: reviewsOn({ "2026-02-20": 2 }) });
    await importMaterial(app, client, materialOf([...studied, left]));
    const march = ["01", "02", "03", "04", "05", "09"].map((day) => [`2026-03-${day}`, 1]);
    expect(await activity(client)).toEqual([["2026-02-20", 1], ...march]);
    expect(await stats(client)).toMatchObject({ reviewedToday: 0, currentStreak: 1, longestStreak: 5 });
    expect((await stats(client)).cardsDueToday).toBeGreaterThan(0);
  });

  it("leaves no gaps when it is undone, unless another import has days of that time", async () => {
    const client = await app.register();
    const gaps = async () =>
      (await pool.query("SELECT FROM streak_gaps WHERE user_id = $1", [client.userId])).rows.length;
    const undoImport = async (id: string) => {
      await client.post(`/api/imports/${id}/undo`);
      await app.runJobs("imports.undo");
    };
    const left = (front: string) => cardWith({ front, note: note(front), reviews: reviewsOn({ "2026-02-20": 2 }) });
    const first = await importMaterial(app, client, materialOf([left("a")]));
    const second = await importMaterial(app, client, materialOf([left("b")]));
    expect(await gaps()).toBeGreaterThan(0);
    await undoImport(first.id);
    expect(await gaps()).toBeGreaterThan(0);
    await undoImport(second.id);
    expect(await gaps()).toBe(0);
  });

  it("ends no streak on days on which nothing was pending, nor on days of this account", async () => {
    const client = await app.register();
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ note: note("A"), reviews: reviewsOn({ "2026-03-01": 4, "2026-03-08": 4 }) })]),
    );
    expect(await stats(client)).toMatchObject({ currentStreak: 2, longestStreak: 2 });
    const old = await app.register();
    await pool.query("UPDATE users SET created_at = '2026-01-01Z' WHERE id = $1", [old.userId]);
    await importMaterial(
      app,
      old,
      materialOf([cardWith({ note: note("A"), reviews: reviewsOn({ "2026-03-01": 2, "2026-03-08": 4 }) })]),
    );
    expect(await stats(old)).toMatchObject({ currentStreak: 2, longestStreak: 2 });
  });

  it("is on the local days of the user's zone and day start", async () => {
    const client = await app.register();
    const late = cardWith({ front: "c", note: note("C"), reviews: reviewsOn({ "2026-03-01": 3 }, "02:30") });
    await importMaterial(app, client, materialOf([late]), { timeZone: "Europe/Madrid", dayStartHour: 4 });
    expect((await reviewRows(client))[0]).toMatchObject({ local_date: "2026-02-28", time_zone: "Europe/Madrid" });
  });

  it("is added once: the same file again adds nothing, and skipped cards keep their schedule", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(studied));
    const before = await cardRows(client);
    const again = await importMaterial(app, client, materialOf(studied));
    expect(again.preview).toMatchObject({ cards: 2, duplicates: 2, folders: [{ existing: true }] });
    expect(again.result).toMatchObject({ folders: 0, cards: 0, skipped: 2, reviews: 0 });
    expect(await cardRows(client)).toEqual(before);
    expect(await reviewRows(client)).toHaveLength(6);
    // Not even when its cards were deleted meanwhile.
    await pool.query("DELETE FROM cards WHERE user_id = $1", [client.userId]);
    expect((await importMaterial(app, client, materialOf(studied))).result).toMatchObject({ cards: 2, reviews: 0 });
    expect(await reviewRows(client)).toHaveLength(6);
  });

  it("is left out if the options say so", async () => {
    const client = await app.register();
    const cards = [...studied, cardWith({ front: "c", schedule: DUE_IN_TEN_DAYS })];
    const { result } = await importMaterial(app, client, materialOf(cards), { options: { history: false } });
    expect(result).toMatchObject({ cards: 3, reviews: 0 });
    for (const card of await cardRows(client)) {
      expect(card).toMatchObject({ difficulty: "new", review_count: 0, next_review_date: null, stability: null });
    }
  });

  it("counts practice as activity that moves nothing, and a forgotten card is new again", async () => {
    const client = await app.register();
    const practised = reviewsOn({ "2026-03-01": 3, "2026-03-02": 1 }).map((one, nth) => ({
      ...one,
      practice: nth === 1,
    }));
    await importMaterial(
      app,
      client,
      materialOf([
        cardWith({ front: "p", note: note("P"), reviews: practised }),
        cardWith({ front: "q", note: note("Q"), reviews: reviewsOn({ "2026-03-01": 3 }), isNew: true }),
      ]),
    );
    // The log of the forgotten card has more information than the card.
    const [practice, forgotten] = await cardRows(client);
    expect(practice).toMatchObject({ review_count: 1, last_review_date: "2026-03-01", difficulty: "medium" });
    expect(forgotten).toMatchObject({ review_count: 0, next_review_date: null, difficulty: "new" });
    expect(await activity(client)).toEqual([
      ["2026-03-01", 2],
      ["2026-03-02", 1],
    ]);
    expect((await reviewRows(client))[2]).toMatchObject({ practice: true, due_before: null, retrievability: null });
  });

  it("is taken from the card itself if there is no log", async () => {
    const client = await app.register();
    const fsrs = { ...DUE_IN_TEN_DAYS, due: { date: "2026-03-05" }, stability: 33.3, difficulty: 8, ease: null };
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ front: "x", schedule: DUE_IN_TEN_DAYS }), cardWith({ schedule: fsrs })]),
    );
    const [x, y] = await cardRows(client);
    expect(x).toMatchObject({
      ...{
        last_review_date: "2026-02-28",
        next_review_date: "2026-03-20",
        interval: 20,
        review_count: 4,
        stability: 20,
      },
      ...{ difficulty: "medium", ease_factor: 250 },
    });
    expect(y).toMatchObject({ last_review_date: "2026-02-13", next_review_date: "2026-03-05", stability: 33.3 });
    expect(y).toMatchObject({ memory_difficulty: 8, difficulty: "hard" });
    expect(await stats(client)).toMatchObject({ cardsDueToday: 1 });
  });

  it("makes cards without a log due within a year, like cards that are rated here", async () => {
    const client = await app.register();
    const far = (inDays: number) => ({ ...DUE_IN_TEN_DAYS, due: { inDays }, interval: 4600 });
    await importMaterial(
      app,
      client,
      materialOf([cardWith({ front: "x", schedule: far(4500) }), cardWith({ front: "y", schedule: far(4100) })]),
    );
    const [x, y] = await cardRows(client);
    // A hundred days after its review, and five hundred.
    expect(x).toMatchObject({ last_review_date: "2025-11-30", next_review_date: "2026-11-30", interval: 365 });
    expect(y).toMatchObject({ last_review_date: "2024-10-26", next_review_date: "2025-10-26", interval: 365 });
    expect([x.stability, y.stability]).toEqual([4600, 4600]);
  });

  it("continues the calibration from the ratings given here, and undoing restores it", async () => {
    const client = await app.register();
    const { body: folder } = await client.post<{ id: number }>("/api/folders", { name: "Propia" });
    const { body: card } = await client.post<{ id: number }>(`/api/folders/${folder.id}/cards`, {
      front: "1",
      back: "2",
    });
    await client.post(`/api/cards/${card.id}/review`, { difficulty: "hard", answerResult: "incorrect" });
    const learner = async () =>
      (
        await pool.query(
          "SELECT calibration_a, calibration_b, hard_since_forgotten FROM user_scheduling WHERE user_id = $1",
          [client.userId],
        )
      ).rows[0];
    const before = await learner();
    const { id } = await importMaterial(app, client, materialOf(studied));
    await expectFold(pool, client.userId);
    expect(await learner()).not.toEqual(before);
    await client.post(`/api/imports/${id}/undo`);
    await app.runJobs("imports.undo");
    expect(await learner()).toEqual(before);
    expect(await reviewRows(client)).toHaveLength(1);
    expect(await activity(client)).toEqual([["2026-03-10", 1]]);
  });
});
