import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedCluster } from "../apps/server/src/db/embedded-cluster.ts";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { createLog } from "../apps/server/src/log.ts";

export type BenchDatabase = { connectionString: string; stop: () => Promise<void> };

/** A PostgreSQL of its own with the product's settings: durable, as embedded as a user's. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-"));
  const cluster = await startEmbeddedCluster({ dataDir, logger: createLog("warn") });
  await migrate({ connectionString: cluster.connectionString, clock: { now: () => new Date() } });
  return {
    connectionString: cluster.connectionString,
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type BenchServer = { port: number; stop: () => Promise<void> };

/** The server as it is started for users, in a process of its own. */
export async function startServer(connectionString: string): Promise<BenchServer> {
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=32", path.resolve(import.meta.dirname, "../apps/server/src/main.ts")],
    {
      env: { ...process.env, PORT: "0", DATABASE_URL: connectionString, RATE_LIMIT: "off", LOG_LEVEL: "warn" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /^Repasa: .*:(\d+)$/m.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
    child.once("exit", () => reject(new Error(`the server did not start:\n${output}`)));
  });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}
