import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { measureJudging } from "./attacks.judging.ts";
import { BenchConnection } from "./http-client.ts";
import { atMost, exactly, percentile, printed, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, measureIdleStrain, withServer } from "./server.ts";

const ATTACKER = "attacker";
const STUDENT = "student";

const UPLOADS = 200;
const UPLOAD_BYTES = 5 * 1024 * 1024;
/** The time for which a silent client is observed: longer than a server should wait for it. */
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

/** The number of answers with each status. */
type Statuses = Map<number, number>;
type Watched = { p95: number; p99: number; statuses: Statuses };

/** The answers to an attack, and the number of its connections that the server left open. */
type Attack = { answers: Statuses; open: number };

/** Lets one account attack a server that has just started, while another student studies. */
function runAttack(attack: (server: BenchServer) => Promise<Attack>) {
  return withServer(
    async (server) => {
      // A warm-up keeps the server's first loading and connecting out of the measurement.
      await watchStudent(server, delay(1_000));
      const calm = await watchStudent(server, delay(CALM_MS));
      const idle = await measureIdleStrain(server);
      const attacked = attack(server);
      const during = await watchStudent(server, attacked);
      const { memory } = await server.strain();
      return { ...(await attacked), calm, during, memory: memory - idle.memory };
    },
    { environment: { RATE_LIMIT: "on" }, seed },
  );
}

const formatHeaders = (secret: string) =>
  `Host: localhost\r\nCookie: repasa=${secret}\r\nX-Time-Zone: Europe/Madrid\r\n`;

function addStatus(statuses: Statuses, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Makes the student's calls one after another until `end`. */
async function watchStudent({ port }: BenchServer, end: Promise<unknown>): Promise<Watched> {
  const connection = new BenchConnection(port);
  const statuses: Statuses = new Map();
  const times: number[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  for (let call = 0; !isOver; call++) {
    const start = performance.now();
    const path = CALLS[call % CALLS.length];
    addStatus(statuses, await connection.request(`GET ${path} HTTP/1.1\r\n${formatHeaders(STUDENT)}\r\n`));
    times.push(performance.now() - start);
    await delay(PAUSE_MS);
  }
  connection.close();
  return { p95: percentile(times, 0.95), p99: percentile(times, 0.99), statuses };
}

/** Opens many connections, one after another, and leaves the request that `begin` starts on each unfinished for `ms`. */
async function holdConnections(
  { port }: BenchServer,
  { connections, ms }: { connections: number; ms: number },
  begin: (socket: Socket) => void,
): Promise<Attack> {
  const answers: Statuses = new Map();
  const open = new Set<Socket>();
  for (let nth = 0; nth < connections; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.once("data", (chunk: Buffer) => addStatus(answers, Number(chunk.toString("latin1", 9, 12))));
    begin(socket);
    await delay(5);
  }
  await delay(ms);
  const left = open.size;
  for (const socket of open) socket.destroy();
  return { answers, open: left };
}

/** Uploads files without their last byte. */
function sendIncompleteFiles(server: BenchServer): Promise<Attack> {
  const bytes = Buffer.alloc(UPLOAD_BYTES - 1);
  return holdConnections(server, { connections: UPLOADS, ms: SILENCE_MS }, (socket) => {
    socket.write(
      `POST /api/media HTTP/1.1\r\n${formatHeaders(ATTACKER)}Content-Type: image/png\r\nContent-Length: ${UPLOAD_BYTES}\r\n\r\n`,
    );
    socket.write(bytes);
  });
}

/** Requests files and reads only the headers of the answers. */
function ignoreAnswers(server: BenchServer): Promise<Attack> {
  return holdConnections(server, { connections: READERS, ms: READING_MS }, (socket) => {
    socket.once("data", () => socket.pause());
    socket.write(`GET /api/media/${FILE_ID} HTTP/1.1\r\n${formatHeaders(ATTACKER)}\r\n`);
  });
}

/** Searches long texts without a match, over many connections at a time. */
async function floodSearches({ port }: BenchServer): Promise<Attack> {
  const answers: Statuses = new Map();
  const end = performance.now() + SEARCHING_MS;
  const connections = Array.from({ length: SEARCHES }, () => new BenchConnection(port));
  const request = `GET /api/cards/search?q=${"a".repeat(199)}b HTTP/1.1\r\n${formatHeaders(ATTACKER)}\r\n`;
  const searching = connections.map(async (connection) => {
    while (performance.now() < end) addStatus(answers, await connection.request(request));
  });
  // The answers to calls that are in progress at the end are not awaited.
  await Promise.race([Promise.all(searching), delay(SEARCHING_MS)]);
  for (const connection of connections) connection.close();
  return { answers, open: 0 };
}

async function seed(client: pg.Client): Promise<void> {
  await insertUsers(client, 2);
  await insertFolders(client, 1);
  await client.query(`
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
}

const formatStatuses = (statuses: Statuses) =>
  [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
const countFailures = ({ statuses }: Watched) =>
  [...statuses].filter(([status]) => status !== 200).reduce((sum, [, times]) => sum + times, 0);
const formatTimes = ({ p95, p99 }: Watched) => `p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** Creates the rows that every attack has. */
function createAttackRows(attack: string, { answers, calm, during }: Awaited<ReturnType<typeof runAttack>>): Row[] {
  return [
    printed(`${attack}: their answers`, formatStatuses(answers)),
    printed("another student, before", formatTimes(calm)),
    printed("another student, meanwhile", `${formatTimes(during)}: ${formatStatuses(during.statuses)}`),
    exactly("their calls that failed", countFailures(during), 0),
  ];
}

export async function measureAttacks(): Promise<Row[]> {
  const uploads = await runAttack(sendIncompleteFiles);
  const reads = await runAttack(ignoreAnswers);
  const searches = await runAttack(floodSearches);
  return [
    ...createAttackRows(`${UPLOADS} half-sent uploads of an account`, uploads),
    atMost("more memory", uploads.memory, 50, "MB"),
    exactly(`connections open ${SILENCE_MS / 1000} s later`, uploads.open, 0),
    atMost("p99 meanwhile over before", uploads.during.p99 / uploads.calm.p99, 2, "", 2),
    ...createAttackRows(`${READERS} readers of a file of 5 MB who take nothing`, reads),
    atMost("more memory", reads.memory, 200, "MB"),
    ...createAttackRows(`${SEARCHES} searches of an account at a time`, searches),
    atMost("p95 meanwhile over before", searches.during.p95 / searches.calm.p95, 2, "", 2),
    ...(await measureJudging()),
  ];
}
