import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { atMost, printed, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const CARDS = 50_000;
const FOLDERS = 50;
const SECRET = "bench-secret";

type ExportFigures = {
  format: string;
  seconds: number;
  size: number;
  megabytes: number;
  pauseMs: number;
  /** Of the pause, in ms of the thread's own processor time. */
  workMs: number;
};

/** An account of 50,000 cards, each rated twice, exported in each format, each time by a server just started. */
async function benchExports(): Promise<ExportFigures[]> {
  const database = await startDatabase();
  try {
    await seed(database.connectionString);
    const figures: ExportFigures[] = [];
    for (const format of ["apkg", "csv", "json"]) {
      const server = await startServer(database.connectionString);
      try {
        figures.push(await measure(server, format));
      } finally {
        await server.stop();
      }
    }
    return figures;
  } finally {
    await database.stop();
  }
}

async function measure(server: BenchServer, format: string): Promise<ExportFigures> {
  // What a server loads and connects at its first calls is not the export's.
  for (let call = 0; call < 20; call++) await download(server.port, "/api/folders");
  await delay(500);
  await server.strain();
  await delay(1000);
  const idle = await server.strain();
  const begun = performance.now();
  const bytes = await download(server.port, `/api/account/export?format=${format}`);
  const seconds = (performance.now() - begun) / 1000;
  const most = await server.strain();
  return {
    format,
    seconds,
    size: bytes / 1e6,
    megabytes: most.memory - idle.memory,
    pauseMs: most.pause,
    workMs: most.work,
  };
}

/** How many bytes an address answers. */
function download(port: number, path: string): Promise<number> {
  const headers = { cookie: `repasa=${SECRET}`, "x-time-zone": "Europe/Madrid" };
  return new Promise((resolve, reject) => {
    get({ port, path, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path} was answered ${response.statusCode}`));
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes)).on("error", reject);
    }).on("error", reject);
  });
}

async function seed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      VALUES ('bench@repasa.example', '-', '2026-01-01Z', '2026-01-01Z');
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT 1, 'Materia ' || n % 5 || ' / Tema ' || n, '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, ${FOLDERS}) AS n`);
  await insertSession(client, 1, SECRET);
  // Half of them plain, half Markdown.
  await client.query(`
    INSERT INTO cards (user_id, folder_id, front, back, format, tags, difficulty, review_count, last_reviewed_at,
        last_review_date, next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT 1, n % ${FOLDERS} + 1, '¿Qué es el término ' || n || ' de la **biología** celular?',
        'Es el que dice $x_{' || n || '}$: ' || repeat('una explicación de algunas palabras, ', 4),
        (ARRAY['plain', 'markdown'])[n % 2 + 1], ARRAY['tema ' || n % 40], 'medium', 2, '2026-03-08Z', '2026-03-08',
        '2026-04-01Z'::timestamptz + (n % 400) * interval '1 day', '2026-04-01'::date + n % 400, 7, 8.2956, 2.118,
        '2026-01-01Z'::timestamptz + n * interval '1 second', '2026-01-01Z'
      FROM generate_series(1, ${CARDS}) AS n`);
  await client.query(`
    WITH state AS (
      SELECT jsonb_build_object('difficulty', 'medium', 'reviewCount', 1, 'lastReviewedAt', '2026-03-01T00:00:00.000Z',
        'lastReviewDate', '2026-03-01', 'nextReviewAt', '2026-03-08T00:00:00.000Z', 'nextReviewDate', '2026-03-08',
        'interval', 7, 'easeFactor', 250, 'stability', 8.2956, 'memoryDifficulty', 2.118, 'calibrationA', 1,
        'calibrationB', 0, 'hardSinceForgotten', null) AS state
    )
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, due_before, practice, retrievability, state_before, state_after, duration_ms)
      SELECT 1, gen_random_uuid(), cards.id, folder_id, 'medium', 'correct', 3,
        '2026-03-01Z'::timestamptz + n * interval '7 days' + cards.id * interval '1 second', 'Europe/Madrid',
        '2026-03-01'::date + n * 7, NULL, false, NULL, state, state, 4200
      FROM cards, generate_series(0, 1) AS n, state ORDER BY n, cards.id`);
  await client.query("VACUUM ANALYZE");
  await client.end();
}

export async function exportsRows(): Promise<Row[]> {
  return (await benchExports()).flatMap(({ format, seconds, megabytes, pauseMs, workMs, size }) => {
    const what = `50,000 cards with 100,000 reviews as ${format}`;
    const pause = `${what}: longest pause of the event loop, ${Math.round(workMs)} ms of it own work`;
    return [
      printed(`${what}: ${size.toFixed(1)} MB, time until the last byte`, `${seconds.toFixed(1)} s`),
      atMost(`${what}: peak memory over idle`, megabytes, 200, "MB"),
      atMost(pause, pauseMs, 50, "ms"),
    ];
  });
}
