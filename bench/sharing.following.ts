import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { measureBuffers } from "./buffers.ts";
import { callServer } from "./calls.ts";
import { atMost, median, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, measureIdleStrain, withServer } from "./server.ts";
import { readSize } from "./size.ts";

const CARDS = readSize("FOLLOWED_CARDS", 1_000, 50);
const LARGE = readSize("LARGE_FOLDER", 20_000, 2_001);
const FOLLOWERS = readSize("FOLLOWERS", 200, 3);
const PULLS = readSize("PULLS", 9, 1);
const CHANGES = 20;
const READS = 20;
const IMAGES = 20;
const IMAGE_BYTES = 1_000_000;
const MB = 1_000_000;

/** The author's folders. Followers have the ids after hers. */
const AUTHOR = 1;
const FOLDERS = { cards: 1, large: 2, images: 3 };
const FOLLOWER = 2;

/** Measures following a folder, pulls, and what a large folder and one with images cost. */
export function measureFollowing(): Promise<Row[]> {
  return withServer((server) => withClient(server.connectionString, (client) => measureAll(server, client)), {
    environment: { FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" },
    seed,
  });
}

async function seed(client: pg.ClientBase): Promise<void> {
  await insertUsers(client, 1 + FOLLOWERS);
  await client.query("UPDATE users SET is_email_verified = true");
  for (let user = 1; user <= 1 + FOLLOWERS; user++) await insertSession(client, user, `secret-${user}`);
  await insertFolders(client, 3);
  await addCards(client, FOLDERS.cards, CARDS);
  await addCards(client, FOLDERS.large, LARGE);
  for (let n = 0; n < IMAGES; n++) await addImage(client);
}

async function addCards(client: pg.ClientBase, folderId: number, count: number): Promise<void> {
  await client.query(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
     SELECT $1, $2, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, la ' || n, '2026-01-01Z', '2026-01-01Z'
     FROM generate_series(1, $3::int) AS n`,
    [AUTHOR, folderId, count],
  );
}

async function addImage(client: pg.ClientBase): Promise<void> {
  const data = randomBytes(IMAGE_BYTES);
  const id = createHash("sha256").update(data).digest("hex");
  await client.query(
    "INSERT INTO media (user_id, id, content_type, bytes, created_at) VALUES ($1, $2, 'image/png', $3, now())",
    [AUTHOR, id, IMAGE_BYTES],
  );
  await client.query("INSERT INTO media_data (user_id, media_id, data) VALUES ($1, $2, $3)", [AUTHOR, id, data]);
  await client.query(
    `INSERT INTO cards (user_id, folder_id, front, back, format, created_at, updated_at)
     VALUES ($1, $2, $3, 'b', 'markdown', now(), now())`,
    [AUTHOR, FOLDERS.images, `![](media:${id})`],
  );
}

async function measureAll(server: BenchServer, client: pg.ClientBase): Promise<Row[]> {
  const followed = await time(() => follow(server, FOLLOWER, FOLDERS.cards));
  const pulls: number[] = [];
  for (let n = 0; n < PULLS; n++) pulls.push(await timePull(server, followed.result.id));
  const quiet = await measureBuffers(client, () => pull(server, followed.result.id), { calls: READS });
  const large = await measureLarge(server);
  const disk = await measureDisk(server, client);
  return [
    atMost(`follow ${CARDS} cards`, followed.ms / 1000, 1, "s", 2),
    atMost(`pull ${CHANGES} changes, median of ${PULLS}`, median(pulls), 100, "ms"),
    atMost(`pull without news, ${CARDS} cards, with the session`, quiet, 40, "buffers"),
    atMost(`memory while ${LARGE} cards are followed`, large, 50, "MB more"),
    atMost(`disk for ${FOLLOWERS} followers of ${(IMAGES * IMAGE_BYTES) / MB} MB of images`, disk, 100, "MB more"),
  ];
}

const shareFolder = (server: BenchServer, folderId: number) =>
  call(server, AUTHOR, "POST", `/api/folders/${folderId}/shares`, {});

async function follow(server: BenchServer, user: number, folderId: number) {
  const { token } = await shareFolder(server, folderId);
  return call(server, user, "POST", `/api/shares/${token}/follow`);
}

const pull = (server: BenchServer, folderId: number) =>
  call(server, FOLLOWER, "POST", `/api/folders/${folderId}/pull`, {});

async function timePull(server: BenchServer, folderId: number): Promise<number> {
  const cards = await call(server, AUTHOR, "GET", `/api/folders/${FOLDERS.cards}/cards?limit=${CHANGES}`);
  for (const { id, front } of cards.cards) {
    await call(server, AUTHOR, "PUT", `/api/cards/${id}`, { front, back: `Otra respuesta, ${performance.now()}` });
  }
  const { ms, result } = await time(() => pull(server, folderId));
  if (result.changed !== CHANGES) throw new Error(`the pull is wrong: ${JSON.stringify(result)}`);
  return ms;
}

/** Returns how much memory following a large folder needs, in MB. */
async function measureLarge(server: BenchServer): Promise<number> {
  const idle = await measureIdleStrain(server);
  const { id } = await follow(server, FOLLOWER, FOLDERS.large);
  for (;;) {
    const { status, error } = await call(server, FOLLOWER, "GET", `/api/imports/${id}`);
    if (status === "done") break;
    if (status !== "running") throw new Error(`the import is ${status}: ${error?.message}`);
    await delay(50);
  }
  return (await server.strain()).memory - idle.memory;
}

/** Returns how much a database grows by followers of a folder with images, in MB. */
async function measureDisk(server: BenchServer, client: pg.ClientBase): Promise<number> {
  const { token } = await shareFolder(server, FOLDERS.images);
  const readSizeOnDisk = async () =>
    Number((await client.query("SELECT pg_database_size(current_database()) AS size")).rows[0].size);
  const before = await readSizeOnDisk();
  for (let n = 0; n < FOLLOWERS; n++) {
    const { missingMedia } = await call(server, FOLLOWER + n, "POST", `/api/shares/${token}/follow`);
    if (missingMedia) throw new Error("a follower has no room");
  }
  return ((await readSizeOnDisk()) - before) / MB;
}

async function time<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

const call = (server: BenchServer, user: number, method: string, path: string, body?: object) =>
  callServer(server, `secret-${user}`, method, path, body);
