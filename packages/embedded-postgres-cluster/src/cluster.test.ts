import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Cluster, type ClusterLocation, createCluster, findRunningCluster, startCluster } from "./cluster.ts";
import { ClusterError, type ClusterFailure } from "./cluster-error.ts";
import type { ClusterEvent } from "./cluster-event.ts";
import { ensureClusterFiles, readPassword, readProcessStart } from "./cluster-files.ts";
import { findPostgresBinaries, findRunnableDirectory } from "./postgres-binaries.ts";
import { findPostmaster, launchPostmaster, stopPostmaster } from "./postmaster.ts";
import { chooseProcessUser } from "./process-user.ts";
import { copyEmptyCluster } from "./testing/empty-cluster.ts";
import { killAndTakePort } from "./testing/taken-port.ts";

const NAME = "sample";
const HOLDER = join(import.meta.dirname, "testing/cluster-holder.ts");
const PRESENCES = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sample-presence'";
const SETTINGS = { max_wal_size: "256MB" };
const asRoot = process.getuid?.() === 0;

const events: ClusterEvent[] = [];
const eventTypes = () => events.map(({ type }) => type);

const roots: string[] = [];
const directories: string[] = [];
const holders = new Set<ChildProcess>();

const locationOf = (directory: string): ClusterLocation => ({ directory, name: NAME });

/** Returns a path below a directory of mode 0700 (by mkdtemp), which the cluster's account cannot enter if this process is root. */
async function createDirectory(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "sample-cluster-"));
  roots.push(root);
  directories.push(join(root, "data"));
  return join(root, "data");
}

async function createClusterDirectory(): Promise<string> {
  const directory = await createDirectory();
  await copyEmptyCluster(locationOf(directory));
  return directory;
}

const started: Cluster[] = [];

async function start(directory: string): Promise<Cluster> {
  const cluster = await startCluster({
    ...locationOf(directory),
    settings: SETTINGS,
    onEvent: (event) => events.push(event),
  });
  started.push(cluster);
  return cluster;
}

interface Holder {
  readonly process: ChildProcess;
  readonly connectionString: string;
  readonly postmasterPid: number;
}

async function startHolder(directory: string): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, directory, NAME], { stdio: ["ignore", "pipe", "inherit"] });
  holders.add(child);
  for await (const line of createInterface({ input: child.stdout })) return { process: child, ...JSON.parse(line) };
  throw new Error("the holder ended early");
}

async function endHolder(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  holders.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function findRunningPid(directory: string): Promise<number | undefined> {
  return (await findRunningCluster(locationOf(directory)).catch(() => undefined))?.postmasterPid;
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(20)) if (await condition()) return;
  throw new Error("the condition was not met in time");
}

/** The backend of a killed process notices a moment later that the connection is closed. */
function waitForOnlyMember({ connectionString }: Cluster): Promise<void> {
  return waitUntil(async () => (await query(connectionString, PRESENCES)).length === 1);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops all clusters, and returns the pids of postmasters that were still running, also after a failed test. */
async function stopEverything(): Promise<number[]> {
  for (const child of holders) await endHolder(child, "SIGKILL");
  for (const cluster of started.splice(0)) await cluster.stop();
  const found: number[] = [];
  for (const directory of directories) {
    const postmaster = await findPostmaster(join(directory, "postgres"), NAME).catch(() => undefined);
    if (!postmaster) continue;
    found.push(postmaster.pid);
    await stopPostmaster(postmaster);
  }
  return found;
}

afterEach(async () => {
  events.length = 0;
  expect(await stopEverything()).toEqual([]);
});

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true, force: true });
});

