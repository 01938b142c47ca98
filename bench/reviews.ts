import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { hashPassword } from "../apps/server/src/features/auth/auth.password.ts";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { BenchConnection } from "./http-client.ts";
import { atLeast, atMost, formatCount, median, percentile, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, withServer } from "./server.ts";
import { readSize, sized } from "./size.ts";

const CLIENTS = 16;
const CARDS = 500;
const SIGNERS = sized(20, 2);
const PASSWORD = "una clave larga";
const SECONDS = sized(4, 1);
const ROUNDS = readSize("REVIEW_ROUNDS", 6, 1);
const run = promisify(execFile);

/**
 * Compares reviews per second over HTTP with the rate at which PostgreSQL alone runs the three prepared statements of a rating in
 * version 0.1 (session, card, rating), with the same clients on the same durable database. The two alternate, so that other load on
 * the machine affects both; the medians are compared.
 */
export function measureReviews(): Promise<Row[]> {
  const pgbench = findPgbench();
  // Signing in enqueues letters, which a worker would send during the measurement.
  return withServer((server) => measure(server, pgbench), { environment: { WORKER: "off" }, seed });
}

async function measure(server: BenchServer, pgbench: string): Promise<Row[]> {
  const { connectionString } = server;
  await rateCards(server, 2, null);
  const http: number[] = [];
  const sql: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await tidyUp(connectionString);
    sql.push(await runPgbench(pgbench, connectionString));
    await tidyUp(connectionString);
    http.push((await rateCards(server, SECONDS, null)).rate);
  }
  const half = median(http) / 2;
  await tidyUp(connectionString);
  // After a VACUUM each connection plans its statements anew.
  await rateCards(server, 2, half);
  const { rate, latencies } = await rateCards(server, 2 * SECONDS, half);
  const [duringSignIns, signIns] = await Promise.all([rateCards(server, 2 * SECONDS, half), signIn(server)]);
  const p50 = (times: number[]) => `p50 ${median(times).toFixed(1)} ms`;
  return [
    atLeast(
      `reviews per second over HTTP (${formatCount(median(http))}) against pgbench (${formatCount(median(sql))}), ${CLIENTS} clients`,
      median(http) / median(sql),
      0.65,
      2,
    ),
    atMost(
      `p99 at half that load (${formatCount(rate)} per second), ${p50(latencies)}`,
      percentile(latencies, 0.99),
      25,
      "ms",
      1,
    ),
    atMost(
      `the same while ${SIGNERS} people sign in, over and over (${signIns.toFixed(0)} per second), ${p50(duringSignIns.latencies)}`,
      percentile(duringSignIns.latencies, 0.99),
      50,
      "ms",
      1,
    ),
  ];
}

/** Inserts a user for each client, with cards that have a history, and a session. */
async function seed(client: pg.Client): Promise<void> {
  await insertUsers(client, CLIENTS + SIGNERS, await hashPassword(PASSWORD));
  await insertFolders(client, 1);
  for (let user = 1; user <= CLIENTS; user++) await insertSession(client, user, secretOf(user));
  await client.query(`
    INSERT INTO user_scheduling (user_id, due_counts, due_counts_from)
      SELECT id, decode(repeat('0007', 366), 'hex'), current_date FROM users;
    INSERT INTO user_days (user_id, settled_through)
      SELECT id, (now() AT TIME ZONE 'Europe/Madrid' - interval '4 hours')::date - 1 FROM users;
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT user_id, id, 'anverso ' || n, 'reverso ' || n, 'medium', 1, '2026-02-01Z', '2026-02-01',
        '2026-02-04Z', '2026-02-04', 3, 2.3065, 2.118, '2026-01-01Z', '2026-01-01Z'
      FROM folders, generate_series(1, ${CARDS}) AS n ORDER BY user_id, n;
    ANALYZE;`);
}

/** Removes dead rows and writes all pages, so that a run is not slowed down by the one before. */
async function tidyUp(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query("VACUUM");
    await client.query("CHECKPOINT");
  });
}

function secretOf(user: number): string {
  return `bench-secret-${user}`;
}

/** Rates as fast as possible, or `target` times a second over all clients; latencies are in milliseconds. */
async function rateCards({ port }: BenchServer, seconds: number, target: number | null) {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const pause = target === null ? 0 : (CLIENTS / target) * 1000;
  const rate = async (client: number) => {
    const connection = new BenchConnection(port);
    let card = 0;
    let due = performance.now() + (pause * client) / CLIENTS;
    while (performance.now() < end) {
      // The latency of a request counts from the time at which it was due, even if the answer before it was late.
      const start = target === null ? performance.now() : due;
      const wait = due - performance.now();
      if (target !== null && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      due += pause;
      const status = await connection.request(reviewRequest(client, card++ % CARDS));
      if (status !== 200) throw new Error(`a review was answered ${status}`);
      latencies.push(performance.now() - start);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => rate(client)));
  return { rate: latencies.length / ((performance.now() - startedAt) / 1000), latencies };
}

/** Signs users in as fast as possible; returns the number of sign-ins per second. */
async function signIn({ port }: BenchServer): Promise<number> {
  const seconds = 2 * SECONDS;
  const end = performance.now() + seconds * 1000;
  let signIns = 0;
  const signInAgain = async (signer: number) => {
    const connection = new BenchConnection(port);
    const email = `bench${CLIENTS + signer + 1}@repasa.example`;
    const request = postRequest("/api/auth/login", { email, password: PASSWORD });
    for (; performance.now() < end; signIns++) {
      const status = await connection.request(request);
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: SIGNERS }, (_, signer) => signInAgain(signer)));
  return signIns / seconds;
}

function reviewRequest(client: number, card: number): string {
  const difficulty = ["easy", "medium", "medium", "hard"][card % 4];
  const body = { difficulty, answerResult: "correct", reviewId: randomUUID(), durationMs: 3000 };
  return postRequest(`/api/cards/${client * CARDS + card + 1}/review`, body, [
    `Cookie: repasa=${secretOf(client + 1)}`,
  ]);
}

function postRequest(url: string, content: object, headers: string[] = []): string {
  const body = JSON.stringify(content);
  return [
    `POST ${url} HTTP/1.1`,
    "Host: localhost",
    ...headers,
    "X-Time-Zone: Europe/Madrid",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

/** Returns the transactions per second. */
async function runPgbench(pgbench: string, connectionString: string): Promise<number> {
  const url = new URL(connectionString);
  const script = path.resolve(import.meta.dirname, "reviews.sql");
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
}

function findPgbench(): string {
  const debian = "/usr/lib/postgresql";
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, "bin")) : [];
  for (const folder of [...folders, ...(process.env.PATH ?? "").split(":")]) {
    if (existsSync(path.join(folder, "pgbench"))) return path.join(folder, "pgbench");
  }
  throw new Error("pgbench is missing: on Debian, apt-get install postgresql");
}
