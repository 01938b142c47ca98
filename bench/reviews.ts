import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { sessionStatement } from "../apps/server/src/features/auth/auth.queries.ts";
import { logReviewStatement, ratingReadStatement } from "../apps/server/src/features/study/study.queries.ts";
import { BenchConnection } from "./http-client.ts";
import { startDatabase, startServer } from "./server.ts";

const CLIENTS = 16;
const CARDS = 500;
const SECONDS = 8;
const ROUNDS = 3;
const run = promisify(execFile);

export type ReviewFigures = {
  http: number;
  pgbench: number;
  ratio: number;
  halfLoad: { rate: number; p50: number; p99: number };
};

/**
 * Reviews per second over HTTP against what PostgreSQL itself does of the same three statements (session, card, rating),
 * prepared, with the same clients on the same durable database. The two take turns, so that a noisy machine hits both;
 * the medians are compared.
 */
export async function benchReviews(): Promise<ReviewFigures> {
  const pgbench = findPgbench();
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  try {
    await seed(database.connectionString);
    await httpLoad(server.port, 2, null);
    const http: number[] = [];
    const sql: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await tidyUp(database.connectionString);
      sql.push(await pgbenchLoad(pgbench, database.connectionString));
      await tidyUp(database.connectionString);
      http.push((await httpLoad(server.port, SECONDS, null)).rate);
    }
    const figures = { http: median(http), pgbench: median(sql) };
    await tidyUp(database.connectionString);
    const { rate, latencies } = await httpLoad(server.port, SECONDS, figures.http / 2);
    return {
      ...figures,
      ratio: figures.http / figures.pgbench,
      halfLoad: { rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    };
  } finally {
    await server.stop();
    await database.stop();
  }
}

/** One user a client, each with cards that have a history, and a session whose secret is known. */
async function seed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `INSERT INTO users (email, password_hash, created_at, updated_at)
     SELECT 'bench' || n || '@repasa.example', '-', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, $1) AS n`,
    [CLIENTS],
  );
  for (let user = 1; user <= CLIENTS; user++) {
    await client.query("INSERT INTO sessions (sid, user_id, sess, expire) VALUES ($1, $2, $3, $4)", [
      createHash("sha256").update(secretOf(user)).digest("hex"),
      user,
      {
        id: randomUUID(),
        userAgent: null,
        createdAt: "2026-01-01T00:00:00.000Z",
        lastSeenAt: "2026-01-01T00:00:00.000Z",
      },
      new Date(Date.now() + 60 * 86_400_000),
    ]);
  }
  await client.query(`
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT id, 'Química', '2026-01-01Z', '2026-01-01Z' FROM users ORDER BY id;
    INSERT INTO user_scheduling (user_id, due_counts, due_counts_from)
      SELECT id, decode(repeat('0007', 366), 'hex'), current_date FROM users;
    INSERT INTO user_days (user_id, settled_through) SELECT id, current_date + 1 FROM users;
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT user_id, id, 'anverso ' || n, 'reverso ' || n, 'medium', 1, '2026-02-01Z', '2026-02-01',
        '2026-02-04Z', '2026-02-04', 3, 2.3065, 2.118, '2026-01-01Z', '2026-01-01Z'
      FROM folders, generate_series(1, ${CARDS}) AS n ORDER BY user_id, n;
    ANALYZE;`);
  await client.end();
}

/** What a run leaves behind, dead rows and unwritten pages, must not be paid by the next. */
async function tidyUp(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("VACUUM");
  await client.query("CHECKPOINT");
  await client.end();
}

function secretOf(user: number): string {
  return `bench-secret-${user}`;
}

/** As fast as it goes, or at `target` requests a second in all; latencies in milliseconds. */
async function httpLoad(port: number, seconds: number, target: number | null) {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  const pause = target === null ? 0 : (CLIENTS / target) * 1000;
  const worker = async (client: number) => {
    const connection = new BenchConnection(port);
    let card = 0;
    let due = performance.now() + (pause * client) / CLIENTS;
    while (performance.now() < end) {
      // A late answer does not excuse the requests that should have gone out meanwhile.
      const start = target === null ? performance.now() : due;
      const wait = due - performance.now();
      if (target !== null && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      due += pause;
      const status = await connection.request(reviewRequest(port, client, card++ % CARDS));
      if (status !== 200) throw new Error(`a review was answered ${status}`);
      latencies.push(performance.now() - start);
    }
    connection.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => worker(client)));
  return { rate: latencies.length / ((performance.now() - began) / 1000), latencies: latencies.sort((a, b) => a - b) };
}

