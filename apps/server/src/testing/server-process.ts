import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyEmptyCluster } from "@repasa/embedded-postgres-cluster/testing/empty-cluster.ts";
import { afterEach } from "vitest";
import { locateCluster } from "#platform/db/embedded-database.ts";

// Starts the server as an operator does, in a process of its own.

export type ServerProcess = {
  process: ChildProcess;
  url: string;
  output: () => string;
  /** Resolves to the exit code when all processes that write to the server's output have ended. */
  ended: Promise<number | null>;
};

const MAIN = path.resolve(import.meta.dirname, "../main.ts");
/** Reduces the processor time of a start to little more than half. */
const COMPILE_CACHE = path.resolve(import.meta.dirname, "../../../../.tmp/compile-cache");
const serverCommand = [process.execPath, MAIN];

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Returns the path of a folder that does not exist yet; it is removed after the test. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-main-"));
  folders.push(folder);
  return path.join(folder, "data");
}

/** Creates a data folder with an empty database, copied from one that was created before; it is removed after the test. */
export async function createDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await copyEmptyCluster(locateCluster(dataDir));
  return dataDir;
}

export function launch(environment: Record<string, string>, [command = "", ...args] = serverCommand) {
  const child = spawn(command, args, {
    cwd: path.resolve(import.meta.dirname, "../../../.."),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT: "off",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { process: child, output: () => output, ended };
}

export async function startServer(environment: Record<string, string>, command?: string[]): Promise<ServerProcess> {
  const server = launch(environment, command);
  const url = await Promise.race([
    server.ended.then(() => undefined),
    (async () => {
      for (;;) {
        const port = /^Repasa: .*:(\d+)$/m.exec(server.output())?.[1];
        if (port) return `http://127.0.0.1:${port}`;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })(),
  ]);
  if (!url) throw new Error(`the server did not start: ${server.output()}`);
  return { ...server, url };
}

/** Returns a port on which nothing listens at present. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export const credentials = {
  email: "ana@repasa.example",
  password: "una clave larga",
  confirmPassword: "una clave larga",
};

export function post(url: string, body: unknown, headers = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

export async function stopServer(
  server: Pick<ServerProcess, "process" | "ended">,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<number | null> {
  server.process.kill(signal);
  return server.ended;
}

afterEach(async () => {
  // A server that a failed test has left running stops its own database on SIGTERM.
  for (const child of running) child.kill("SIGTERM");
  await Promise.all([...running].map((child) => new Promise((resolve) => child.once("close", resolve))));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
