import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedDatabase } from "../apps/server/src/platform/db/embedded-database.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { createLog } from "../apps/server/src/platform/logging/log.ts";
import manifest from "../package.json" with { type: "json" };

export type BenchDatabase = { connectionString: string; stop: () => Promise<void> };

/** A PostgreSQL of its own with the product's settings: durable, as embedded as a user's. */
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

/** What `npm start` begins it with, beside `MAIN`. */
export const AS_STARTED = {
  options: startWords.slice(nodeWord + 1, -1),
  environment: Object.fromEntries(
    startWords.slice(0, nodeWord).flatMap((word) => (word.includes("=") ? [word.split("=")] : [])),
  ),
};
export const MAIN = path.resolve(import.meta.dirname, "../apps/server/src/main.ts");

export type Strain = {
  /** Resident memory, in MB. */
  memory: number;
  /** The event loop's longest pause, in ms; on a busy machine others make it longer. */
  pause: number;
  /** The most that the main thread has worked without a pause for others, in ms of its own processor time. */
  work: number;
};

export type BenchServer = {
  port: number;
  /** What it came to since the last call. */
  strain: () => Promise<Strain>;
  stop: () => Promise<void>;
};

/** The server as it is started for users, in a process of its own. */
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
        ...{ PORT: "0", DATABASE_URL: connectionString, RATE_LIMIT: "off", LOG_LEVEL: "warn" },
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
