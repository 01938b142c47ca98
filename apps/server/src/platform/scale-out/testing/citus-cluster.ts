// A Citus cluster of PostgreSQL 15 on loopback, for tests and benchmarks only: a coordinator and two workers.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { chooseProcessUser, createProgramEnvironment } from "@repasa/embedded-postgres-cluster/process-user.ts";
import { NOT_DURABLE, withClient } from "#testing/database-server.ts";

const run = promisify(execFile);

const PROGRAMS = "/usr/lib/postgresql/15/bin";
const SUPERUSER = "postgres";
const WORKERS = 2;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_preload_libraries: "citus",
  max_connections: "300",
  shared_buffers: "128MB",
  wal_level: "logical",
  ...NOT_DURABLE,
  max_prepared_transactions: "200",
  // Citus runs a daemon for each database.
  max_worker_processes: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  "citus.enable_statistics_collection": "off",
  // Few shards, because each clone of a database copies them all; but more than workers, so that users share some of them.
  "citus.shard_count": "4",
};

export interface CitusCluster {
  /** A database of the coordinator that has the extension and knows its workers. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Returns whether PostgreSQL 15 with Citus is installed here. */
export async function isCitusInstalled(): Promise<boolean> {
  try {
    const { stdout } = await run(join(PROGRAMS, "pg_config"), ["--sharedir"]);
    await access(join(stdout.trim(), "extension", "citus.control"));
    return true;
  } catch {
    return false;
  }
}

export async function startCitusCluster(settings: Readonly<Record<string, string>> = {}): Promise<CitusCluster> {
  const root = await mkdtemp(join(tmpdir(), "repasa-citus-"));
  const nodes = await Promise.all(
    Array.from({ length: 1 + WORKERS }, (_, number) => startNode(join(root, `node${number}`), settings)),
  ).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true });
    throw error;
  });
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(root, { recursive: true, force: true });
  };
  const urls = nodes.map(({ port }) => `postgresql://${SUPERUSER}@127.0.0.1:${port}/postgres`);
  await connectNodes(urls).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: urls[0] ?? "", stop };
}

/** Connects the databases at these addresses to one cluster. The first one is the coordinator's. */
export async function connectNodes(urls: readonly string[]): Promise<void> {
  for (const url of urls) await withClient(url, (client) => client.query("CREATE EXTENSION IF NOT EXISTS citus"));
  const [coordinator, ...workers] = urls.map((url) => new URL(url));
  if (!coordinator) return;
  await withClient(coordinator.href, async (client) => {
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [coordinator.hostname, Number(coordinator.port)]);
    for (const { hostname, port } of workers) await client.query("SELECT citus_add_node($1, $2)", [hostname, port]);
  });
}

async function startNode(directory: string, settings: Readonly<Record<string, string>>) {
  const user = await chooseProcessUser(directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // The programs run without privileges, below a directory that their account owns.
  if (user) await Promise.all([directory, join(directory, "..")].map((path) => chown(path, user.uid, user.gid)));
  const options = { cwd: directory, env: createProgramEnvironment(), ...user };
  const data = join(directory, "data");
  await run(
    join(PROGRAMS, "initdb"),
    ["-D", data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
    options,
  );
  const port = await findFreePort();
  const all = { ...SETTINGS, ...settings, port: String(port) };
  const server = spawn(
    join(PROGRAMS, "postgres"),
    ["-D", data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, stdio: "ignore", detached: true },
  );
  const ended = once(server, "exit");
  // Stops the node even if the run is interrupted.
  process.once("exit", () => server.kill("SIGQUIT"));
  await waitUntilReady(port, ended);
  return {
    port,
    stop: async () => {
      server.kill("SIGINT");
      await ended;
    },
  };
}

async function waitUntilReady(port: number, ended: Promise<unknown>): Promise<void> {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  for (const end = performance.now() + 60_000; performance.now() < end && !gone; await delay(50)) {
    const { stdout } = await run(join(PROGRAMS, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).catch(() => ({
      stdout: "",
    }));
    if (stdout.includes("accepting")) return;
  }
  throw new Error("a node of the Citus cluster does not start");
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
