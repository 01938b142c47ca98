import { existsSync, readFileSync } from "node:fs";
import type { Pool } from "pg";
import { deleteOldAccessEvents } from "../apps/server/src/features/account/account.queries.ts";
import { searchCards } from "../apps/server/src/features/cards/cards.search.ts";
import { folderStats } from "../apps/server/src/features/folders/folders.service.ts";
import { readMemory } from "../apps/server/src/features/memory/memory.service.ts";
import { calibration, cardStates, retention, workload } from "../apps/server/src/features/progress/progress.service.ts";
import { lockDueUsers } from "../apps/server/src/features/reminders/planning/planning.queries.ts";
import { deleteEmailReminders } from "../apps/server/src/features/reminders/reminders.queries.ts";
import { cardHistory } from "../apps/server/src/features/study/study.history.ts";
import { undoReview } from "../apps/server/src/features/study/study.service.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { type Database, openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { createThrottle } from "../apps/server/src/platform/http/throttle.ts";
import { momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { caught, type PlanNode, type Statement, scansOf } from "./plans.ts";
import type { Row } from "./row.ts";
import { startDatabase } from "./server.ts";

/** Of the strangers whose rows lie between those of the two students; less is quicker to try (READS_SHARE=0.05). */
const SHARE = Number(process.env.READS_SHARE ?? 1);
const STRANGERS = Math.round(1_000 * SHARE);
const COLLECTOR = 1 as OwnerId;
const VETERAN = 2 as OwnerId;
const CARDS = { collector: 50_000, veteran: 5_000, strangers: 945 };
const REVIEWS = { veteran: 100_000, strangers: 1_900 };
const GROUPED_DUE = 5_000;
const DAYS = 1_825;
const MAILS = Math.round(1_000_000 * SHARE);
const REMINDED = Math.round(100_000 * SHARE);
const NOW = new Date("2026-03-10T12:00:00Z");
const CALLS = 15;

type ReadFigures = {
  what: string;
  /** What its scans found. */
  rows: number;
  buffers: number;
  /** Median of the processor time of this process and of the database's, which a busy machine does not make longer. */
  ms: number;
  /** Of the first call, which may have more to do. */
  firstMs: number;
  /** The most that it has kept the thread without a pause, in ms of the thread's own processor time. */
  work: number;
};

/**
 * What screens read of a student with 50,000 cards and of one with 100,000 reviews, among a million cards and two million
 * reviews of others, and what is pruned. Statements are those that the services send, caught on their way and explained.
 */
async function benchReads(): Promise<ReadFigures[]> {
  const bench = await startDatabase();
  const database = openDatabase({
    connectionString: bench.connectionString,
    statementTimeoutMs: 600_000,
    maxConnections: 1,
  });
  try {
    await seed(database.pool);
    return await readsOn(database);
  } finally {
    await database.close();
    await bench.stop();
  }
}

async function readsOn(database: Database): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  const reviews = await lastReviews(database.pool);
  const clock = await processorClock(database.pool);
  for (const [what, work] of callsOn(database, reviews)) figures.push(await measured(database.pool, clock, what, work));
  return figures;
}

type Logged = [cardId: number, reviewId: string];

/** Of the veteran: each followed by others. */
async function lastReviews(pool: Pool): Promise<Logged[]> {
  const { rows } = await pool.query(`
    SELECT card_id, review_id FROM reviews WHERE user_id = ${VETERAN} AND undone_at IS NULL ORDER BY id DESC OFFSET 3 LIMIT 50`);
  return rows.map(({ card_id, review_id }) => [card_id, review_id]);
}