describe("startCluster in one process", () => {
  test("starts a durable UTF-8 cluster that requires a password, and finds its rows after a restart", async () => {
    const directory = await createDirectory();
    const first = await start(directory);
    expect(
      await query(
        first.connectionString,
        `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'listen_addresses') ORDER BY name`,
      ),
    ).toEqual([
      { name: "fsync", setting: "on" },
      { name: "full_page_writes", setting: "on" },
      { name: "listen_addresses", setting: "127.0.0.1" },
      { name: "server_encoding", setting: "UTF8" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    const password = new URL(first.connectionString).password;
    await expect(query(first.connectionString.replace(password, "guess"), "SELECT 1")).rejects.toThrow(/password/);
    expect((await stat(join(directory, "postgres"))).mode & 0o077).toBe(0);
    expect((await stat(join(directory, "postgres", "sample.password"))).mode & 0o777).toBe(0o600);
    await query(first.connectionString, "CREATE TABLE kept AS SELECT 'áéñ' AS word");
    await first.stop();
    expect(await findRunningPid(directory)).toBeUndefined();

    const second = await start(directory);
    expect(await query(second.connectionString, "SELECT word, upper(word) FROM kept")).toEqual([
      { word: "áéñ", upper: "ÁÉÑ" },
    ]);
    await second.stop();
  });

  test("does not pass the environment of this process to PostgreSQL", async () => {
    process.env.SAMPLE_SECRET = "hidden";
    try {
      const cluster = await start(await createClusterDirectory());
      if (process.platform === "linux") {
        const environment = await readFile(`/proc/${cluster.postmasterPid()}/environ`, "utf8");
        expect(environment).toContain("LC_ALL=C");
        expect(environment).not.toContain("hidden");
      }
      await cluster.stop();
    } finally {
      delete process.env.SAMPLE_SECRET;
    }
  });

  test("stops within 10 seconds even while a query is running", async () => {
    const cluster = await start(await createClusterDirectory());
    const busy = query(cluster.connectionString, "SELECT pg_sleep(60)").catch((error: Error) => error.message);
    await waitUntil(async () => {
      const rows = await query(
        cluster.connectionString,
        "SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'",
      );
      return rows.length > 0;
    });
    const before = performance.now();
    await cluster.stop();
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(await busy).toMatch(/terminat/);
  });

  test("stops the postmaster even if its directory was deleted", async () => {
    const directory = await createClusterDirectory();
    const cluster = await start(directory);
    const pid = cluster.postmasterPid();
    await rm(directory, { recursive: true, maxRetries: 10, retryDelay: 20 });
    await cluster.stop();
    // The pid is free once the process has ended and was reaped.
    await waitUntil(async () => !isRunning(pid));
  });

  test("stops a postmaster that hangs, without losing rows", async () => {
    const directory = await createClusterDirectory();
    const cluster = await start(directory);
    await query(cluster.connectionString, "CREATE TABLE kept AS SELECT 1 AS n");
    process.kill(cluster.postmasterPid(), "SIGSTOP");
    await cluster.stop();
    expect(await findRunningPid(directory)).toBeUndefined();
    const next = await start(directory);
    expect(await query(next.connectionString, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await next.stop();
  });

  test("starts a killed postmaster again on the same port", async () => {
    const directory = await createClusterDirectory();
    const cluster = await start(directory);
    await query(cluster.connectionString, "CREATE TABLE kept AS SELECT 1 AS n");
    const pid = cluster.postmasterPid();
    process.kill(pid, "SIGKILL");
    await waitUntil(async () => eventTypes().includes("restored"));
    const port = Number(new URL(cluster.connectionString).port);
    expect(events).toEqual([
      { type: "lost", port },
      { type: "restored", port, hasMoved: false },
    ]);
    expect(cluster.postmasterPid()).not.toBe(pid);
    expect(await query(cluster.connectionString, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await cluster.stop();
  });

  test("starts a killed postmaster on another port if its own was taken in the meantime", async () => {
    const cluster = await start(await createClusterDirectory());
    const before = new URL(cluster.connectionString).port;
    const occupant = await killAndTakePort(cluster);
    try {
      await waitUntil(async () => eventTypes().includes("restored"));
      const after = new URL(cluster.connectionString).port;
      expect(after).not.toBe(before);
      expect(events.at(-1)).toEqual({ type: "restored", port: Number(after), hasMoved: true });
      expect(await query(cluster.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      occupant.close();
      await cluster.stop();
    }
  });
});

describe("startCluster after an interruption", () => {
  test("adopts the postmaster of a killed process, with every acknowledged row", async () => {
    const directory = await createClusterDirectory();
    const killed = await startHolder(directory);
    await query(killed.connectionString, "CREATE TABLE ratings (n int)");
    const writer = new pg.Client({ connectionString: killed.connectionString });
    await writer.connect();
    for (let n = 0; n < 200; n++) await writer.query("INSERT INTO ratings VALUES ($1)", [n]);
    await endHolder(killed.process, "SIGKILL");
    await writer.query("INSERT INTO ratings VALUES (200)");
    await writer.end();

    const next = await start(directory);
    expect(next.postmasterPid()).toBe(killed.postmasterPid);
    expect(next.connectionString).toBe(killed.connectionString);
    expect(await query(next.connectionString, "SELECT count(*)::int FROM ratings")).toEqual([{ count: 201 }]);
    await waitForOnlyMember(next);
    await next.stop();
    expect(await findRunningPid(directory)).toBeUndefined();
  });

  test("recovers every committed row if the postmaster was killed as well", async () => {
    const directory = await createClusterDirectory();
    const killed = await startHolder(directory);
    await query(killed.connectionString, "CREATE TABLE ratings AS SELECT generate_series(1, 1000) AS n");
    await endHolder(killed.process, "SIGKILL");
    process.kill(killed.postmasterPid, "SIGKILL");

    const next = await start(directory);
    expect(next.postmasterPid()).not.toBe(killed.postmasterPid);
    expect(await query(next.connectionString, "SELECT count(*)::int FROM ratings")).toEqual([{ count: 1000 }]);
    await next.stop();
  });

  test("ignores a postmaster.pid whose pid belongs to another program of the same account", async () => {
    const directory = await createClusterDirectory();
    const first = await start(directory);
    const pidFile = join(directory, "postgres", "postmaster.pid");
    const content = await readFile(pidFile, "utf8");
    await first.stop();

    const { uid, gid } = await stat(join(directory, "postgres"));
    const stranger = spawn("sleep", ["60"], { ...(asRoot ? { uid, gid } : {}), stdio: "ignore" });
    try {
      await writeFile(pidFile, content.replace(/^\d+/, String(stranger.pid)));
      await chown(pidFile, uid, gid);
      const second = await start(directory);
      expect(second.postmasterPid()).not.toBe(stranger.pid);
      expect(await query(second.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await second.stop();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill("SIGKILL");
    }
  });

  test("does not adopt the postmaster of the original in a copy of the directory", async () => {
    const [directory, copyDir] = [await createClusterDirectory(), await createDirectory()];
    const original = await start(directory);
    execFileSync("cp", ["-a", directory, copyDir]);
    const copy = await start(copyDir);
    expect(copy.postmasterPid()).not.toBe(original.postmasterPid());
    await copy.stop();
    expect(await query(original.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await original.stop();
  });

  test("removes interrupted creations, even if the pid of the creator was reused, but not one that is still running", async () => {
    const directory = await createDirectory();
    const gone = spawn("true", { stdio: "ignore" });
    await once(gone, "exit");
    const creators = [`${gone.pid}-1`, `${process.pid}-1`, `${process.pid}-${await readProcessStart(process.pid)}`];
    const unfinished = creators.map((creator) => join(directory, `postgres.new-${creator}-0a0a`));
    for (const path of unfinished) await mkdir(join(path, "base"), { recursive: true });
    const cluster = await start(directory);
    expect(unfinished.map((path) => existsSync(path))).toEqual([false, false, true]);
    await cluster.stop();
  });

  // This runs only with FAULTS=1, because it takes two starts.
  test.runIf(process.env.FAULTS)("removes a creation that was killed halfway", async () => {
    const directory = await createDirectory();
    const leftovers = async () => (await readdir(directory).catch(() => [])).filter((name) => name.includes(".new-"));
    const killed = spawn(process.execPath, [HOLDER, directory, NAME], { stdio: "ignore" });
    holders.add(killed);
    await waitUntil(async () => (await leftovers()).length > 0);
    await endHolder(killed, "SIGKILL");
    expect(await leftovers()).toHaveLength(1);
    const cluster = await start(directory);
    expect(await leftovers()).toEqual([]);
    await cluster.stop();
  });
});

describe("startCluster in several processes", () => {
  test.for([
    ["the first leaves first", [0, 1, 2]],
    ["the last leaves first", [2, 1, 0]],
  ] as const)(
    "shares one cluster between processes that start at once, and stops it when the last one leaves: %s",
    async ([, order]) => {
      const directory = await createClusterDirectory();
      const all = await Promise.all([startHolder(directory), startHolder(directory), startHolder(directory)]);
      expect(new Set(all.map((holder) => holder.connectionString)).size).toBe(1);
      const pid = all[0].postmasterPid;
      for (const index of order) {
        expect(await findRunningPid(directory)).toBe(pid);
        expect(await query(all[index].connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
        await endHolder(all[index].process, "SIGTERM");
      }
      expect(await findRunningPid(directory)).toBeUndefined();
    },
  );

  test("stops the postmaster when all members leave at the same moment", async () => {
    const directory = await createClusterDirectory();
    const all = await Promise.all([start(directory), start(directory), start(directory), start(directory)]);
    await Promise.all(all.map((cluster) => cluster.stop()));
    expect(await findRunningPid(directory)).toBeUndefined();
  });

  test("keeps a cluster running for a member that joins while the last one leaves", async () => {
    const directory = await createDirectory();
    let previous = await start(directory);
    for (let round = 0; round < 2; round++) {
      const [next] = await Promise.all([start(directory), previous.stop()]);
      expect(await query(next.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      previous = next;
    }
    await previous.stop();
  });

  test("stops the postmaster when the only other member was killed", async () => {
    const directory = await createDirectory();
    const [killed, other] = [await startHolder(directory), await start(directory)];
    await endHolder(killed.process, "SIGKILL");
    await waitForOnlyMember(other);
    await other.stop();
    expect(await findRunningPid(directory)).toBeUndefined();
  });
});

describe("startCluster reports", () => {
  async function catchFailure(directory: string): Promise<ClusterFailure> {
    const error = await start(directory).then(
      async (cluster) => {
        await cluster.stop();
        throw new Error("it started");
      },
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ClusterError);
    return (error as ClusterError).failure;
  }

  test("a directory below a file as not writable", async () => {
    const directory = await createDirectory();
    await writeFile(directory, "");
    const path = join(directory, "deep", "er");
    expect(await catchFailure(path)).toEqual({ code: "directory_not_writable", path });
  });

  test.runIf(process.platform === "linux")("a directory in which nothing can be created as not writable", async () => {
    expect(await catchFailure("/proc/sample")).toEqual({ code: "directory_not_writable", path: "/proc/sample" });
  });

  test("a directory with other files as not a cluster", async () => {
    const directory = await createDirectory();
    const path = join(directory, "postgres");
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "notes.txt"), "mine");
    expect(await catchFailure(directory)).toEqual({ code: "not_a_cluster", path });
  });

  test.runIf(asRoot)("a directory that belongs to another account", async () => {
    const path = join(await createDirectory(), "postgres");
    await mkdir(path, { recursive: true });
    await chown(path, 12_345, 12_345);
    const binaries = await findPostgresBinaries(undefined, NAME);
    const user = { uid: 12_346, gid: 12_346 };
    await expect(ensureClusterFiles({ clusterDirectory: path, name: NAME, binaries, user })).rejects.toMatchObject({
      failure: { code: "foreign_owner", path, uid: 12_345 },
    });
  });

  test("a wrong password, and leaves nothing running", async () => {
    const directory = await createClusterDirectory();
    await (await start(directory)).stop();
    const path = join(directory, "postgres", "sample.password");
    await writeFile(path, "guess");
    expect(await catchFailure(directory)).toEqual({ code: "wrong_password", path });
    expect(await findRunningPid(directory)).toBeUndefined();
  });

  test("a cluster of another major version", async () => {
    const directory = await createDirectory();
    const path = join(directory, "postgres");
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "PG_VERSION"), "15\n");
    expect(await catchFailure(directory)).toEqual({ code: "other_version", path, found: "15", expected: "18" });
  });

  test("a damaged cluster, with PostgreSQL's reason and the path of its log", async () => {
    const directory = await createClusterDirectory();
    await (await start(directory)).stop();
    const path = join(directory, "postgres");
    await rm(join(path, "global", "pg_control"));
    expect(await catchFailure(directory)).toEqual({
      code: "start_failed",
      path,
      reason: expect.stringContaining("could not find the database system"),
      logFile: join(directory, "postgres.log"),
    });
  });

  test("a name that is not an identifier", async () => {
    const location = { directory: await createDirectory(), name: "Sample; DROP" };
    await expect(createCluster(location)).rejects.toThrow(TypeError);
  });
});

test("launchPostmaster skips a port that another program uses", async () => {
  const directory = await createClusterDirectory();
  const clusterDirectory = join(directory, "postgres");
  const occupant = createServer().listen(0, "127.0.0.1");
  await once(occupant, "listening");
  const address = occupant.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  try {
    const user = await chooseProcessUser(clusterDirectory);
    const binaries = await findPostgresBinaries(user, NAME);
    await createCluster(locationOf(directory));
    const logFile = join(directory, "postgres.log");
    await launchPostmaster({ clusterDirectory, name: NAME, logFile, binaries, user, settings: {} }, taken);
    const postmaster = await findPostmaster(clusterDirectory, NAME);
    expect(postmaster?.ready).toBe(true);
    expect(postmaster?.port).not.toBe(taken);
    expect(await readPassword(clusterDirectory, NAME)).toMatch(/^[0-9a-f]{48}$/);
    if (postmaster) await stopPostmaster(postmaster);
  } finally {
    occupant.close();
  }
});

describe.runIf(asRoot)("startCluster as root", () => {
  test("runs PostgreSQL without privileges, even in a directory below a private one", async () => {
    const directory = await createClusterDirectory();
    const cluster = await start(directory);
    const status = await readFile(`/proc/${cluster.postmasterPid()}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
    expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+$/);
    expect(await query(cluster.connectionString, "SELECT pg_reload_conf() AS ok")).toEqual([{ ok: true }]);
    await cluster.stop();
  });

  test("gives a backup that belongs to root to the account of the cluster", async () => {
    const directory = await createClusterDirectory();
    await (await start(directory)).stop();
    execFileSync("chown", ["-R", "root:root", join(directory, "postgres")]);
    const cluster = await start(directory);
    expect((await stat(join(directory, "postgres"))).uid).not.toBe(0);
    await cluster.stop();
  });

  test("changes the owner of a backup even while files vanish from it, as when another start already runs the database", async () => {
    const directory = await createClusterDirectory();
    const inDatabase = join(directory, "postgres", "base");
    const passing = Array.from({ length: 300 }, (_, index) => join(inDatabase, `pg_internal.init.${index}`));
    for (const path of passing) await writeFile(path, "");
    execFileSync("chown", ["-R", "root:root", join(directory, "postgres")]);
    const vanish = async () => {
      for (const path of passing.toReversed()) await rm(path);
    };
    const [cluster] = await Promise.all([start(directory), vanish()]);
    await cluster.stop();
  });

  test("copies programs that the account cannot reach, only once, and never uses the cache of another account", async () => {
    const directory = await createDirectory();
    const user = await chooseProcessUser(join(directory, "postgres"));
    const installed = dirname(dirname((await findPostgresBinaries(user, NAME)).postgres));
    await mkdir(directory, { recursive: true });
    await cp(installed, join(directory, "native"), { recursive: true, verbatimSymlinks: true });

    const open = await mkdtemp(join(tmpdir(), "sample-cache-"));
    roots.push(open);
    const [foreign, own] = [join(open, "foreign"), join(open, "own")];
    await mkdir(foreign);
    await chown(foreign, user?.uid ?? 0, user?.gid ?? 0);
    await chown(open, user?.uid ?? 0, user?.gid ?? 0);

    const find = () => findRunnableDirectory(join(directory, "native"), "copy", user, [foreign, own]);
    expect(await find()).toBe(join(own, "copy"));
    const { ino } = await stat(join(own, "copy"));
    expect(await Promise.all([find(), find()])).toEqual([join(own, "copy"), join(own, "copy")]);
    expect((await stat(join(own, "copy"))).ino).toBe(ino);
    await expect(findRunnableDirectory(join(directory, "native"), "copy", user, [foreign])).rejects.toMatchObject({
      failure: { code: "programs_not_runnable" },
    });
  });
});
