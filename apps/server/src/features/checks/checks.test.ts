import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { expect, it } from "vitest";
import { selectMemory } from "#features/memory/memory.queries.ts";
import { writeFolded } from "#features/memory/memory.refit.ts";
import { foldInThread } from "#features/memory/memory.threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { sharedTestApp } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { normalizeStreakGaps } from "./checks.days.ts";
import { checkData, type ReportedDifference } from "./checks.service.ts";

const DAY = 86_400_000;
const server = await sharedTestApp({ now: "2026-01-05T09:00:00Z" });
const { pool, orm } = server.database;
const other = await server.register();
const student = await server.register();
const { userId } = student;
const [one, two] = await addStudiedCards();

/** Adds two cards, one with an image, that were rated before and after a fit of the weights; one of the reviews is undone. */
async function addStudiedCards(): Promise<[number, number]> {
  const folder = (await student.post<{ id: number }>("/api/folders", { name: "Secreta" })).body.id;
  const image = (await uploadMedia(server, student, pngSample())).body.id;
  const add = async (front: string) =>
    (await student.post<{ id: number }>(`/api/folders/${folder}/cards`, { front, back: "b", format: "markdown" })).body
      .id;
  const ids: [number, number] = [await add(`![](media:${image})`), await add("Ñandú")];
  const rate = async (id: number, difficulty: string) =>
    (await student.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty, answerResult: "correct" })).body
      .reviewId;
  for (const id of ids) await rate(id, "medium");
  server.clock.advance(4 * DAY);
  await student.get("/api/auth/user");
  for (const id of ids) await rate(id, "easy");
  const ctx = testContext(server.database);
  const stored = await selectMemory(ctx.db, userId as OwnerId);
  if (!stored) throw new Error("nothing was rated");
  const folded = await foldInThread(
    stored.log,
    DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * 3 : weight)),
  );
  expect(await writeFolded(ctx, userId as OwnerId, stored, folded, null)).toBe(true);
  server.clock.advance(30 * DAY);
  await student.post("/api/auth/login", { email: student.email, password: "una clave larga" });
  const undone = await rate(ids[1], "hard");
  await student.delete(`/api/cards/${ids[1]}/reviews/${undone}`);
  await rate(ids[1], "medium");
  await student.get("/api/user/retention?days=30"); // sums the days
  await student.post("/api/exams", { name: "Final", date: "2026-03-01", folderIds: [folder] });
  return ids;
}

async function check(mend = false): Promise<ReportedDifference[]> {
  const found: ReportedDifference[] = [];
  const sum = await checkData(orm, mend, (one) => found.push(one));
  expect(sum).toEqual({
    users: 2,
    found: found.length,
    mended: found.filter(({ outcome }) => outcome === "mended").length,
  });
  return found;
}

/** Returns the rows of all tables that damage could be in. */
async function selectRows(): Promise<unknown> {
  const tables = [
    "cards",
    "user_scheduling",
    "user_days",
    "daily_figures",
    "streak_gaps",
    "shared_dates",
    "recall_days",
    "card_texts",
    "card_media",
    "media",
  ];
  const all: Record<string, unknown> = {};
  for (const table of tables) all[table] = (await pool.query(`SELECT * FROM ${table} ORDER BY 1, 2`)).rows;
  return {
    ...all,
    user_scheduling: (all.user_scheduling as { version: number }[]).map((row) => ({ ...row, version: 0 })),
  };
}

it("finds nothing when all derived data matches its source", async () => {
  expect(await check()).toEqual([]);
});

/** A statement that damages derived data, and the difference that is found then. */
type Damage = [statement: string, line: RegExp];

const CARDS: Damage[] = [
  [
    `UPDATE cards SET memory_difficulty = 9.5, review_count = 0 WHERE id = ${one}`,
    /^card \d+: reviewCount is 0, the log says 2; memoryDifficulty is 9.5, the log says \d/,
  ],
  [
    `UPDATE cards SET interval = 3, stability = 1.5, next_review_at = '2026-12-24T09:00Z' WHERE id = ${two}`,
    /^card \d+: interval is 3, the log says \d+; nextReviewAt is 2026-12-24T09:00:00.000Z, .*; stability is 1.5, the/,
  ],
  [
    "UPDATE user_scheduling SET calibration_b = 2, hard_since_forgotten = 7, recalled_in_a_row = 60",
    /^calibration: calibrationB is 2, .*; hardSinceForgotten is 7, the log says null; recalledInARow is 60, the log says \d+$/,
  ],
  [
    "UPDATE user_scheduling SET due_counts = decode(repeat('00', length(due_counts)), 'hex')",
    /^load: \d dates from \S+ on are counted with too few cards$/,
  ],
  ["UPDATE recall_days SET predicted = predicted + 0.1", /^recall: \d+ of its sums are not what the log says$/],
];

const DAYS: Damage[] = [
  [
    "UPDATE user_days SET settled_through = '2026-01-06'",
    /^days: settled through 2026-01-06, but rated on 2026-02-08$/,
  ],
  [
    `INSERT INTO streak_gaps VALUES (${userId}, '2030-01-01', '2030-01-02')`,
    /^days: the streak's gaps are .*2030-01-01\.\.2030-01-02, which can only be/,
  ],
  [
    `INSERT INTO shared_dates VALUES (${userId}, '2030-01-01')`,
    /^days: a share was noted as done on 2030-01-01, not settled yet$/,
  ],
];

