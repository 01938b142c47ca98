import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRunningCluster } from "@repasa/embedded-postgres-cluster/cluster.ts";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { locateCluster } from "#platform/db/embedded-database.ts";
import { credentials, newDataDir, post, type ServerProcess, startServer } from "#testing/server-process.ts";
import { createTestDatabase } from "#testing/test-database.ts";

// Tests faults of the machine and signals of its supervisor. `npm run test:faults` runs all of them.
const asRoot = process.getuid?.() === 0;

async function register({ url }: ServerProcess) {
  const { headers } = await post(`${url}/api/auth/register`, credentials);
  const cookie = String(headers.get("set-cookie")).split(";")[0] ?? "";
  const create = () => post(`${url}/api/folders`, { name: "Química" }, { cookie });
  return { create };
}

describe.runIf(process.env.FAULTS)("a server started by npm", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
    "ends with its database when only npm receives %s",
    async (signal) => {
      const dataDir = await newDataDir();
      const server = await startServer({ DATA_DIR: dataDir, ...npmEnvironment() }, ["npm", "start", "--silent"]);
      server.process.kill(signal);
      const code = await server.ended;
      if (signal === "SIGTERM") expect(code).toBe(0);
      expect(await findRunningCluster(locateCluster(dataDir))).toBeUndefined();
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
    },
    120_000,
  );
});

const npmEnvironment = () => ({ HOME: process.env.HOME ?? "/" });

describe.runIf(process.env.FAULTS && asRoot && process.platform === "linux")("a full disk", () => {
  it("makes the server respond with 503 and log it, until there is space again", async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", dataDir]);
    try {
      const server = await startServer({ DATA_DIR: dataDir, FREE_FOLDER_LIMIT: "0" });
      const { create } = await register(server);
      expect((await create()).status).toBe(201);
      await fillDisk(path.join(dataDir, "filling"));
      const statuses = new Set<number>();
      // Rows go into the last pages of their tables until the log needs a new file.
      for (const end = performance.now() + 60_000; !statuses.has(503) && performance.now() < end; ) {
        const responses = await Promise.all(Array.from({ length: 40 }, create));
        for (const { status } of responses) statuses.add(status);
      }
      expect([...statuses].sort()).toEqual([201, 503]);
      const readiness = await fetch(`${server.url}/readyz`);
      expect([readiness.status, await readiness.json()]).toEqual([503, { status: "unavailable", reason: "no_room" }]);
      await fillLog(dataDir);
      await expect.poll(async () => (await create()).status, { timeout: 10_000, interval: 50 }).toBe(503);
      await delay(3_000);
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
        status: "unavailable",
        reason: "no_room",
      });
      await rm(path.join(dataDir, "filling"));
      const startedAt = performance.now();
      await expect.poll(async () => (await create()).status, { timeout: 10_000, interval: 50 }).toBe(201);
      console.info(`served again after ${Math.round(performance.now() - startedAt)} ms`);
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect(server.output()).toMatch(/no room|No space left/);
      server.process.kill("SIGTERM");
      expect(await server.ended).toBe(0);
    } finally {
      execFileSync("umount", ["-l", dataDir]);
    }
  }, 180_000);
});

/** Writes to PostgreSQL's log until PostgreSQL ends because there is no room for the log. */
async function fillLog(dataDir: string): Promise<void> {
  const cluster = await findRunningCluster(locateCluster(dataDir));
  const client = new pg.Client({ connectionString: cluster?.databaseUrl("postgres") });
  client.on("error", () => {});
  await client.connect();
  const write = () => client.query("SELECT pg_logical_emit_message(true, 'full', repeat('x', 1000000))");
  while (
    await write().then(
      () => true,
      () => false,
    )
  );
  await client.end().catch(() => {});
}

async function fillDisk(file: string): Promise<void> {
  for (const bytes of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(bytes);
    for (;;) {
      const failure = await writeFile(file, block, { flag: "a" }).catch((error: NodeJS.ErrnoException) => error.code);
      if (failure) break;
    }
  }
}

describe.runIf(process.env.FAULTS && process.platform === "linux")(
  "40 clients that request a file 200 times and read nothing",
  () => {
    it("take little memory, and delay no other client", async () => {
      const database = await createTestDatabase();
      const server = await startServer({ DATABASE_URL: database.connectionString });
      const dist = path.resolve(import.meta.dirname, "../../web/dist/assets");
      const [file] = (await readdir(dist)).filter((name) => name.endsWith(".ttf"));
      const before = await measureMemory(server);
      const request = `GET /assets/${file} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(200);
      const sockets = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const socket = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {});
          await once(socket, "connect");
          socket.pause().write(request);
          return socket;
        }),
      );
      const [startedAt, usedBefore] = [performance.now(), await measureProcessorTime(server)];
      await fetch(`${server.url}/healthz`);
      // Measured in processor time, because other processes run in between on a busy machine.
      const waited = (await measureProcessorTime(server)) - usedBefore;
      const passed = performance.now() - startedAt;
      await delay(2_000);
      const grown = (await measureMemory(server)) - before;
      console.info(`healthz after ${waited} ms of work (${Math.round(passed)} ms), ${Math.round(grown)} MB more`);
      // Measured: 670 ms alone, 1,000 ms beside other tests.
      expect(waited).toBeLessThan(2_500);
      expect(grown).toBeLessThan(150);
      expect((await readdir(`/proc/${server.process.pid}/fd`)).length).toBeLessThan(150);
      for (const socket of sockets) socket.destroy();
      server.process.kill("SIGTERM");
      expect(await server.ended).toBe(0);
      await database.drop();
    });
  },
);

/** Returns the processor time that the server has used, in milliseconds. */
async function measureProcessorTime({ process: { pid } }: ServerProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

async function measureMemory({ process: { pid } }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
