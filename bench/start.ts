import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atMost, median, type Row } from "./row.ts";
import { readSize } from "./size.ts";

const RUNS = readSize("START_RUNS", 7, 1);
const POLL_MS = 10;
const ROOT = path.resolve(import.meta.dirname, "..");

/** Measures `npm start` until `/healthz` answers, in a checkout that is set up and on a database that exists. */
export async function measureStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-start-"));
  try {
    await timeStart(dataDir);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timeStart(dataDir));
    return [atMost("second npm start to /healthz, median", median(times) / 1000, 2, "s", 1)];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the duration of a start in milliseconds. */
async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const start = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
    // A process group of its own, so that the signal at the end also reaches npm's children.
    detached: true,
  });
  const ended = once(child, "exit");
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode} before it served`);
    await delay(POLL_MS);
  }
  const ms = performance.now() - start;
  process.kill(-(child.pid as number), "SIGTERM");
  await ended;
  return ms;
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** Finds a port below those that the system assigns to clients, because a client that polls one of those may get it itself. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(randomInt(20_000, 32_000), "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
