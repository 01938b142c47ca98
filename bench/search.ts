import { catalog } from "@repasa/catalog/catalog.ts";
import pg from "pg";
import { BenchConnection } from "./http-client.ts";
import { atMost, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const CARDS = 50_000;
const STRANGERS = 50;
const FOLDERS = 50;
const WARM_UP = 10;
const REQUESTS = 200;
const SECRET = "bench-secret";

/** The texts are the store's, two and a number to a card. */
const QUERIES: Record<string, string> = {
  "common word": "capital",
  "rare word": "48213",
  "no hit": "inexistente",
  "two words": "capital 213",
  "two words, no hit": "capital inexistente",
  phrase: '"capital de francia"',
  "two letters": "ñu",
  "two letters, no hit": "zx",
  "two times two letters, no hit": "zx qj",
  "one letter": "q",
  "one letter, no hit": "~",
  "due cards, rare word": "48213&state=due",
  "everything, first page": "",
  "tag of a twentieth": "&tag=Capítulo 7",
  "tag of a twentieth, rare word": "48207&tag=capitulo 7",
  "tag, no hit": "&tag=inexistente",
  "suspended cards": "&state=suspended",
  "suspended cards, common word": "capital&state=suspended",
  "suspended cards, no hit": "inexistente&state=suspended",
  "hard cards, common word": "capital&state=hard",
  "due cards of a tag": "&state=due&tag=capitulo 7",
};

type SearchFigures = { kind: string; p50: number; p99: number };

/**
 * Searching an account of 50,000 cards beside fifty others, over HTTP, after months of ratings: each has moved its row,
 * in no order.
 */
async function benchSearch(): Promise<SearchFigures[]> {
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  const connection = new BenchConnection(server.port);
  try {
    await seed(database.connectionString);
    const figures: SearchFigures[] = [];
    for (const [kind, query] of Object.entries(QUERIES)) {
      const [q = "", ...filters] = query.split("&");
      const path = encodeURI(`/api/cards/search?${[`q=${q}`, ...filters].join("&")}`);
      await times(connection, path, WARM_UP);
      const sorted = (await times(connection, path, REQUESTS)).sort((a, b) => a - b);
      figures.push({ kind, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) });
    }
    return figures;
  } finally {
    connection.close();
    await server.stop();
    await database.stop();
  }
}

async function times(connection: BenchConnection, path: string, requests: number): Promise<number[]> {
  const request = [
    `GET ${path} HTTP/1.1`,
    "Host: localhost",
    `Cookie: repasa=${SECRET}`,
    "X-Time-Zone: Europe/Madrid",
    "",
    "",
  ].join("\r\n");
  const latencies: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const start = performance.now();
    const status = await connection.request(request);
    if (status !== 200) throw new Error(`a search was answered ${status}`);
    latencies.push(performance.now() - start);
  }
  return latencies;
}

async function seed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const texts = catalog.flatMap(({ cards }) => cards);
  await client.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${STRANGERS + 1}) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT user_id, 'Carpeta ' || n, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${STRANGERS + 1}) AS user_id, generate_series(1, ${FOLDERS}) AS n ORDER BY user_id, n`);
  await insertSession(client, 1, SECRET);
  // The account's cards came by an import, one after the other; then the others' ones.
  await client.query(
    `WITH texts AS (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS text (front, back, place))
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at, tags, suspended)
      SELECT student, (student - 1) * ${FOLDERS} + n % ${FOLDERS} + 1, texts.front || ' (' || n || ')',
        texts.back || '. No la confundas con ' || other.front || ': ' || other.back,
        (ARRAY['easy', 'medium', 'hard'])[n % 3 + 1], 1, '2026-03-01Z', '2026-03-01',
        '2026-11-01Z'::timestamptz + (n % 400) * interval '1 day', '2026-11-01'::date + n % 400, 7, 8.2956, 2.118, '2026-01-01Z', '2026-01-01Z',
        ARRAY['Capítulo ' || n % 20], n % 300 = 0
      FROM generate_series(1, ${2 * CARDS}) AS n
      CROSS JOIN LATERAL (SELECT CASE WHEN n <= ${CARDS} THEN 1 ELSE 2 + n % ${STRANGERS} END AS student) AS owner
      JOIN texts ON texts.place = n % ${texts.length} + 1
      JOIN texts AS other ON other.place = n * 7 % ${texts.length} + 1
      ORDER BY n`,
    [texts.map(({ front }) => front), texts.map(({ back }) => back)],
  );
  await client.query(
    `INSERT INTO card_texts (user_id, card_id, folded)
      SELECT user_id, id, convert_to(
          lower(regexp_replace(normalize(front || chr(10) || back, NFKD), '[\\u0300-\\u036f]', '', 'g')), 'UTF8')
        || '\\xff'::bytea || convert_to('capitulo ' || substring(tags[1] from '\\d+'), 'UTF8') || '\\xff'::bytea
      FROM cards ORDER BY id`,
  );
  for (let month = 0; month < 3; month++) {
    await client.query(`
      UPDATE cards SET next_review_at = next_review_at + interval '1 minute'
      FROM (SELECT user_id, id FROM cards ORDER BY hashint8(id + ${month}) LIMIT ${CARDS}) AS rated
      WHERE cards.user_id = rated.user_id AND cards.id = rated.id`);
    await client.query("VACUUM cards");
  }
  await client.query("VACUUM ANALYZE");
  await client.end();
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function searchRows(): Promise<Row[]> {
  return (await benchSearch()).map(({ kind, p50, p99 }) =>
    atMost(`search in 50,000 cards, ${kind}: p99 (p50 ${p50.toFixed(1)} ms)`, p99, 50, "ms", 1),
  );
}
