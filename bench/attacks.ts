import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { BenchConnection } from "./http-client.ts";
import { atMost, exactly, printed, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const ATTACKER = "attacker";
const STUDENT = "student";

const UPLOADS = 200;
const UPLOAD_BYTES = 5 * 1024 * 1024;
/** How long a silent client is watched: longer than a server should wait for it. */
const SILENCE_MS = 30_000;

const READERS = 200;
const READING_MS = 20_000;
const FILE_ID = "a".repeat(64);

const SEARCHES = 64;
const SEARCHING_MS = 15_000;
const LONG_CARDS = 500;
const LONG_SIDE = 20_000;

const CALM_MS = 5_000;
const PAUSE_MS = 20;

/** The calls that another student repeats during the attack. */
const CALLS = ["/api/auth/user", "/api/folders", "/api/cards/review?limit=20", "/api/user/home"];

type Statuses = Map<number, number>;
type Watched = { p95: number; p99: number; statuses: Statuses };
type Attacked = { calm: Watched; during: Watched; memory: number; answers: Statuses; open: number };

/** Lets one account attack a server that has just started, while another student studies. */
async function benchAttack(attack: (server: BenchServer) => Promise<Pick<Attacked, "answers" | "open">>) {
  const database = await startDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-data-"));
  const server = await startServer(database.connectionString, { RATE_LIMIT: "on", DATA_DIR: dataDir });
  try {
    await seed(database.connectionString);
    // A warm-up keeps the server's first loading and connecting out of the measurement.
    await watchStudent(server)(1_000);
    const calm = await watchStudent(server)(CALM_MS);
    await server.strain();
    await delay(500);
    const idle = await server.strain();
    const watching = watchStudent(server);
    const attacked = attack(server);
    const during = await watching(attacked);
    const strain = await server.strain();
    return { calm, during, memory: strain.memory - idle.memory, ...(await attacked) };
  } finally {
    await server.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const headersOf = (secret: string) => `Host: localhost\r\nCookie: repasa=${secret}\r\nX-Time-Zone: Europe/Madrid\r\n`;

function count(statuses: Statuses, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Makes the student's calls one after another, for some time or until the attack is over. */
function watchStudent({ port }: BenchServer): (until: number | Promise<unknown>) => Promise<Watched> {
  return async (until) => {
    const connection = new BenchConnection(port);
    const statuses: Statuses = new Map();
    const times: number[] = [];
    let over = false;
    void Promise.resolve(typeof until === "number" ? delay(until) : until).finally(() => {
      over = true;
    });
    for (let call = 0; !over; call++) {
      const begun = performance.now();
      count(
        statuses,
        await connection.request(`GET ${CALLS[call % CALLS.length]} HTTP/1.1\r\n${headersOf(STUDENT)}\r\n`),
      );
      times.push(performance.now() - begun);
      await delay(PAUSE_MS);
    }
    connection.close();
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return { p95: at(0.95), p99: at(0.99), statuses };
  };
}

/** Sends files without their last byte, each over a connection of its own, and then falls silent. */
async function sendHalves({ port }: BenchServer) {
  const answers: Statuses = new Map();
  const bytes = Buffer.alloc(UPLOAD_BYTES - 1);
  const open = new Set<Socket>();
  for (let nth = 0; nth < UPLOADS; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.once("data", (chunk: Buffer) => count(answers, Number(chunk.toString("latin1", 9, 12))));
    socket.write(
      `POST /api/media HTTP/1.1\r\n${headersOf(ATTACKER)}Content-Type: image/png\r\nContent-Length: ${UPLOAD_BYTES}\r\n\r\n`,
    );
    socket.write(bytes);
    await delay(5);
  }
  await delay(SILENCE_MS);
  const left = open.size;
  for (const socket of open) socket.destroy();
  return { answers, open: left };
}

/** Requests files and reads only their headers, each over a connection of its own. */
async function readNothing({ port }: BenchServer) {
  const answers: Statuses = new Map();
  const open = new Set<Socket>();
  for (let nth = 0; nth < READERS; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.once("data", (chunk: Buffer) => {
      count(answers, Number(chunk.toString("latin1", 9, 12)));
      socket.pause();
    });
    socket.write(`GET /api/media/${FILE_ID} HTTP/1.1\r\n${headersOf(ATTACKER)}\r\n`);
    await delay(5);
  }
  await delay(READING_MS);
  for (const socket of open) socket.destroy();
  return { answers, open: 0 };
}

/** Searches long texts in vain, each time over a connection of its own. */
async function floodSearches({ port }: BenchServer) {
  const answers: Statuses = new Map();
  const end = performance.now() + SEARCHING_MS;
  const connections = Array.from({ length: SEARCHES }, () => new BenchConnection(port));
  const request = `GET /api/cards/search?q=${"a".repeat(199)}b HTTP/1.1\r\n${headersOf(ATTACKER)}\r\n`;
  const searching = connections.map(async (connection) => {
    while (performance.now() < end) count(answers, await connection.request(request));
  });
  // Calls under way at the end have no reader for their answer.
  await Promise.race([Promise.all(searching), delay(SEARCHING_MS)]);
  for (const connection of connections) connection.close();
  return { answers, open: 0 };
}

async function seed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, 2) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT n, 'Carpeta', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, 2) AS n;
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, ease_factor, interval, created_at, updated_at)
      SELECT n % 2 + 1, n % 2 + 1, CASE n % 2 WHEN 0 THEN repeat('a', ${LONG_SIDE}) ELSE 'pregunta ' || n END, 'respuesta',
        'new', 0, 250, 0, '2026-01-01Z'::timestamptz + n * interval '1 ms', '2026-01-01Z'
      FROM generate_series(1, ${2 * LONG_CARDS}) AS n;
    INSERT INTO card_texts (user_id, card_id, folded)
      SELECT user_id, id, convert_to(front || chr(10) || back, 'UTF8') || '\\xff'::bytea FROM cards ORDER BY id`);
  await client.query(
    `WITH file AS (INSERT INTO media (user_id, id, content_type, bytes, width, height, created_at)
       VALUES (1, $1, 'image/png', $2, 1, 1, '2026-01-01Z'))
     INSERT INTO media_data (user_id, media_id, data) VALUES (1, $1, $3)`,
    [FILE_ID, UPLOAD_BYTES, Buffer.alloc(UPLOAD_BYTES)],
  );
  await insertSession(client, 1, ATTACKER);
  await insertSession(client, 2, STUDENT);
  await client.query("VACUUM ANALYZE");
  await client.end();
}

const listed = (statuses: Statuses) => [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
const failures = ({ statuses }: Watched) =>
  [...statuses].filter(([status]) => status !== 200).reduce((sum, [, times]) => sum + times, 0);
const times = ({ p95, p99 }: Watched) => `p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

export async function attacksRows(): Promise<Row[]> {
  const uploads = await benchAttack(sendHalves);
  const reads = await benchAttack(readNothing);
  const searches = await benchAttack(floodSearches);
  const halves = `${UPLOADS} half-sent uploads of an account`;
  const readers = `${READERS} readers of a file of 5 MB who take nothing`;
  const parallel = `${SEARCHES} searches of an account at a time`;
  return [
    printed(`${halves}: their answers`, listed(uploads.answers)),
    atMost(`${halves}: more memory`, uploads.memory, 50, "MB"),
    exactly(`${halves}: connections open ${SILENCE_MS / 1000} s later`, uploads.open, 0),
    printed("another student, before", times(uploads.calm)),
    printed("another student, meanwhile", `${times(uploads.during)}: ${listed(uploads.during.statuses)}`),
    atMost("p99 meanwhile over before", uploads.during.p99 / uploads.calm.p99, 2, "", 2),
    exactly("their calls that failed", failures(uploads.during), 0),
    printed(`${readers}: their answers`, listed(reads.answers)),
    atMost(`${readers}: more memory`, reads.memory, 200, "MB"),
    printed("another student, before", times(reads.calm)),
    printed("another student, meanwhile", `${times(reads.during)}: ${listed(reads.during.statuses)}`),
    exactly("their calls that failed", failures(reads.during), 0),
    printed(`${parallel}: their answers`, listed(searches.answers)),
    printed("another student, before", times(searches.calm)),
    printed("another student, meanwhile", `${times(searches.during)}: ${listed(searches.during.statuses)}`),
    atMost("p95 meanwhile over before", searches.during.p95 / searches.calm.p95, 2, "", 2),
    exactly("their calls that failed", failures(searches.during), 0),
  ];
}
