import { randomUUID } from "node:crypto";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { activity } from "#features/stats/stats.service.ts";
import { rateCard, undoReview } from "#features/study/study.service.ts";
import { endOfDay, type Moment } from "#platform/time/local-days.ts";
import { computePastDay } from "#testing/past-days.ts";
import { at, type StatsUser, sharedStatsWorld } from "#testing/stats-world.ts";
import { findFoldersOnDates } from "../schedule.service.ts";
import { settlePastDays } from "../schedule.settling.ts";
import { findWrongDays } from "./days.service.ts";

const DAY_MS = 86_400_000;
const ZONE = "Europe/Madrid";
const on = (date: string, hour = "12:00") => at(`2026-05-${date} ${hour}`, ZONE);
const world = await sharedStatsWorld();
let user: StatsUser;

beforeEach(async () => {
  user = await world.newUser();
});

async function selectStoredThrough(): Promise<string> {
  const { rows } = await world.pool.query("SELECT kept_through FROM user_days WHERE user_id = $1", [user.owner]);
  return rows[0]?.kept_through;
}

const counts = async (moment: Moment) =>
  (await activity(user.ctx, user.owner, moment, {})).map(({ date, count }) => `${date}: ${count}`);

describe("a settled day", () => {
  test("does not change when its cards are moved, suspended or deleted", async () => {
    const { log, owner } = user;
    const [from, to] = [await log.folder("De"), await log.folder("A")];
    const moved = await log.card(from, on("01"));
    const suspended = await log.card(from, on("01"));
    await log.review(moved, on("01"), 1);
    expect(await user.day(on("03"), "2026-05-01")).toEqual({ scheduled: ["De"], completed: [] });
    await settlePastDays(user.ctx, owner, on("03"));
    await world.pool.query("UPDATE cards SET folder_id = $1 WHERE user_id = $2", [to, owner]);
    await world.pool.query("UPDATE cards SET suspended = true WHERE id = $1", [suspended]);
    await log.deleteCard(moved, on("03"));
    for (const date of ["2026-05-01", "2026-05-02"]) {
      expect(await user.day(on("03"), date)).toEqual({ scheduled: ["De"], completed: [] });
    }
    await log.deleteFolder(from, on("03"));
    expect(await user.day(on("03"), "2026-05-01")).toEqual({ scheduled: [], completed: [] });
    expect(await counts(on("03"))).toEqual(["2026-05-01: 1"]);
  });

  test("is one of all days since the first review, for an account that was never settled", async () => {
    const { ctx, owner, log } = user;
    const card = await log.card(await log.folder(), on("01"));
    await log.review(card, on("01"), 1);
    for (const table of ["user_days", "daily_figures"]) {
      await world.pool.query(`DELETE FROM ${table} WHERE user_id = $1`, [owner]);
    }
    await settlePastDays(ctx, owner, on("03"));
    expect(await selectStoredThrough()).toBe("2026-05-02");
    expect(await counts(on("03"))).toEqual(["2026-05-01: 1"]);
    expect(await user.day(on("03"), "2026-05-01")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
    expect(await user.day(on("03"), "2026-05-02")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.streak(on("03"))).toEqual({ current: 0, longest: 1 });
  });

  test("is computed again when a rating that was given on it arrives late", async () => {
    const { ctx, owner, log } = user;
    const card = await log.card(await log.folder(), on("01"));
    await log.review(card, on("01"), 1);
    expect(await user.streak(on("03"))).toEqual({ current: 0, longest: 1 });
    expect(await user.day(on("03"), "2026-05-02")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await selectStoredThrough()).toBe("2026-05-02");
    await rateCard(ctx, owner, on("03"), card, { difficulty: "easy", waitedMs: DAY_MS });
    expect(await user.day(on("03"), "2026-05-02")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
    expect(await user.streak(on("03"))).toEqual({ current: 2, longest: 2 });
    expect(await counts(on("03"))).toEqual(["2026-05-01: 1", "2026-05-02: 1"]);
    expect(await selectStoredThrough()).toBe("2026-05-01");
    expect(await user.streak(on("05"))).toEqual({ current: 2, longest: 2 });
    expect(await selectStoredThrough()).toBe("2026-05-04");
    expect(await user.day(on("05"), "2026-05-02")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
    expect(await user.day(on("05"), "2026-05-03")).toEqual({ scheduled: [], completed: [] });
    expect(await findWrongDays(ctx.db, owner)).toEqual({ dates: [], streak: null });
  });

  test("does not change when a late rating that is already in the log arrives again", async () => {
    const { ctx, owner, log } = user;
    const [from, to] = [await log.folder("De"), await log.folder("A")];
    const card = await log.card(from, on("01"));
    await log.card(from, on("01"));
    const reviewId = randomUUID();
    await rateCard(ctx, owner, on("01"), card, { difficulty: "easy", reviewId });
    await settlePastDays(ctx, owner, on("03"));
    await world.pool.query("UPDATE cards SET folder_id = $1 WHERE user_id = $2", [to, owner]);
    const late = { difficulty: "easy", reviewId, waitedMs: 2 * DAY_MS } as const;
    expect(await rateCard(ctx, owner, on("03"), card, late)).toMatchObject({ reviewId, card: { id: card } });
    expect(await selectStoredThrough()).toBe("2026-05-02");
    expect(await user.day(on("03"), "2026-05-02")).toEqual({ scheduled: ["De"], completed: [] });
  });

  test("is computed again when a traveller is back on it and studies, and when they undo that", async () => {
    const { ctx, owner, log } = user;
    const card = await log.card(await log.folder(), at("2026-05-08 09:00", "Pacific/Kiritimati"));
    const there = at("2026-05-10 10:00", "Pacific/Kiritimati");
    expect(await user.streak(there)).toEqual({ current: 0, longest: 0 });
    expect(await selectStoredThrough()).toBe("2026-05-09");
    const back = at("2026-05-09 10:00", "Pacific/Pago_Pago");
    const { reviewId } = await rateCard(ctx, owner, back, card, { difficulty: "easy" });
    expect(await selectStoredThrough()).toBe("2026-05-08");
    const again = at("2026-05-11 10:00", "Pacific/Kiritimati");
    expect(await counts(again)).toEqual(["2026-05-09: 1"]);
    expect(await user.streak(again)).toEqual({ current: 1, longest: 1 });
    expect(await selectStoredThrough()).toBe("2026-05-10");
    await undoReview(ctx, owner, at("2026-05-09 11:00", "Pacific/Pago_Pago"), card, reviewId);
    expect(await selectStoredThrough()).toBe("2026-05-08");
    expect(await counts(again)).toEqual([]);
    expect(await user.streak(again)).toEqual({ current: 0, longest: 0 });
  });
});

test("settlePastDays stores each of 400 days without a visit as it was", async () => {
  const { ctx, owner, log } = user;
  const folders = [await log.folder("A"), await log.folder("B"), await log.folder("C")];
  for (const [nth, folder] of folders.entries()) {
    const card = await log.card(folder, on("01"));
    await log.review(card, on("01"), 1 + 100 * nth);
  }
  const today = at("2027-06-06 12:00", ZONE);
  expect(await user.streak(today)).toEqual({ current: 0, longest: 1 });
  expect(await selectStoredThrough()).toBe("2027-06-05");
  const stored = await findFoldersOnDates(ctx, owner, today, { from: "2026-05-01", to: "2027-06-05" });
  for (const days of [0, 1, 100, 101, 200, 201, 400]) {
    const date = addDays("2026-05-01", days);
    const expected = await computePastDay(ctx.db, owner, { date, end: endOfDay(date, today) });
    const pending = (stored.get(date) ?? []).filter(({ leftPending }) => leftPending).map(({ folderId }) => folderId);
    expect({ date, pending }).toEqual({ date, pending: expected.pendingFolders });
  }
});
