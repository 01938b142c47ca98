import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { listCards } from "../apps/server/src/features/cards/cards.service.ts";
import { reviewQueue } from "../apps/server/src/features/study/study.queue.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { take } from "./lists.ts";
import { explained } from "./queries.ts";
import { atMost, count, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const CARDS = 50_000;
/** Of them in the first folder. */
const IN_FOLDER = 26_000;
const ROUNDS = 40;
const STUDENT = 1 as OwnerId;
const OTHER_SECRET = "bench-other";

type PortionFigures = { what: string; rows: number; medianMs: number; kilobytes: number; buffers: number };

type WholeFigures = {
  what: string;
  seconds: number;
  megabytes: number;
  /** The longest that the server's main thread worked without a pause for others, in ms of its processor time. */
  workMs: number;
  memory: number;
  /** Of somebody else's calls meanwhile. */
  otherP99: number;
};

/** A student with 50,000 due cards, 26,000 of them in one folder, beside one with 300 due: portions, and whole lists. */
async function benchPortions(): Promise<{ portions: PortionFigures[]; whole: WholeFigures[] }> {
  const database = await startDatabase();
  try {
    await seed(database.connectionString);
    const buffers = await buffersOf(database.connectionString);
    const server = await startServer(database.connectionString);
    try {
      const portions: PortionFigures[] = [];
      for (const { what, path, rows } of paths) {
        portions.push({ what, rows, ...(await timed(server.port, path)), buffers: buffers.get(what) as number });
      }
      const whole = [
        await besideAnother(server, "the queue", "/api/cards/review"),
        await besideAnother(server, "the folder", "/api/folders/1/cards"),
      ];
      return { portions, whole };
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

const paths = [
  { what: "50 cards of a queue of 50,000", path: "/api/cards/review?limit=50", rows: 50 },
  { what: "50 cards of a folder's queue of 26,000", path: "/api/cards/review?limit=50&folderId=1", rows: 50 },
  { what: "100 cards of a folder of 26,000", path: "/api/folders/1/cards?limit=100", rows: 100 },
];

async function timed(port: number, path: string) {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    ({ bytes } = await take(port, path));
    times.push(performance.now() - begun);
  }
  return { medianMs: times.sort((a, b) => a - b)[ROUNDS / 2] as number, kilobytes: bytes / 1000 };
}

async function buffersOf(connectionString: string): Promise<Map<string, number>> {
  const database = openDatabase({ connectionString, statementTimeoutMs: 300_000 });
  try {
    const moment = momentAt(new Date(), { timeZone: "Europe/Madrid", dayStartHour: 4 });
    const ctx = testContext(database);
    const calls = [
      () => reviewQueue(ctx, STUDENT, moment, { limit: 50 }),
      () => reviewQueue(ctx, STUDENT, moment, { limit: 50, folderId: 1 }),
      () => listCards(ctx, STUDENT, 1, { limit: 100 }),
    ];
    const sums = new Map<string, number>();
    for (const [place, { what }] of paths.entries()) {
      const statements = await explained(database, what, calls[place] as () => Promise<unknown>);
      sums.set(
        what,
        statements.reduce((sum, { buffers }) => sum + buffers, 0),
      );
    }
    return sums;
  } finally {
    await database.close();
  }
}

async function besideAnother(server: BenchServer, what: string, path: string): Promise<WholeFigures> {
  await delay(1000);
  await server.strain();
  await delay(500);
  const idle = await server.strain();
  const times: number[] = [];
  let done = false;
  const other = (async () => {
    while (!done) {
      const begun = performance.now();
      await take(server.port, "/api/cards/review?limit=50", OTHER_SECRET);
      times.push(performance.now() - begun);
      await delay(10);
    }
  })();
  const begun = performance.now();
  const { bytes } = await take(server.port, path);
  const seconds = (performance.now() - begun) / 1000;
  done = true;
  await other;
  const most = await server.strain();
  times.sort((a, b) => a - b);
  return {
    ...{ what, seconds, megabytes: bytes / 1e6, workMs: most.work, memory: most.memory - idle.memory },
    otherP99: times[Math.floor(times.length * 0.99)] as number,
  };
}

async function seed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const now = new Date();
  await client.query(
    `INSERT INTO users (email, password_hash, created_at, updated_at)
     SELECT 'bench' || n || '@repasa.example', '-', $1, $1 FROM generate_series(1, 2) AS n`,
    [now],
  );
  await client.query(
    `INSERT INTO folders (user_id, name, created_at, updated_at)
     SELECT CASE WHEN n < 6 THEN 1 ELSE 2 END, 'Carpeta ' || n, $1, $1 FROM generate_series(1, 6) AS n`,
    [now],
  );
  await insertSession(client, 1, "bench-secret");
  await insertSession(client, 2, OTHER_SECRET);
  await client.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
       next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
     SELECT user_id, CASE WHEN user_id = 2 THEN 6 WHEN card <= ${IN_FOLDER} THEN 1 ELSE 2 + card % 4 END,
       'Una pregunta de longitud corriente, la número ' || card, 'Su respuesta, con algo más de texto: ' || md5(card::text),
       (ARRAY['easy', 'medium', 'hard'])[card % 3 + 1], 3, reviewed, reviewed::date - card % 30,
       $1, CASE WHEN user_id = 2 AND card > 300 THEN $1::date + 30 ELSE $1::date - card % 5 END, 7, 3 + (card * 7919 % 5000) / 100.0, 2.118 + card % 7,
       $1::timestamptz + card * interval '1 ms', $1
     FROM (SELECT $1::timestamptz - interval '20 days' AS reviewed) AS past,
       (SELECT user_id, card FROM generate_series(1, ${CARDS}) AS card, generate_series(1, 2) AS user_id
        ORDER BY card) AS cards`,
    [now],
  );
  await client.query("VACUUM ANALYZE");
  await client.end();
}

export async function portionsRows(): Promise<Row[]> {
  const { portions, whole } = await benchPortions();
  return [
    ...portions.map(({ what, rows, medianMs, kilobytes, buffers }) => {
      const read = `${count(buffers)} buffers of ${count(2 * rows + 300)}`;
      return atMost(`${what}: median of 40 calls; ${kilobytes.toFixed(0)} KB, ${read}`, medianMs, 50, "ms", 1);
    }),
    ...whole.map(({ what, seconds, megabytes, workMs, memory, otherP99 }) => {
      const costs = `${memory.toFixed(0)} MB more memory, another's p99 ${otherP99.toFixed(0)} ms`;
      const list = `${what} whole: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, ${costs}`;
      return atMost(`${list}: longest work without a pause`, workMs, 50, "ms");
    }),
  ];
}