const FIGURES: Damage[] = [
  [
    "UPDATE daily_figures SET reviews = 9 WHERE date = '2026-01-09'",
    /^days: 1 from 2026-01-09 on have other reviews than the log$/,
  ],
];

const STREAK: Damage[] = [
  ["UPDATE user_days SET streak_current = 7", /^days: the streak is 7 of 1 until .*, the log says 1 of 1 until /],
];

const DERIVED: Damage[] = [
  ["DELETE FROM card_media", /^card \d+: it is noted with other media than it names$/],
  [`UPDATE card_texts SET folded = 'x' WHERE card_id = ${two}`, /^card \d+: searches see another text$/],
  ["UPDATE media SET bytes = 1", /^media [0-9a-f]{64}: it is counted with 1 bytes and has \d+$/],
];

const MISSING: Damage[] = [
  ["DELETE FROM user_days", /^days: settled through none, but rated on 2026-02-08$/],
  [`DELETE FROM card_texts WHERE card_id = ${one}`, /^card \d+: searches see another text$/],
  [`INSERT INTO card_media VALUES (${userId}, ${two}, 'x')`, /^card \d+: it is noted with other media than it names$/],
];

it.each([
  ["schedules, calibration and load", CARDS],
  ["settled days, gaps and shares", DAYS],
  ["the reviews of past days", FIGURES],
  ["the streak", STREAK],
  ["search texts and media", DERIVED],
  ["missing and superfluous rows", MISSING],
])("finds and mends damaged data: %s", async (_, damages) => {
  const before = await selectRows();
  for (const [statement] of damages) expect((await pool.query(statement)).rowCount, statement).toBeGreaterThan(0);
  const found = (outcome: string) =>
    damages.map(([, line]) => ({ owner: userId, what: expect.stringMatching(line), outcome }));
  expect(await check()).toEqual(found("found"));
  expect(await check(true)).toEqual(found("mended"));
  expect(await check()).toEqual([]);
  expect(await selectRows()).toEqual(before);
});

it("clears a checkpoint that leads to another calibration", async () => {
  await pool.query(`UPDATE user_scheduling
    SET calibrated_through = 1, calibrated = '{"calibrationA": 1.2, "calibrationB": 1}'`);
  const what = "calibration: what was kept of its fold leads to another one";
  expect(await check(true)).toEqual([{ owner: userId, what, outcome: "mended" }]);
  expect(await check()).toEqual([]);
});

it("deletes an impossible forecast of an exam", async () => {
  await pool.query(`UPDATE exams SET foretold = '{"on": "2026-02-08", "mean": 2, "low": 0.1, "high": 0.9}'`);
  expect(await check(true)).toEqual([{ owner: userId, what: expect.stringMatching(/^exam \d+: /), outcome: "mended" }]);
  expect((await pool.query("SELECT foretold FROM exams")).rows).toEqual([{ foretold: null }]);
  expect(await check()).toEqual([]);
});

it("increments the version when it mends, so that concurrent ratings start over", async () => {
  const version = async () =>
    (await pool.query("SELECT version FROM user_scheduling WHERE user_id = $1", [userId])).rows[0].version;
  const before = await version();
  await pool.query("UPDATE cards SET ease_factor = 1 WHERE id = $1", [one]);
  expect(await check(true)).toHaveLength(1);
  expect(await version()).toBeGreaterThan(before);
});

it("reports damaged files as beyond mending, and never reports a user's texts", async () => {
  await pool.query("UPDATE media_data SET data = 'x'");
  await pool.query("UPDATE cards SET interval = 99");
  const found = await check(true);
  expect(found.map(({ outcome }) => outcome)).toEqual(["mended", "mended", "beyond"]);
  expect(found.at(-1)?.what).toMatch(/^media [0-9a-f]{64}: its bytes are damaged, which only a backup can mend$/);
  expect(JSON.stringify(found)).not.toMatch(/Secreta|Ñandú/);
  expect(found.every(({ owner }) => owner === userId && owner !== (other.userId as OwnerId))).toBe(true);
});

it.each([
  [
    [
      ["2026-01-01", "2026-01-05"],
      ["2026-01-03", "2026-01-08"],
    ],
    [["2026-01-01", "2026-01-08"]],
  ],
  [
    [
      ["2026-01-01", "2026-01-09"],
      ["2026-01-03", "2026-01-04"],
    ],
    [["2026-01-01", "2026-01-09"]],
  ],
  [[["2026-01-05", "2026-01-01"]], []],
  [
    [
      ["2026-01-08", "2026-01-15"],
      ["2026-01-20", "2026-01-20"],
    ],
    [["2026-01-08", "2026-01-10"]],
  ],
  [
    [
      ["2026-01-01", "2026-01-02"],
      ["2026-01-03", "2026-01-04"],
    ],
    [
      ["2026-01-01", "2026-01-02"],
      ["2026-01-03", "2026-01-04"],
    ],
  ],
] as [string, string][][][])("normalizeStreakGaps turns %j into %j", (given = [], valid = []) => {
  const ranges = (pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }));
  expect(normalizeStreakGaps(ranges(given), "2026-01-10")).toEqual(ranges(valid));
});
