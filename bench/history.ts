import { readFileSync } from "node:fs";
import path from "node:path";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import type { Pool } from "pg";
import type { Context } from "../apps/server/src/context.ts";
import { folderStats } from "../apps/server/src/features/folders/folders.service.ts";
import { settlePastDays } from "../apps/server/src/features/schedule/schedule.settling.ts";
import {
  activity,
  completedFolders,
  currentStreak,
  dailyReview,
  forecast,
  scheduledFolders,
  userStats,
} from "../apps/server/src/features/stats/stats.service.ts";
import { cardHistory } from "../apps/server/src/features/study/study.history.ts";
import { MIGRATIONS_DIRECTORY } from "../apps/server/src/platform/db/migration-files.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { type Database, openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { atMost, count, type Row } from "./row.ts";
import { startDatabase } from "./server.ts";

const USERS = 940;
const FOLDERS_EACH = 10;
const CARDS_EACH = 1000;
/** Five years of days before today, on each of which everybody has reviewed a card. */
const DAYS = 1825;
const TODAY = "2026-03-10";
const FIRST_DATE = addDays(TODAY, -DAYS);
/** Who has reviewed 55 cards a day for five years, and who has fifty times the others' cards. */
const LONG = { who: "100,000 reviews", id: 500, cards: 10_000, perDay: 55 };
const MANY = { who: "50,000 cards", id: 600, cards: 50_000, due: 300 };
const ROUNDS = 15;

type HistoryFigures = {
  call: string;
  /** Of all its statements together, as the rows that they answered. */
  buffers: number;
  rows: number;
  /** The median of the rounds. */
  ms: number;
};

/**
 * What is read of days gone by, for who has studied for five years and who has 50,000 cards, among 2,000,000 reviews and
 * 1,000,000 cards of others. The statements are those that the services send, caught on their way and explained.
 */
async function benchHistory(): Promise<HistoryFigures[]> {
  const bench = await startDatabase();
  const plain = openDatabase({ connectionString: bench.connectionString, statementTimeoutMs: 900_000 });
  const explaining = openExplaining(bench.connectionString);
  const both = { plain: testContext(plain), explaining };
  try {
    await seed(plain.pool);
    const figures = [{ call: "filling daily figures of everybody", buffers: 0, rows: 0, ms: await fill(plain.pool) }];
    for (const { who, id } of [LONG, MANY]) {
      const settle = (ctx: Context) => settlePastDays(ctx, id as OwnerId, momentOn(TODAY));
      figures.push(await measured(both, `settling the first days after the migration, ${who}`, settle, 0));
      for (const [call, work] of Object.entries(callsOf(id as OwnerId))) {
        figures.push(await measured(both, `${call}, ${who}`, work, ROUNDS));
      }
    }
    for (const { who, id } of [LONG, MANY]) figures.push(...(await comeBack(both, who, id as OwnerId)));
    return figures;
  } finally {
    await explaining.database.close();
    await plain.close();
    await bench.stop();
  }
}

const momentOn = (date: string) => momentAt(new Date(`${date}T12:00:00Z`), { timeZone: "UTC", dayStartHour: 4 });

type Work = (ctx: Context) => Promise<unknown>;

function callsOf(owner: OwnerId): Record<string, Work> {
  const moment = momentOn(TODAY);
  const longAgo = addDays(TODAY, -300);
  return {
    stats: (ctx) => userStats(ctx, owner, moment),
    "streak, for a reminder": (ctx) => currentStreak(ctx, owner, moment),
    "scheduled 300 days ago": (ctx) => scheduledFolders(ctx, owner, moment, longAgo),
    "completed 300 days ago": (ctx) => completedFolders(ctx, owner, moment, longAgo),
    "scheduled yesterday": (ctx) => scheduledFolders(ctx, owner, moment, addDays(TODAY, -1)),
    "completed today": (ctx) => completedFolders(ctx, owner, moment, TODAY),
    "activity of a year": (ctx) => activity(ctx, owner, moment, {}),
    "activity of five years": (ctx) => activity(ctx, owner, moment, { from: addDays(FIRST_DATE, 5) }),
    "daily-review": (ctx) => dailyReview(ctx, owner, moment),
    "forecast of 30 days": (ctx) => forecast(ctx, owner, moment, 30),
    "forecast of 365 days": (ctx) => forecast(ctx, owner, moment, 365),
    "stats of a folder": (ctx) => folderStats(ctx, owner, moment, (owner - 1) * FOLDERS_EACH + 1),
    "history of a card": (ctx) => cardHistory(ctx, owner, moment, owner * 100_000 + 1),
  };
}

