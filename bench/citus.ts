import { randomUUID } from "node:crypto";
import pg from "pg";
import { insertReview, selectRatingRead } from "../apps/server/src/features/study/study.queries.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { type Database, openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { distributeDatabase } from "../apps/server/src/platform/scale-out/distribution.ts";
import {
  connectNodes,
  isCitusInstalled,
  startCitusCluster,
} from "../apps/server/src/platform/scale-out/testing/citus-cluster.ts";
import { systemClock } from "../apps/server/src/platform/time/clock.ts";
import type { LoggedState } from "../apps/server/src/schema/schedule.ts";
import { databaseUrl, dropDatabase, onEachServer, workersOf } from "../apps/server/src/testing/database-server.ts";
import { atLeast, count, printed, type Row } from "./row.ts";

const USERS = 200;
const CARDS_EACH = 20;
const AT_ONCE = 16;
const ROUNDS = 11;
const ROUND_MS = 1_500;
const NAMES = { single: "repasa_bench_single", distributed: "repasa_bench_distributed" };

type CitusFigures = { single: number; distributed: number; ratio: number };

/**
 * Ratings a second, each a read and a write as the server sends them, on one PostgreSQL 15 and on a coordinator with two
 * workers on the same machine, in short rounds by turns. Undefined where there is no Citus.
 */
async function benchCitus(): Promise<CitusFigures | undefined> {
  const given = process.env.TEST_CITUS_URL;
  if (given === undefined && !(await isCitusInstalled())) return undefined;
  const cluster = given === undefined ? await startCitusCluster({ "citus.shard_count": "32" }) : undefined;
  try {
    return await measure(given ?? cluster?.url ?? "");
  } finally {
    await cluster?.stop();
  }
}

async function measure(coordinator: string): Promise<CitusFigures> {
  const admin = new pg.Client({ connectionString: coordinator });
  await admin.connect();
  const servers = [coordinator, ...(await workersOf(admin))];
  const dropAll = () =>
    onEachServer(servers, async (client) => {
      for (const name of Object.values(NAMES)) await dropDatabase(client, name);
    });
  await dropAll();
  await admin.query(`CREATE DATABASE ${NAMES.single}`);
  await onEachServer(servers, (client) => client.query(`CREATE DATABASE ${NAMES.distributed}`));
  await admin.end();
  await connectNodes(servers.map((url) => databaseUrl(url, NAMES.distributed)));
  const [single, distributed] = [
    await prepare(databaseUrl(coordinator, NAMES.single), false),
    await prepare(databaseUrl(coordinator, NAMES.distributed), true),
  ];
  try {
    return await compare(single, distributed);
  } finally {
    await Promise.all([single.close(), distributed.close()]);
    await dropAll();
  }
}

async function prepare(connectionString: string, isDistributed: boolean): Promise<Database> {
  const clock = systemClock;
  if (isDistributed) {
    await distributeDatabase({ connectionString, clock, say: () => {}, confirm: async () => true });
  } else {
    await migrate({ connectionString, clock });
  }
  const database = openDatabase({ connectionString, maxConnections: AT_ONCE });
  const { pool } = database;
  await pool.query(
    `INSERT INTO users (email, password_hash, created_at, updated_at)
    SELECT n || '@repasa.example', 'x', now(), now() FROM generate_series(1, $1::int) AS n`,
    [USERS],
  );
  await pool.query(
    `INSERT INTO folders (id, user_id, name, created_at, updated_at) OVERRIDING SYSTEM VALUE
    SELECT n, n, 'a', now(), now() FROM generate_series(1, $1::int) AS n`,
    [USERS],
  );
  await pool.query(
    `INSERT INTO cards (id, user_id, folder_id, front, back, created_at, updated_at) OVERRIDING SYSTEM VALUE
    SELECT n, 1 + (n - 1) / $2::int, 1 + (n - 1) / $2::int, 'a', 'b', now(), now()
    FROM generate_series(1, $1::int * $2::int) AS n`,
    [USERS, CARDS_EACH],
  );
  await pool.query("ANALYZE");
  return database;
}

async function compare(single: Database, distributed: Database): Promise<CitusFigures> {
  // The first round of each only warms up.
  for (const database of [single, distributed]) await ratingsPerSecond(database);
  const rounds: CitusFigures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, many] = [await ratingsPerSecond(single), await ratingsPerSecond(distributed)];
    rounds.push({ single: one, distributed: many, ratio: many / one });
  }
  const median = (of: keyof CitusFigures) =>
    rounds.map((round) => round[of]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
  return { single: median("single"), distributed: median("distributed"), ratio: median("ratio") };
}

/** Each of those who rate at once has users of their own, so that nobody waits for anybody. */
async function ratingsPerSecond({ pool }: Database): Promise<number> {
  const start = performance.now();
  let ratings = 0;
  const student = async (first: number) => {
    for (let turn = 0; performance.now() - start < ROUND_MS; turn++) {
      const user = 1 + ((((first + turn * AT_ONCE) % Math.floor(USERS / AT_ONCE)) * AT_ONCE + first) % USERS);
      const card = (user - 1) * CARDS_EACH + 1 + (turn % CARDS_EACH);
      const owner = user as OwnerId;
      const reviewId = randomUUID();
      const read = await selectRatingRead(pool, owner, card, null);
      if (!read) throw new Error(`card ${card} of user ${user} is not there`);
      const review = reviewOf(owner, card, read.folderId, reviewId);
      if ((await insertReview(pool, owner, card, read.version ?? 0, review)) === "written") ratings++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => student(first)));
  return (ratings * 1000) / (performance.now() - start);
}

const STATE: LoggedState = {
  difficulty: "easy",
  reviewCount: 1,
  lastReviewedAt: "2026-03-10T12:00:00.000Z",
  lastReviewDate: "2026-03-10",
  nextReviewAt: "2026-03-17T12:00:00.000Z",
  nextReviewDate: "2026-03-17",
  interval: 10_080,
  easeFactor: 250,
  stability: 7,
  memoryDifficulty: 4,
  calibrationA: 1,
  calibrationB: 0,
  hardSinceForgotten: 0,
};

type Review = Parameters<typeof insertReview>[4];

const reviewOf = (userId: OwnerId, cardId: number, folderId: number, reviewId: string): Review => ({
  userId,
  cardId,
  reviewId,
  folderId,
  difficulty: "easy",
  answerResult: "correct",
  grade: 4,
  reviewedAt: new Date("2026-03-10T12:00:00Z"),
  timeZone: "UTC",
  localDate: "2026-03-10",
  dueBefore: null,
  practice: false,
  retrievability: null,
  stateBefore: STATE,
  stateAfter: STATE,
  durationMs: 1500,
  studySessionId: null,
  dueCounts: null,
});

export async function citusRows(): Promise<Row[]> {
  const figures = await benchCitus();
  const measure = "ratings per second: two workers and a coordinator against one PostgreSQL 15, same machine";
  if (!figures) return [{ measure, measured: "skipped: no Citus here", goal: ">= 0.30", met: true }];
  const { single, distributed, ratio } = figures;
  return [
    printed("ratings per second on one PostgreSQL 15", count(single)),
    printed("ratings per second on Citus", count(distributed)),
    atLeast(measure, ratio, 0.3, 2),
  ];
}