function reviewRequest(port: number, client: number, card: number): string {
  const difficulty = ["easy", "medium", "medium", "hard"][card % 4];
  const body = JSON.stringify({ difficulty, answerResult: "correct", reviewId: randomUUID(), durationMs: 3000 });
  return [
    `POST /api/cards/${client * CARDS + card + 1}/review HTTP/1.1`,
    `Host: localhost:${port}`,
    `Cookie: repasa=${secretOf(client + 1)}`,
    "X-Time-Zone: Europe/Madrid",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

async function pgbenchLoad(pgbench: string, connectionString: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-pgbench-"));
  try {
    const script = path.join(folder, "review.sql");
    await writeFile(script, pgbenchScript());
    const url = new URL(connectionString);
    const { stdout } = await run(
      pgbench,
      ["-n", "-M", "prepared", "-c", `${CLIENTS}`, "-j", "1", "-T", `${SECONDS}`, "-f", script, url.pathname.slice(1)],
      {
        env: {
          ...process.env,
          PGHOST: url.hostname,
          PGPORT: url.port,
          PGUSER: decodeURIComponent(url.username),
          PGPASSWORD: decodeURIComponent(url.password),
        },
      },
    );
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!rate) throw new Error(`pgbench printed no rate:\n${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The server's own statements, their parameters given by pgbench. */
function pgbenchScript(): string {
  const state = `'{"difficulty":"medium","reviewCount":1,"lastReviewedAt":"2026-02-01T00:00:00.000Z","lastReviewDate":"2026-02-01","nextReviewAt":"2026-02-04T00:00:00.000Z","nextReviewDate":"2026-02-04","interval":3,"easeFactor":250,"stability":2.3065,"memoryDifficulty":2.118,"calibrationA":1,"calibrationB":0,"hardSinceForgotten": null}'::jsonb`;
  const uuid = "(lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))::uuid";
  const session = fill(sessionStatement.text, [
    "encode(sha256(('bench-secret-' || (:client_id + 1))::bytea), 'hex')",
    "'2026-11-01T00:00:00Z'::timestamptz",
  ]);
  const context = fill(
    ratingReadStatement.text,
    valuesOf(ratingReadStatement.parameters, {
      userId: ":user",
      cardId: ":card",
      reviewId: uuid,
      studySessionId: "NULL::bigint",
    }),
  );
  const write = fill(
    logReviewStatement.text,
    valuesOf(logReviewStatement.parameters, {
      userId: ":user",
      cardId: ":card",
      folderId: ":folderId",
      version: ":version",
      "stateAfter.calibrationA": "1.0::float8",
      "stateAfter.calibrationB": "0.0::float8",
      "stateAfter.hardSinceForgotten": "null::integer",
      "stateAfter.difficulty": "'medium'",
      "stateAfter.reviewCount": "2",
      "stateAfter.lastReviewedAt": "'2026-03-01T10:00:00Z'::timestamptz",
      "stateAfter.lastReviewDate": "'2026-03-01'::date",
      "stateAfter.nextReviewAt": "'2026-03-04T10:00:00Z'::timestamptz",
      "stateAfter.nextReviewDate": "'2026-03-04'::date",
      "stateAfter.interval": "3",
      "stateAfter.easeFactor": "120",
      "stateAfter.stability": "3.1415::float8",
      "stateAfter.memoryDifficulty": "4.2::float8",
      reviewId: uuid,
      difficulty: "'medium'",
      answerResult: "'correct'",
      grade: "3::smallint",
      reviewedAt: "'2026-03-01T10:00:00Z'::timestamptz",
      timeZone: "'Europe/Madrid'",
      localDate: "'2026-03-01'::date",
      dueBefore: "'2026-03-01T10:00:00Z'::timestamptz",
      practice: "false",
      retrievability: "0.87::float8",
      stateBefore: state,
      stateAfter: state,
      ...{ durationMs: "3000", studySessionId: "NULL::bigint", dueCounts: ":dueCounts::bytea" },
    }),
  );
  return [
    "\\set user :client_id + 1",
    `\\set card :client_id * ${CARDS} + random(1, ${CARDS})`,
    "\\set a random(1, 4611686018427387904)",
    "\\set b random(1, 4611686018427387904)",
    `${session};`,
    `${oneLine(context)} \\gset`,
    `${write};`,
  ].join("\n");
}

function valuesOf(parameters: readonly string[], values: Record<string, string>): string[] {
  return parameters.map((name) => values[name] ?? `missing ${name}`);
}

function fill(statement: string, values: string[]): string {
  return oneLine(statement.replace(/\$(\d+)/g, (_, n) => values[Number(n) - 1] ?? `missing parameter ${n}`));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function findPgbench(): string {
  const debian = "/usr/lib/postgresql";
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, "bin")) : [];
  for (const folder of [...folders, ...(process.env.PATH ?? "").split(":")]) {
    if (existsSync(path.join(folder, "pgbench"))) return path.join(folder, "pgbench");
  }
  throw new Error("pgbench is missing: on Debian, apt-get install postgresql");
}

function median(values: number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
