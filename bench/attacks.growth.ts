import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { BenchConnection } from "./http-client.ts";
import { atMost, printed, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, withServer } from "./server.ts";
import { sized } from "./size.ts";

const EDITOR = "editor";
/** A free account may hold as many. */
const CARDS = sized(500, 20);
/** The number of bytes of a card's answer, which PostgreSQL cannot compress much. */
const SIDE_BYTES = 20_000;
const EDITING_MS = sized(60_000, 1_000);
/** The pause after a refusal. */
const PAUSE_MS = 20;
const MB = 1_000_000;

type Stored = { versions: number; undo: number; tables: number };
type Growth = Stored & { edits: number; batches: number; refused: number };

/** Edits cards one by one and tags all of them, as often as the limits allow, and measures what the account then stores. */
async function editWithoutEnd({ port, connectionString }: BenchServer): Promise<Growth> {
  const done = { edits: 0, batches: 0, refused: 0 };
  const end = performance.now() + EDITING_MS;
  const repeat = async (count: "edits" | "batches", call: (nth: number) => string) => {
    const connection = new BenchConnection(port);
    for (let nth = 0; performance.now() < end; nth++) {
      const isDone = (await connection.request(call(nth))) === 200;
      done[isDone ? count : "refused"]++;
      if (!isDone) await delay(PAUSE_MS);
    }
    connection.close();
  };
  const cardIds = Array.from({ length: CARDS }, (_, nth) => nth + 1);
  await Promise.all([
    repeat("edits", (nth) =>
      formatCall("PUT", `/api/cards/${(nth % CARDS) + 1}`, { front: `pregunta ${nth}`, back: createText() }),
    ),
    repeat("batches", (nth) =>
      formatCall("POST", "/api/cards/batch", { cardIds, action: "tag", tags: [`t${nth % 15}`] }),
    ),
    repeat("batches", (nth) =>
      formatCall("POST", "/api/cards/batch", { cardIds, action: "untag", tags: [`t${nth % 15}`] }),
    ),
  ]);
  return { ...done, ...(await withClient(connectionString, selectStored)) };
}

const createText = () => randomBytes(SIDE_BYTES / 2).toString("hex");

function formatCall(method: string, path: string, body: object): string {
  const text = JSON.stringify(body);
  return (
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: repasa=${EDITOR}\r\nX-Time-Zone: ` +
    `Europe/Madrid\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

async function selectStored(client: pg.Client): Promise<Stored> {
  const { rows } = await client.query<Stored>(`
    SELECT (SELECT sum(octet_length(front) + octet_length(back)) FROM card_versions)::float8 AS versions,
      (SELECT sum(pg_column_size(before)) FROM batch_cards)::float8 AS undo,
      (pg_total_relation_size('card_versions') + pg_total_relation_size('batch_cards'))::float8 AS tables`);
  return rows[0] as Stored;
}

async function seed(client: pg.Client): Promise<void> {
  await insertUsers(client, 1);
  await insertFolders(client, 1);
  await client.query(`
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT 1, 1, 'pregunta ' || n, (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, ${SIDE_BYTES / 32}) AS part),
        '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${CARDS}) AS n`);
  await insertSession(client, 1, EDITOR);
  await client.query("VACUUM ANALYZE");
}

/** What one account can make the database store by editing the same cards again and again. */
export async function measureGrowth(): Promise<Row[]> {
  const growth = await withServer(editWithoutEnd, { environment: { RATE_LIMIT: "on" }, seed });
  const { edits, batches, refused, versions, undo, tables } = growth;
  return [
    printed(`edits of ${CARDS} long cards for a minute`, `${edits} edits, ${batches} batches, ${refused} refused`),
    atMost("their versions", versions / MB, 20, "MB"),
    // Those that fit into 50 MB; a single larger batch would be kept, too.
    atMost("what undoes their batches", undo / MB, 50, "MB"),
    printed("both tables, with what is to be reused", `${Math.round(tables / MB)} MB`),
  ];
}
