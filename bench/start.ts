import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { atMost, type Row } from "./row.ts";
import { AS_STARTED, MAIN } from "./server.ts";

const RUNS = Number(process.env.START_RUNS ?? 7);
const POLL_MS = 10;
const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** Milliseconds until `/healthz` answers on a database that is there already, medians. */
type StartFigures = {
  /** By `npm start`. */
  command: number;
  /** Of the server alone: without npm, and without looking whether the checkout is up to date. */
  server: number;
};

async function benchStart(): Promise<StartFigures> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-start-"));
  try {
    await untilHealthy(ROOT, dataDir, npmStart);
    const [command, server] = [[] as number[], [] as number[]];
    for (let turn = 0; turn < RUNS; turn++) {
      command.push(await untilHealthy(ROOT, dataDir, npmStart));
      server.push(await untilHealthy(ROOT, dataDir, serverAlone, AS_STARTED.environment));
    }
    return { command: median(command), server: median(server) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Seconds from a clone of this commit to `/healthz`: packages, web app, database. */
async function benchClone(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-bench-clone-"));
  try {
    const begun = performance.now();
    await run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, path.join(folder, "repasa")]);
    await untilHealthy(path.join(folder, "repasa"), path.join(folder, "data"), npmStart);
    return (performance.now() - begun) / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const npmStart = ["npm", "start"] as const;
const serverAlone = [process.execPath, ...AS_STARTED.options, MAIN] as const;

async function untilHealthy(
  cwd: string,
  dataDir: string,
  [command, ...args]: readonly [string, ...string[]],
  given: Record<string, string> = {},
) {
  const port = await freePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, ...given, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
    // npm's children are ended with it.
    detached: true,
  });
  const ended = once(child, "exit");
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode} before it served`);
    await delay(POLL_MS);
  }
  const ms = performance.now() - begun;
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

/** Below those that the system gives to clients: one that asks a port again and again can be given it itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(randomInt(20_000, 32_000), "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export async function startRows(): Promise<Row[]> {
  const { command, server } = await benchStart();
  const measure = `second npm start to /healthz (the server alone ${(server / 1000).toFixed(1)} s), median`;
  return [atMost(measure, command / 1000, 2, "s", 1)];
}

export async function cloneRows(): Promise<Row[]> {
  return [atMost("fresh clone to serving", await benchClone(), 120, "s")];
}