/** The first visit after 400 days: settled once. */
async function comeBack(both: Both, who: string, owner: OwnerId): Promise<HistoryFigures[]> {
  const moment = momentOn(addDays(TODAY, 400));
  return [
    await measured(both, `settling 400 days, ${who}`, (ctx) => settlePastDays(ctx, owner, moment), 0),
    await measured(both, `the stats after it, ${who}`, (ctx) => userStats(ctx, owner, moment), ROUNDS),
  ];
}

async function seed(pool: Pool): Promise<void> {
  const size = (user: string) =>
    `CASE ${user} WHEN ${LONG.id} THEN ${LONG.cards} WHEN ${MANY.id} THEN ${MANY.cards} ELSE ${CARDS_EACH} END`;
  await pool.query(`
    SET synchronous_commit = off;
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', '2021-01-01Z', '2021-01-01Z' FROM generate_series(1, ${USERS}) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT user_id, 'Carpeta ' || n, '2021-01-01Z', '2021-01-01Z'
      FROM generate_series(1, ${USERS}) AS user_id, generate_series(1, ${FOLDERS_EACH}) AS n ORDER BY user_id, n;
    INSERT INTO user_scheduling (user_id) SELECT id FROM users`);
  // Card after card, each time one of every student's: neighbours on a page belong to different people.
  await pool.query(`
    INSERT INTO cards (id, user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT student * 100000 + card, student, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1,
        'Una pregunta de longitud corriente, la número ' || card, 'Su respuesta, con algo más de texto: ' || md5(card::text),
        (ARRAY['easy', 'medium', 'hard'])[card % 3 + 1], 1, last + interval '12 hours', last, due + interval '12 hours', due,
        due - last, 8.2956, 2.118, '2021-01-01Z', '2021-01-01Z'
      FROM generate_series(1, ${MANY.cards}) AS card, generate_series(1, ${USERS}) AS student,
        LATERAL (SELECT CASE
            WHEN student = ${LONG.id} THEN '${TODAY}'::date - 1 - (card - 1) / ${LONG.perDay}
            ELSE '${TODAY}'::date - 1 - card % 60 END AS last) AS rated,
        LATERAL (SELECT CASE
            WHEN student = ${LONG.id} THEN last + 170 + card % 20
            WHEN student = ${MANY.id} THEN '${TODAY}'::date + CASE WHEN card > ${MANY.due} THEN 1 + card % 200 ELSE -card % 30 END
            ELSE last + 50 + card % 40 END AS due) AS planned
      WHERE card <= ${size("student")} ORDER BY card, student`);
  // Day after day: on each a review of everybody, and many of one.
  const state = (due: string, last: string) =>
    `json_build_object('nextReviewDate', ${due}, 'nextReviewAt', (${due})::text || 'T12:00:00.000Z', 'difficulty', 'medium',
      'lastReviewDate', ${last}, 'reviewCount', 3, 'interval', 30, 'easeFactor', 250, 'stability', 8.2956,
      'memoryDifficulty', 2.118, 'calibrationA', 1, 'calibrationB', 0)::jsonb`;
  await pool.query(`
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, due_before, practice, state_before, state_after, duration_ms)
      SELECT student, gen_random_uuid(), student * 100000 + card, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1,
        'medium', 'correct', 3, date + interval '12 hours', 'UTC', date, date - interval '1 hour', false,
        ${state("date - card % 10", "date - 170")}, ${state("date + 170 + card % 20", "date")}, 7000
      FROM generate_series(1, ${DAYS}) AS ago, generate_series(1, ${USERS}) AS student,
        LATERAL generate_series(1, CASE student WHEN ${LONG.id} THEN ${LONG.perDay} ELSE 1 END) AS nth,
        LATERAL (SELECT '${TODAY}'::date - (${DAYS} + 1 - ago)::integer AS date,
          CASE student WHEN ${LONG.id} THEN ((${DAYS} - ago) * ${LONG.perDay} + nth - 1) % ${LONG.cards} + 1
            ELSE (ago * 7) % ${CARDS_EACH} + 1 END AS card) AS rated`);
  await pool.query(`
    INSERT INTO user_days (user_id, settled_through) SELECT id, '${TODAY}'::date - 2 FROM users;
    INSERT INTO streak_gaps (user_id, from_date, to_date)
      SELECT id, '${FIRST_DATE}'::date + 7 * n, '${FIRST_DATE}'::date + 7 * n FROM users, generate_series(1, 200) AS n`);
  await pool.query("VACUUM ANALYZE");
}

