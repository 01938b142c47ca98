import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { hashPassword } from "../apps/server/src/features/auth/auth.password.ts";
import { BenchConnection } from "./http-client.ts";
import { atLeast, atMost, count, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const CLIENTS = 16;
const CARDS = 500;
const SIGNERS = 20;
const PASSWORD = "una clave larga";
const SECONDS = 4;
const ROUNDS = 6;
const run = promisify(execFile);

type ReviewFigures = {
  http: number;
  pgbench: number;
  ratio: number;
  halfLoad: Load;
  /** The same load while 20 people sign in, each over and over. */
  duringSignIns: Load & { signIns: number };
};

type Load = { rate: number; p50: number; p99: number };

/**
 * Reviews per second over HTTP against what PostgreSQL itself does of the three statements that a rating was at version 0.1
 * (session, card, rating), prepared, with the same clients on the same durable database. The two take turns, so that a noisy
 * machine hits both; the medians are compared.
 */
async function benchReviews(): Promise<ReviewFigures> {
  const pgbench = findPgbench();
  const database = await startDatabase();
  // Whoever signs in is written to by a job.
  const server = await startServer(database.connectionString, { WORKER: "off" });
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
    // After a VACUUM each connection plans its statements anew.
    await httpLoad(server.port, 2, figures.http / 2);
    const halfLoad = await httpLoad(server.port, 2 * SECONDS, figures.http / 2);
    const [duringSignIns, signIns] = await Promise.all([
      httpLoad(server.port, 2 * SECONDS, figures.http / 2),
      signInLoad(server.port, 2 * SECONDS),
    ]);
    return {
      ...figures,
      ratio: figures.http / figures.pgbench,
      halfLoad: loadOf(halfLoad),
      duringSignIns: { ...loadOf(duringSignIns), signIns },
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
     SELECT 'bench' || n || '@repasa.example', $2, '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, $1) AS n`,
    [CLIENTS + SIGNERS, await hashPassword(PASSWORD)],
  );
  for (let user = 1; user <= CLIENTS; user++) {
    await insertSession(client, user, secretOf(user));
  }
  await client.query(`
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT id, 'Química', '2026-01-01Z', '2026-01-01Z' FROM users ORDER BY id;
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

function loadOf({ rate, latencies }: { rate: number; latencies: number[] }): Load {
  return { rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

/** Sign-ins per second, as fast as it goes. */
async function signInLoad(port: number, seconds: number): Promise<number> {
  let count = 0;
  const end = performance.now() + seconds * 1000;
  const worker = async (signer: number) => {
    const connection = new BenchConnection(port);
    const email = `bench${CLIENTS + signer + 1}@repasa.example`;
    const text = postRequest(port, "/api/auth/login", { email, password: PASSWORD });
    for (; performance.now() < end; count++) {
      const status = await connection.request(text);
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: SIGNERS }, (_, signer) => worker(signer)));
  return count / seconds;
}

function reviewRequest(port: number, client: number, card: number): string {
  const difficulty = ["easy", "medium", "medium", "hard"][card % 4];
  const body = { difficulty, answerResult: "correct", reviewId: randomUUID(), durationMs: 3000 };
  return postRequest(port, `/api/cards/${client * CARDS + card + 1}/review`, body, [
    `Cookie: repasa=${secretOf(client + 1)}`,
  ]);
}

function postRequest(port: number, url: string, content: object, headers: string[] = []): string {
  const body = JSON.stringify(content);
  return [
    `POST ${url} HTTP/1.1`,
    `Host: localhost:${port}`,
    ...headers,
    "X-Time-Zone: Europe/Madrid",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

async function pgbenchLoad(pgbench: string, connectionString: string): Promise<number> {
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

function median(values: number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function reviewsRows(): Promise<Row[]> {
  const { http, pgbench, ratio, halfLoad, duringSignIns } = await benchReviews();
  const { rate, p50, p99 } = halfLoad;
  const signIns = `the same while 20 people sign in, over and over (${duringSignIns.signIns.toFixed(0)} per second)`;
  return [
    atLeast(
      `reviews per second over HTTP (${count(http)}) against pgbench (${count(pgbench)}), 16 clients`,
      ratio,
      0.6,
      2,
    ),
    atMost(`p99 at half that load (${count(rate)} per second), p50 ${p50.toFixed(1)} ms`, p99, 25, "ms", 1),
    atMost(`${signIns}, p50 ${duringSignIns.p50.toFixed(1)} ms`, duringSignIns.p99, 50, "ms", 1),
  ];
}
