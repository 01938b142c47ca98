import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { atMost, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const CARDS = 2500;
const SIDE = 20_000;
const AT_ONCE = 20;
const SECRET = "bench-secret";

type ListFigures = {
  what: string;
  /** How many calls were answered by each status; 0 stands for those that nobody took to the end. */
  statuses: string;
  seconds: number;
  size: number;
  megabytes: number;
  pauseMs: number;
};

type Taken = { status: number; bytes: number };

/**
 * A folder of 2,500 cards whose sides are 20,000 control characters each, from before these were refused: 600 MB of JSON. Read
 * once, as a queue, many times at once, and by clients that take nothing of it.
 */
async function benchLists(): Promise<ListFigures[]> {
  const database = await startDatabase();
  try {
    const folderId = await seed(database.connectionString);
    const cards = `/api/folders/${folderId}/cards`;
    const queue = `/api/cards/review?folderId=${folderId}`;
    const often = (call: () => Promise<Taken>) => () => Promise.all(Array.from({ length: AT_ONCE }, call));
    const measured: [string, (port: number) => () => Promise<Taken[]>][] = [
      ["a folder's cards", (port) => async () => [await take(port, cards)]],
      ["its queue", (port) => async () => [await take(port, queue)]],
      [`its cards, asked for ${AT_ONCE} times at once`, (port) => often(() => take(port, cards))],
      [`the same by clients that take nothing for 5 s`, (port) => often(() => takeNothing(port, cards))],
    ];
    const figures: ListFigures[] = [];
    for (const [what, callsOf] of measured) {
      const server = await startServer(database.connectionString);
      try {
        figures.push(await measure(server, what, callsOf(server.port)));
      } finally {
        await server.stop();
      }
    }
    return figures;
  } finally {
    await database.stop();
  }
}

async function measure(server: BenchServer, what: string, calls: () => Promise<Taken[]>): Promise<ListFigures> {
  // What a server loads and connects at its first calls is not the list's.
  for (let call = 0; call < 20; call++) await take(server.port, "/api/folders");
  await delay(500);
  await server.strain();
  await delay(1000);
  const idle = await server.strain();
  const begun = performance.now();
  const taken = await calls();
  const seconds = (performance.now() - begun) / 1000;
  const most = await server.strain();
  const counts = Map.groupBy(taken, ({ status }) => status);
  return {
    what,
    statuses: [...counts].map(([status, { length }]) => `${length} x ${status}`).join(", "),
    seconds,
    size: taken.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    megabytes: most.memory - idle.memory,
    pauseMs: most.pause,
  };
}

const headersOf = (secret: string) => ({ cookie: `repasa=${secret}`, "x-time-zone": "Europe/Madrid" });

export function take(port: number, path: string, secret = SECRET): Promise<Taken> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: headersOf(secret) }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      const status = response.statusCode ?? 0;
      response.on("end", () => resolve({ status, bytes })).on("error", () => resolve({ status: 0, bytes }));
    }).on("error", reject);
  });
}

function takeNothing(port: number, path: string): Promise<Taken> {
  return new Promise((resolve) => {
    const call = get({ port, path, headers: headersOf(SECRET) }, (response) => response.pause());
    call.on("error", () => {});
    setTimeout(() => {
      call.destroy();
      resolve({ status: 0, bytes: 0 });
    }, 5000);
  });
}

async function seed(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const now = new Date();
  await client.query(
    `INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ('bench@repasa.example', '-', $1, $1)`,
    [now],
  );
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES (1, 'Enorme', $1, $1) RETURNING id",
    [now],
  );
  await insertSession(client, 1, SECRET);
  await client.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, ease_factor, interval, created_at, updated_at)
     SELECT 1, $1, repeat(chr(1 + n % 7), ${SIDE}), repeat(chr(1 + n % 7), ${SIDE}), 'new', 0, 250, 0,
       $2::timestamptz + n * interval '1 ms', $2 FROM generate_series(1, ${CARDS}) AS n`,
    [rows[0]?.id, now],
  );
  await client.query("VACUUM ANALYZE");
  await client.end();
  return rows[0]?.id as number;
}

export async function hugeListRows(): Promise<Row[]> {
  return (await benchLists()).map(({ what, statuses, seconds, size, megabytes }) => {
    const taken = `${statuses}; ${size.toFixed(0)} MB taken in ${seconds.toFixed(1)} s`;
    return atMost(`${what}, 600 MB of JSON (${taken}): more memory`, megabytes, 150, "MB");
  });
}