type Explained = { buffers: number; rows: number };
type Explaining = { database: Database; ctx: Context; take: () => Explained };
type Both = { plain: Context; explaining: Explaining };

/** Every statement of its connections is explained by the server itself, those of transactions too. */
function openExplaining(connectionString: string): Explaining {
  const database = openDatabase({ connectionString, statementTimeoutMs: 900_000 });
  let sum: Explained = { buffers: 0, rows: 0 };
  database.pool.on("connect", (client) => {
    client.on("notice", ({ message }) => {
      const plan = message?.slice(message.indexOf("{"));
      if (!plan?.startsWith("{")) return;
      const { Plan } = JSON.parse(plan) as { Plan: Record<string, number> };
      const count = (name: string) => Plan[name] ?? 0;
      sum.buffers += count("Shared Hit Blocks") + count("Shared Read Blocks");
      sum.rows += count("Actual Rows");
    });
    client.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
      SET auto_explain.log_buffers = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
      SET client_min_messages = log`);
  });
  const take = () => {
    const taken = sum;
    sum = { buffers: 0, rows: 0 };
    return taken;
  };
  return { database, ctx: testContext(database), take };
}

/** What the migration does on a filled database. */
async function fill(pool: Pool): Promise<number> {
  const migration = readFileSync(path.join(MIGRATIONS_DIRECTORY, "0022_daily_figures.sql"), "utf8");
  const ms = await timeOf(() => pool.query(migration.slice(migration.indexOf("DO $$"))));
  await pool.query("VACUUM ANALYZE daily_figures, user_days");
  return ms;
}

/** With no rounds the time is that of the one run that was explained. */
async function measured(both: Both, call: string, work: Work, rounds: number): Promise<HistoryFigures> {
  const { plain, explaining } = both;
  // Plans are made and catalogues read before it counts.
  if (rounds > 0) await work(explaining.ctx);
  explaining.take();
  const times = [await timeOf(() => work(explaining.ctx))];
  const { buffers, rows } = explaining.take();
  if (rounds > 0) times.length = 0;
  for (let round = 0; round < rounds; round++) times.push(await timeOf(() => work(plain)));
  const ms = times.sort((a, b) => a - b)[times.length >> 1] as number;
  return { call, buffers, rows, ms };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function historyRows(): Promise<Row[]> {
  const [migration, ...reads] = await benchHistory();
  return [
    atMost(migration?.call ?? "", (migration?.ms ?? 0) / 1000, 300, "s"),
    ...reads.flatMap(({ call, buffers, rows, ms }) => [
      atMost(`${call}, ${count(rows)} rows`, buffers, 2 * rows + 300, "shared buffers"),
      atMost(`${call}: median`, ms, 50, "ms", 1),
    ]),
  ];
}
