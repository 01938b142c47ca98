import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importThrough, signIn, signUp } from "#testing/http-student.ts";
import { startRatingLoad } from "#testing/rating-load.ts";
import { openRoundRobin } from "#testing/round-robin.ts";
import { newDataDir, post, type ServerProcess, startServer, stopServer } from "#testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

// Several servers on one database, as they run behind a proxy.

/** A few connections are enough, because all servers share the same processors. */
const POOL_SIZE = 4;
/** Further connections of a server, as counted in docs/operating.md under "Connections". */
const OTHERS = 7;

let database: TestDatabase;
let dataDirs: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  dataDirs = [];
});

afterEach(() => database.drop());

async function start(): Promise<ServerProcess> {
  const dataDir = await newDataDir();
  dataDirs.push(dataDir);
  return startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    RATE_LIMIT: "on",
    TRUST_PROXY: "1",
  });
}

/** Lists the letters of all servers. A letter that two servers have sent occurs twice. */
async function listLetters(): Promise<string[]> {
  const boxes = await Promise.all(dataDirs.map((dir) => readdir(path.join(dir, "outbox")).catch(() => [])));
  return boxes.flat().filter((name) => name.endsWith(".eml"));
}

/** Returns the ids of the reviews that were not undone. */
async function selectReviewIds(): Promise<Set<string>> {
  const { rows } = await database.db.pool.query("SELECT review_id FROM reviews WHERE undone_at IS NULL");
  return new Set(rows.map(({ review_id }) => review_id));
}

async function countConnections(): Promise<number> {
  const { rows } = await database.db.pool.query(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
  );
  return rows[0].count - database.db.pool.totalCount;
}

const errorsIn = ({ output }: ServerProcess) => output().match(/^\{"level":[56]0.*$/gm) ?? [];

async function expectSharedState([one, two]: [ServerProcess, ServerProcess]): Promise<void> {
  const ana = await signUp(one.url);
  const phone = await signIn(two.url, ana.email);
  for (const { url } of [one, two]) expect((await phone.call(url, "GET", "/api/folders")).status).toBe(200);
  expect((await phone.call(one.url, "POST", "/api/auth/logout")).status).toBeLessThan(300);
  // Sooner than a server forgets a session by itself.
  await vi.waitUntil(async () => (await phone.call(two.url, "GET", "/api/folders")).status === 401, { timeout: 4_000 });
  expect((await ana.call(two.url, "GET", "/api/folders")).status).toBe(200);

  const wrong = { email: ana.email, password: "otra clave larga" };
  const tries = Array.from({ length: 11 }, (_, turn) => post(`${[one, two][turn % 2]?.url}/api/auth/login`, wrong));
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
}

it("lets servers share sessions, limits and jobs, and loses no review when one is stopped and another is killed", async () => {
  const [first, second, third] = await Promise.all([start(), start(), start()]);
  await expectSharedState([first, second]);
  const proxy = await openRoundRobin([first.url, second.url, third.url]);
  const load = await startRatingLoad(proxy.url, 3);
  // The letters are one to confirm each of the four addresses, and one about a device that ana's account did not know.
  await expect.poll(listLetters).toHaveLength(5);

  expect(await countConnections()).toBeLessThanOrEqual(3 * (POOL_SIZE + OTHERS));

  expect(await stopServer(first, "SIGTERM")).toBe(0);
  expect(load.takeFailures()).toEqual([]);
  await stopServer(second, "SIGKILL");
  await signUp(proxy.url).catch(() => signUp(proxy.url));
  await load.stop();
  // The proxy responds with 502 to calls that were running on the killed server.
  expect(load.takeFailures().filter((failure) => failure !== 502)).toEqual([]);
  expect(await selectReviewIds()).toEqual(load.accepted);
  await vi.waitUntil(async () => new Set(await listLetters()).size >= 6);
  await proxy.close();
  await stopServer(third, "SIGKILL");
  expect([first, second, third].flatMap(errorsIn)).toEqual([]);
}, 240_000);

describe.runIf(process.env.FAULTS)("two servers behind a proxy, stopped and killed in turn,", () => {
  it("lose nothing that they have acknowledged, respond with no 5xx while they shut down, and continue with jobs", async () => {
    const servers = [await start(), await start()];
    const proxy = await openRoundRobin(servers.map(({ url }) => url));
    const load = await startRatingLoad(proxy.url, 6);
    for (let round = 0; round < Number(process.env.ROUNDS ?? 4); round++) {
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        const [oldest] = servers as [ServerProcess];
        const next = await start();
        proxy.add(next.url);
        load.takeFailures();
        const student = await signUp(next.url);
        const before = (await listLetters()).length;
        const code = await stopServer(oldest, signal);
        servers.push(next);
        servers.shift();
        const failed = load.takeFailures();
        if (signal === "SIGTERM") expect([code, failed]).toEqual([0, []]);
        else expect(failed.filter((failure) => failure !== 502)).toEqual([]);
        await importThrough(student, servers.map(({ url }) => url) as [string, string]);
        await signUp(proxy.url).catch(() => signUp(proxy.url));
        await vi.waitUntil(async () => (await listLetters()).length > before, { timeout: 60_000 });
        expect(errorsIn(oldest)).toEqual([]);
      }
    }
    await load.stop();
    expect(await selectReviewIds()).toEqual(load.accepted);
    console.info(`${load.accepted.size} ratings acknowledged, none lost`);
    await proxy.close();
    for (const server of servers) expect(await stopServer(server)).toBe(0);
  }, 600_000);
});
