import { setTimeout as delay } from "node:timers/promises";
import {
  ATTACKER,
  type Attack,
  addStatus,
  createAttackRows,
  FILE_BYTES,
  FILE_ID,
  formatHeaders,
  holdConnections,
  runAttack,
  type Statuses,
} from "./attack.ts";
import { measureBodies } from "./attacks.bodies.ts";
import { measureGrowth } from "./attacks.growth.ts";
import { measureJudging } from "./attacks.judging.ts";
import { measureReads } from "./attacks.reads.ts";
import { BenchConnection } from "./http-client.ts";
import { atMost, exactly, type Row } from "./row.ts";
import type { BenchServer } from "./server.ts";
import { sized } from "./size.ts";

const UPLOADS = sized(200, 10);
/** The time for which a silent client is observed: longer than a server should wait for it. */
const SILENCE_MS = sized(30_000, 1_000);

const READERS = sized(200, 10);
const READING_MS = sized(20_000, 1_000);

const SEARCHES = sized(64, 4);
const SEARCHING_MS = sized(15_000, 1_000);

/** Uploads files without their last byte. */
function sendIncompleteFiles(server: BenchServer): Promise<Attack> {
  const bytes = Buffer.alloc(FILE_BYTES - 1);
  return holdConnections(server, { connections: UPLOADS, ms: SILENCE_MS }, (socket) => {
    socket.write(
      `POST /api/media HTTP/1.1\r\n${formatHeaders(ATTACKER)}Content-Type: image/png\r\nContent-Length: ${FILE_BYTES}\r\n\r\n`,
    );
    socket.write(bytes);
  });
}

/** Requests files and reads only the headers of the responses. */
function ignoreAnswers(server: BenchServer): Promise<Attack> {
  return holdConnections(server, { connections: READERS, ms: READING_MS }, (socket) => {
    socket.once("data", () => socket.pause());
    socket.write(`GET /api/media/${FILE_ID} HTTP/1.1\r\n${formatHeaders(ATTACKER)}\r\n`);
  });
}

/** Searches long texts without a match, over many connections at a time. */
async function floodSearches({ port }: BenchServer): Promise<Attack> {
  const responses: Statuses = new Map();
  const end = performance.now() + SEARCHING_MS;
  const connections = Array.from({ length: SEARCHES }, () => new BenchConnection(port));
  const request = `GET /api/cards/search?q=${"a".repeat(199)}b HTTP/1.1\r\n${formatHeaders(ATTACKER)}\r\n`;
  const searching = connections.map(async (connection) => {
    while (performance.now() < end) addStatus(responses, await connection.request(request));
  });
  // The responses to calls that are in progress at the end are not awaited.
  await Promise.race([Promise.all(searching), delay(SEARCHING_MS)]);
  for (const connection of connections) connection.close();
  return { responses, open: 0 };
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
    ...(await measureBodies()),
    ...(await measureGrowth()),
    ...(await measureReads()),
  ];
}