function callsOn(database: Database, reviews: readonly Logged[]): [string, () => Promise<unknown>][] {
  const ctx = testContext(database, { clock: { now: () => NOW } });
  const databases = { db: database.orm, readDb: database.orm };
  const moment = momentAt(NOW, { timeZone: "Europe/Madrid", dayStartHour: 4 });
  const before = new Date("2026-01-01T00:00:00Z");
  const throttle = createThrottle(database.pool);
  const due = (q: string) => () => searchCards(ctx, COLLECTOR, moment, { q, state: "due" });
  let undone = 0;
  return [
    ["retention of a year", () => retention(databases, VETERAN, moment, 365)],
    ["retention of five years", () => retention(databases, VETERAN, moment, DAYS)],
    ["calibration", () => calibration(databases, VETERAN, moment)],
    ["memory", () => readMemory(ctx, VETERAN)],
    ["card states", () => cardStates(ctx, COLLECTOR)],
    ["workload", () => workload(ctx, COLLECTOR)],
    [`search, ${GROUPED_DUE} grouped due cards`, due("")],
    ["the same with a rare word", due("48213")],
    ["folder stats", () => folderStats(ctx, COLLECTOR, moment, 1)],
    ["a card's history", () => cardHistory(ctx, VETERAN, moment, (reviews[0] as Logged)[0])],
    ["an undo after other ratings", () => undoReview(ctx, VETERAN, moment, ...(reviews[undone++] as Logged))],
    ["a throttled attempt", () => throttle.take("loginAddress", "192.0.2.1")],
    [`mail rows, none of ${MAILS} is old`, () => deleteEmailReminders(database.orm, before, 5_000)],
    ["visits, none is old", () => deleteOldAccessEvents(database.orm, before, 5_000)],
    [`a batch of ${REMINDED} users to remind`, () => lockDueUsers(database.orm, NOW, 100)],
  ];
}

async function measured(
  pool: Pool,
  clock: () => number,
  what: string,
  work: () => Promise<unknown>,
): Promise<ReadFigures> {
  let longest = 0;
  const time = async () => {
    const begun = clock();
    longest = Math.max(longest, await longestWork(work));
    return clock() - begun;
  };
  const firstMs = await time();
  const statements = await caught(pool, work);
  const sums = { rows: 0, buffers: 0 };
  for (const statement of statements) {
    const { rows, buffers } = await explained(pool, statement);
    sums.rows += Math.round(rows);
    sums.buffers += buffers;
  }
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) times.push(await time());
  return { what, ...sums, ms: times.sort((a, b) => a - b)[CALLS >> 1] as number, firstMs, work: longest };
}

/** The processor time of this thread and of the pool's only connection, in ms; where that cannot be read, the time of day. */
async function processorClock(pool: Pool): Promise<() => number> {
  const { rows } = await pool.query("SELECT pg_backend_pid() AS pid");
  await pool.query("SET max_parallel_workers_per_gather = 0");
  const file = `/proc/${rows[0].pid}/schedstat`;
  if (!existsSync(file)) return () => performance.now();
  return () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e3 + Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
  };
}

async function longestWork(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1e3);
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}

