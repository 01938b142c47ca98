import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { startEmbeddedDatabase } from "../apps/server/src/platform/db/embedded-database.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { createLog } from "../apps/server/src/platform/logging/log.ts";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import manifest from "../package.json" with { type: "json" };

type BenchDatabase = { connectionString: string; stop: () => Promise<void> };

/** Starts a PostgreSQL of its own with the product's settings, which make it durable. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-"));
  const cluster = await startEmbeddedDatabase({ dataDir, logger: createLog("warn") });
  await migrate({ connectionString: cluster.connectionString, clock: { now: () => new Date() } });
  return {
    connectionString: cluster.connectionString,
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const startWords = manifest.scripts.start.split(" ");
const nodeWord = startWords.indexOf("node");

/** The options of Node and the environment variables that `npm start` sets. */
const AS_STARTED = {
  options: startWords.slice(nodeWord + 1, -1),
  environment: Object.fromEntries(
    startWords.slice(0, nodeWord).flatMap((word) => (word.includes("=") ? [word.split("=")] : [])),
  ),
};
const MAIN = path.resolve(import.meta.dirname, "../apps/server/src/main.ts");

export type Strain = {
  /** Resident memory, in MB. */
  memory: number;
  /** The event loop's longest pause, in ms; other processes make it longer on a busy machine. */
  pause: number;
  /** The longest task of the main thread, in ms of its processor time. */
  work: number;
};

export type BenchServer = {
  port: number;
  origin: string;
  connectionString: string;
  /** The largest values since the last call. The first call begins to measure. */
  strain: () => Promise<Strain>;
  stop: () => Promise<void>;
};

/** Starts the server as `npm start` does, in a process of its own. */
export async function startServer(
  connectionString: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const child = spawn(
    process.execPath,
    [...AS_STARTED.options, "--import", path.resolve(import.meta.dirname, "strain.ts"), MAIN],
    {
      env: {
        ...process.env,
        ...AS_STARTED.environment,
        PORT: "0",
        DATABASE_URL: connectionString,
        RATE_LIMIT: "off",
        LOG_LEVEL: "warn",
        ...environment,
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /^Repasa: .*:(\d+)$/m.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
    child.once("exit", () => reject(new Error(`the server did not start:\n${output}`)));
  });
  return {
    port,
    origin: `http://localhost:${port}`,
    connectionString,
    strain: () =>
      new Promise((resolve) => {
        child.once("message", (strain) => resolve(strain as Strain));
        child.send("strain");
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

type ServerOptions = { environment?: Record<string, string>; seed?: (client: pg.Client) => Promise<void> };

/** Runs `work` with a server that has a database, which is seeded before it starts, and a data directory of its own. */
export async function withServer<T>(
  work: (server: BenchServer) => Promise<T>,
  { environment = {}, seed }: ServerOptions = {},
): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-data-"));
  const database = await startDatabase();
  try {
    if (seed) await withClient(database.connectionString, seed);
    const server = await startServer(database.connectionString, { DATA_DIR: dataDir, ...environment });
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until a server is idle, resets its strain, and returns the strain while it is idle. */
export async function measureIdleStrain(server: BenchServer): Promise<Strain> {
  await delay(500);
  await server.strain();
  await delay(500);
  return server.strain();
}
