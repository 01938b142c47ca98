import { readdir, readFile, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRunningCluster } from "@repasa/embedded-postgres-cluster/cluster.ts";
import { describe, expect, it } from "vitest";
import { locateCluster } from "#platform/db/embedded-database.ts";
import {
  createDataDir,
  credentials,
  launch,
  newDataDir,
  post,
  type ServerProcess,
  startServer,
  stopServer,
} from "#testing/server-process.ts";
import { openNetwork } from "#testing/silent-network.ts";
import { createTestDatabase } from "#testing/test-database.ts";

const findPostmasterPid = async (dataDir: string) => (await findRunningCluster(locateCluster(dataDir)))?.postmasterPid;

/** Returns a process and its descendants, as a supervisor finds them. */
async function findProcessTree(pid: number): Promise<number[]> {
  const all = (await readdir("/proc")).map(Number).filter((number) => number > 0);
  const parents = await Promise.all(
    all.map((one) =>
      readFile(`/proc/${one}/stat`, "utf8").then(
        (stat) => Number(stat.split(") ")[1]?.split(" ")[1]),
        () => 0,
      ),
    ),
  );
  return [pid, ...all.filter((_, index) => parents[index] === pid)];
}

/** Sends SIGTERM to a process, unless it has ended meanwhile: some of a database's processes end by themselves. */
function terminateIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

describe("the server", () => {
  it.runIf(process.env.FAULTS)(
    "loses nothing that it has acknowledged when it is killed, and ends cleanly when all of its processes are signalled at once",
    async () => {
      const dataDir = await newDataDir();
      const first = await startServer({ DATA_DIR: dataDir });
      expect((await post(`${first.url}/api/auth/register`, credentials)).status).toBe(201);
      first.process.kill("SIGKILL");
      await first.ended;
      const second = await startServer({ DATA_DIR: dataDir });
      expect((await post(`${second.url}/api/auth/login`, credentials)).status).toBe(200);
      const database = await findPostmasterPid(dataDir);
      const family = process.platform === "linux" && database ? await findProcessTree(database) : [];
      for (const pid of [second.process.pid ?? 0, ...family]) terminateIfRunning(pid);
      expect(await second.ended).toBe(0);
      expect(await findPostmasterPid(dataDir)).toBeUndefined();
    },
  );

  it.runIf(process.env.FAULTS)(
    "shares its folder with a second one, which continues when the first's terminal closes, until its npm is killed",
    async () => {
      const dataDir = await createDataDir();
      const byNpm = ["sh", "-c", `"${process.execPath}" apps/server/src/main.ts & wait`];
      const [first, second] = await Promise.all([
        startServer({ DATA_DIR: dataDir }),
        startServer({ DATA_DIR: dataDir, npm_lifecycle_event: "start" }, byNpm),
      ]);
      expect((await post(`${first.url}/api/auth/register`, credentials)).status).toBe(201);
      expect(await stopServer(first, "SIGHUP")).toBe(0);
      expect((await post(`${second.url}/api/auth/login`, credentials)).status).toBe(200);
      await stopServer(second, "SIGKILL");
      expect(await findPostmasterPid(dataDir)).toBeUndefined();
    },
  );

  it("logs one line when its database becomes unavailable and one when it is back", async () => {
    const database = await createTestDatabase();
    const network = await openNetwork(database.connectionString);
    const server = await startServer({ DATABASE_URL: network.connectionString, LOG_LEVEL: "info" });
    const { headers } = await post(`${server.url}/api/auth/register`, credentials);
    // Other tests hash with less work.
    const { rows } = await database.db.pool.query("SELECT password_hash FROM users");
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const cookie = String(headers.get("set-cookie")).split(";")[0] ?? "";
    const readFolders = async () => (await fetch(`${server.url}/api/folders`, { headers: { cookie } })).status;
    const logged = () =>
      server
        .output()
        .match(/^\{.*\}$/gm)
        ?.map((line) => JSON.parse(line)) ?? [];
    const lines = () => logged().filter(({ msg }) => msg !== "request");
    // The registration logs both, in either order.
    const messages = () => lines().map(({ msg }) => msg);
    const registered = expect.arrayContaining(["security event", expect.stringMatching("the message was written")]);
    await expect.poll(messages).toEqual(registered);
    const before = lines().length;
    network.cut();
    // This is longer than the workers of the queue wait between two polls.
    for (const end = performance.now() + 12_000; performance.now() < end; ) {
      expect(await Promise.all([readFolders(), readFolders(), readFolders()])).toEqual([503, 503, 503]);
      await delay(200);
    }
    network.heal();
    await expect.poll(readFolders).toBe(200);
    await expect.poll(() => lines().at(-1)?.msg).toBe("the database answers again");
    const newLines = lines().slice(before);
    expect(newLines.map(({ msg }) => msg)).toEqual(["the database does not answer", "the database answers again"]);
    expect(newLines[1].seconds).toBeGreaterThan(5);
    expect(await stopServer(server)).toBe(0);
    network.close();
    await database.drop();
  });

  it("on SIGTERM finishes running calls, resets no keep-alive connection, and accepts no new one", async () => {
    const database = await createTestDatabase();
    const server = await startServer({ DATABASE_URL: database.connectionString });
    const holder = await database.db.pool.connect();
    await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const flight = post(`${server.url}/api/auth/register`, credentials);
    await expect.poll(async () => (await holder.query(WAITING)).rows[0].count).toBeGreaterThan(0);
    const closings = Promise.all(Array.from({ length: 8 }, () => callUntilClosing(server)));

    setTimeout(() => server.process.kill("SIGTERM"), 100);
    expect(await closings).toEqual(Array(8).fill("told that it closes"));
    await expect.poll(() => fetch(`${server.url}/healthz`).catch(() => "refused")).toBe("refused");
    await holder.query("COMMIT");
    holder.release();
    expect((await flight).status).toBe(201);
    expect(await server.ended).toBe(0);
    await database.drop();
  });
});

/** Sends calls on one connection, as a proxy does, until a response announces that it closes. */
async function callUntilClosing({ url }: ServerProcess): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const readConnectionHeader = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get(`${url}/healthz`, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      }).once("error", reject);
    });
  try {
    for (;;) if ((await readConnectionHeader()) === "close") return "told that it closes";
  } catch (error) {
    return (error as Error).message;
  } finally {
    agent.destroy();
  }
}

const WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted";

describe("a start that fails", () => {
  async function readStartError(environment: Record<string, string>): Promise<string> {
    const server = launch({ LOG_LEVEL: "silent", ...environment });
    expect(await server.ended).toBe(1);
    expect(server.output().trim().split("\n")).toHaveLength(1);
    return server.output();
  }

  it("prints in one line that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const line = await readStartError({ DATA_DIR: await createDataDir(), PORT: String(port) });
    expect(line).toContain(`Cannot listen on 127.0.0.1:${port}: another program already listens there`);
    other.close();
  });

  it("prints in one line that the folder cannot be used", async () => {
    const folder = await newDataDir();
    await writeFile(folder, "a file");
    const line = await readStartError({ DATA_DIR: path.join(folder, "data") });
    expect(line).toContain(folder);
    expect(line).toContain("DATA_DIR");
  });

  it("prints in one line that the database cannot be reached", async () => {
    const line = await readStartError({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(line).toContain("Cannot connect to the database none at 127.0.0.1:1");
  });

  it("prints an invalid value, and the values that it accepts", async () => {
    const line = await readStartError({ PORT: "http" });
    expect(line).toContain('PORT="http" is not valid');
    expect(line).toContain("a port number");
  });
});