/** Changes nothing. */
async function explained(pool: Pool, { text, values }: Statement): Promise<{ rows: number; buffers: number }> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const plan: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
    if (process.env.READS_PLANS) console.log(text, JSON.stringify(plan, null, 1));
    const tables = scansOf(plan).filter((scan) => scan["Relation Name"]);
    const found = tables.reduce((sum, scan) => sum + scan["Actual Rows"] * scan["Actual Loops"], 0);
    return { rows: found, buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** Card after card and review after review, each time one of everybody's: neighbours on a page belong to different people. */
async function seed(pool: Pool): Promise<void> {
  const users = 2 + STRANGERS;
  await pool.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', '2021-01-01Z', '2021-01-01Z' FROM generate_series(1, ${users}) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT n, 'Carpeta', '2021-01-01Z', '2021-01-01Z' FROM generate_series(1, ${users}) AS n ORDER BY n`);
  await seedCards(pool);
  await seedReviews(pool);
  await seedPruned(pool);
  await pool.query(`
    INSERT INTO user_scheduling (user_id, calibration_a, calibration_b, hard_since_forgotten, version)
      SELECT n, 1.05, 0.2, 0, 1 FROM generate_series(1, ${users}) AS n;
    INSERT INTO user_days (user_id, settled_through) SELECT n, '2026-03-09' FROM generate_series(1, ${users}) AS n`);
  await pool.query("VACUUM ANALYZE");
}

async function seedCards(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, group_id, created_at, updated_at)
      SELECT student, student, 'Una pregunta de longitud corriente, la número ' || n,
        'Su respuesta, con algo más de texto: ' || md5(n::text), (ARRAY['easy', 'medium', 'hard'])[n % 3 + 1], 20,
        '2026-03-01Z', '2026-03-01', '2026-03-08Z'::timestamptz + days * interval '1 day', '2026-03-08'::date + days,
        7 + n % 90, 0.5 + n % 9973 / 50.0, 2.118,
        CASE WHEN student = ${COLLECTOR} AND n <= ${GROUPED_DUE} THEN ('00000000-0000-4000-8000-' || lpad((n / 2)::text, 12, '0'))::uuid END,
        '2021-01-01Z', '2021-01-01Z'
      FROM generate_series(1, ${CARDS.collector}) AS n
      CROSS JOIN LATERAL (
        SELECT ${COLLECTOR} AS student UNION ALL SELECT ${VETERAN} WHERE n <= ${CARDS.veteran}
        UNION ALL SELECT generate_series(3, ${2 + STRANGERS}) WHERE n <= ${CARDS.strangers}) AS owner
      CROSS JOIN LATERAL (SELECT CASE WHEN n <= ${GROUPED_DUE} THEN 0 ELSE 10 + n % 300 END AS days) AS due
      ORDER BY n, hashint4(student::integer);
    INSERT INTO card_texts (user_id, card_id, folded)
      SELECT user_id, id, convert_to(lower(front || chr(10) || back), 'UTF8') FROM cards WHERE user_id = ${COLLECTOR}`);
}

async function seedReviews(pool: Pool): Promise<void> {
  const state = `jsonb_build_object('difficulty', 'medium', 'reviewCount', 3, 'lastReviewedAt', at, 'lastReviewDate', at::date,
    'nextReviewAt', at, 'nextReviewDate', at::date, 'interval', 7, 'easeFactor', 250, 'stability', 8.2956,
    'memoryDifficulty', 2.118, 'calibrationA', 1.1, 'calibrationB', 0.2, 'hardSinceForgotten', n % 7)`;
  await pool.query(`
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, due_before, practice, retrievability, state_before, state_after, duration_ms)
      SELECT student, gen_random_uuid(), CASE WHEN student = ${VETERAN} THEN own.ids[1 + n % ${CARDS.veteran}] ELSE n END,
        student, 'medium', 'correct', 1 + n % 4, at, 'Europe/Madrid', at::date, at, false, 0.7 + n % 29 / 100.0, ${state}, ${state}, 5000
      FROM generate_series(1, ${REVIEWS.veteran}) AS n
      CROSS JOIN (SELECT array_agg(id) AS ids FROM cards WHERE user_id = ${VETERAN}) AS own
      CROSS JOIN LATERAL (
        SELECT ${VETERAN} AS student UNION ALL SELECT 3 + n % ${STRANGERS} UNION ALL SELECT 3 + n * 7 % ${STRANGERS}
        UNION ALL SELECT generate_series(3, ${2 + STRANGERS}) WHERE n % 59 = 0) AS owner
      CROSS JOIN LATERAL (SELECT '2021-03-11T10:00Z'::timestamptz + n * ${DAYS} / ${REVIEWS.veteran}.0 * interval '1 day' AS at) AS time
      ORDER BY n`);
}

async function seedPruned(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
      SELECT card.user_id, card.id, 'easy', at, at
      FROM generate_series(1, ${MAILS}) AS n
      CROSS JOIN LATERAL (SELECT '2026-01-09Z'::timestamptz + n * interval '5 seconds' AS at) AS time
      JOIN (SELECT user_id, id, row_number() OVER () AS place FROM cards) AS card ON card.place = n % 40000 + 1;
    INSERT INTO access_events (email, mobile, created_at)
      SELECT 'x', false, '2026-02-01Z'::timestamptz + n * interval '1 second' FROM generate_series(1, ${MAILS}) AS n;
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'reminded' || n || '@repasa.example', '-', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, ${REMINDED}) AS n;
    INSERT INTO user_reminders (user_id, reminder, time_zone, last_visit_at, next_reminder_at, unsubscribe_token)
      SELECT id, true, 'Europe/Madrid', '2026-03-09Z', '2026-03-10T11:00Z', gen_random_uuid() FROM users WHERE email LIKE 'reminded%'`);
}

export async function readsRows(): Promise<Row[]> {
  return (await benchReads()).map(({ what, rows, buffers, ms, firstMs, work }) => {
    // A job locks the users that it takes.
    const most = 300 + (what.includes("users") ? 10 : 2) * rows;
    return {
      measure: `${what}: ${rows} rows found; ${ms.toFixed(1)} ms of processor (first call ${firstMs.toFixed(0)}), the thread ${work.toFixed(0)} at once`,
      measured: `${buffers} shared buffers`,
      goal: `<= ${most}, and 50 ms`,
      met: buffers <= most && ms <= 50 && work <= 50,
    };
  });
}
