// What all attacks of `npm run bench -- attacks` have in common: one account attacks a server while another student studies.
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { BenchConnection } from "./http-client.ts";
import { exactly, percentile, printed, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, measureIdleStrain, withServer } from "./server.ts";
import { sized } from "./size.ts";

export const ATTACKER = "attacker";
export const STUDENT = "student";

/** The size of a file of the attacker. */
export const FILE_BYTES = 5 * 1024 * 1024;
export const FILE_ID = "a".repeat(64);

const LONG_CARDS = sized(500, 20);
const LONG_SIDE = 20_000;

const CALM_MS = sized(5_000, 500);
const PAUSE_MS = 20;

/** The calls that another student repeats during the attack. */
const CALLS = ["/api/auth/user", "/api/folders", "/api/cards/review?limit=20", "/api/user/home"];

/** The number of responses with each status. */
export type Statuses = Map<number, number>;
type Watched = { times: number[]; p95: number; p99: number; statuses: Statuses };

/** The responses to an attack, and the number of its connections that the server left open. */
export type Attack = { responses: Statuses; open: number };

/** Lets one account attack a server that has just started, while another student studies. */
export function runAttack(attack: (server: BenchServer) => Promise<Attack>, environment: Record<string, string> = {}) {
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
    { environment: { RATE_LIMIT: "on", ...environment }, seed },
  );
}

export const formatHeaders = (secret: string) =>
  `Host: localhost\r\nCookie: repasa=${secret}\r\nX-Time-Zone: Europe/Madrid\r\n`;

/** Writes a call of the attacker. */
export function writeCall(method: string, path: string, body?: object): string {
  const content = body ? JSON.stringify(body) : "";
  const type = body ? "Content-Type: application/json\r\n" : "";
  return `${method} ${path} HTTP/1.1\r\n${formatHeaders(ATTACKER)}${type}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

export function addStatus(statuses: Statuses, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Makes the student's calls one after another until `end`. */
export async function watchStudent({ port }: BenchServer, end: Promise<unknown>): Promise<Watched> {
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
  return { times, p95: percentile(times, 0.95), p99: percentile(times, 0.99), statuses };
}

/** Opens many connections, one after another, and leaves the request that `begin` starts on each unfinished for `ms`. */
export async function holdConnections(
  { port }: BenchServer,
  { connections, ms }: { connections: number; ms: number },
  begin: (socket: Socket) => void,
): Promise<Attack> {
  const responses: Statuses = new Map();
  const open = new Set<Socket>();
  for (let nth = 0; nth < connections; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.once("data", (chunk: Buffer) => addStatus(responses, Number(chunk.toString("latin1", 9, 12))));
    begin(socket);
    await delay(5);
  }
  await delay(ms);
  const left = open.size;
  for (const socket of open) socket.destroy();
  return { responses, open: left };
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
    [FILE_ID, FILE_BYTES, Buffer.alloc(FILE_BYTES)],
  );
  await insertSession(client, 1, ATTACKER);
  await insertSession(client, 2, STUDENT);
  await client.query("VACUUM ANALYZE");
}

const formatStatuses = (statuses: Statuses) =>
  [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
export const countFailures = ({ statuses }: Watched) =>
  [...statuses].filter(([status]) => status !== 200).reduce((sum, [, times]) => sum + times, 0);
const formatTimes = ({ p95, p99 }: Watched) => `p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** Creates the rows that every attack has. */
export function createAttackRows(
  attack: string,
  { responses, calm, during }: Awaited<ReturnType<typeof runAttack>>,
): Row[] {
  return [
    printed(`${attack}: their responses`, formatStatuses(responses)),
    printed("another student, before", formatTimes(calm)),
    printed("another student, meanwhile", `${formatTimes(during)}: ${formatStatuses(during.statuses)}`),
    exactly("their calls that failed", countFailures(during), 0),
  ];
}
