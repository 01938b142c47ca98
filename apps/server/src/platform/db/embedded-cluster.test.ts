import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { StartupError } from "#platform/process/startup-error.ts";
import { putMadeCluster } from "#testing/made-cluster.ts";
import { findClusterBinaries, runnableDirectory } from "./cluster-binaries.ts";
import { ensureClusterFiles, prepareDataDir, processStart, readPassword } from "./cluster-files.ts";
import { chooseClusterUser } from "./cluster-user.ts";
import { type EmbeddedCluster, startEmbeddedCluster } from "./embedded-cluster.ts";
import { openDatabase } from "./pool.ts";
import { findPostmaster, launchPostmaster, stopPostmaster } from "./postmaster.ts";

const HOLDER = join(import.meta.dirname, "../../testing/cluster-holder.ts");
const PRESENCES = "SELECT pid FROM pg_stat_activity WHERE application_name = 'repasa-presence'";
const asRoot = process.getuid?.() === 0;

const messages: string[] = [];
const note = (_details: object, message: string) => void messages.push(message);
const logger = { info: note, warn: note, error: note };

const roots: string[] = [];
const dataDirs: string[] = [];
const holders = new Set<ChildProcess>();

// mkdtemp makes it 0700: as root the cluster's user cannot pass through it, in every test of this file.
async function newDataDir(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "repasa-cluster-"));
  roots.push(root);
  dataDirs.push(join(root, "data"));
  return join(root, "data");
}

async function madeDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await putMadeCluster(dataDir);
  return dataDir;
}

const started: EmbeddedCluster[] = [];

async function start(dataDir: string): Promise<EmbeddedCluster> {
  const cluster = await startEmbeddedCluster({ dataDir, logger });
  started.push(cluster);
  return cluster;
}

interface Holder {
  readonly process: ChildProcess;
  readonly connectionString: string;
  readonly postmasterPid: number;
}

async function startHolder(dataDir: string): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  holders.add(child);
  for await (const line of createInterface({ input: child.stdout })) return { process: child, ...JSON.parse(line) };
  throw new Error("the holder ended early");
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
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

async function running(dataDir: string): Promise<number | undefined> {
  return (await findPostmaster(join(dataDir, "postgres")).catch(() => undefined))?.pid;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(20)) if (await condition()) return;
  throw new Error("it did not happen");
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A failed test must not leave a postmaster either. */
async function clearUp(): Promise<number[]> {
  for (const child of holders) await end(child, "SIGKILL");
  for (const cluster of started.splice(0)) await cluster.stop();
  const left: number[] = [];
  for (const dataDir of dataDirs) {
    const postmaster = await findPostmaster(join(dataDir, "postgres")).catch(() => undefined);
    if (!postmaster) continue;
    left.push(postmaster.pid);
    await stopPostmaster(postmaster);
  }
  return left;
}

afterEach(async () => {
  messages.length = 0;
  expect(await clearUp()).toEqual([]);
});

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true, force: true });
});

describe("a cluster of one server", () => {
  test("is durable, in UTF-8, closed to others, and keeps its rows from one start to the next", async () => {
    const dataDir = await newDataDir();
    const first = await start(dataDir);
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
    expect((await stat(join(dataDir, "postgres"))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, "postgres", "repasa.password"))).mode & 0o777).toBe(0o600);
    await query(first.connectionString, "CREATE TABLE kept AS SELECT 'áéñ' AS word");
    await first.stop();
    expect(await running(dataDir)).toBeUndefined();

    const second = await start(dataDir);
    expect(await query(second.connectionString, "SELECT word, upper(word) FROM kept")).toEqual([
      { word: "áéñ", upper: "ÁÉÑ" },
    ]);
    await second.stop();
  });

  test("does not inherit the server's environment", async () => {
    process.env.REPASA_TEST_SECRET = "hidden";
    try {
      const cluster = await start(await madeDataDir());
      if (process.platform === "linux") {
        const environment = await readFile(`/proc/${cluster.postmasterPid()}/environ`, "utf8");
        expect(environment).toContain("LC_ALL=C");
        expect(environment).not.toContain("hidden");
      }
      await cluster.stop();
    } finally {
      delete process.env.REPASA_TEST_SECRET;
    }
  });

  test("stops within the time a supervisor grants, also while a client is at work", async () => {
    const cluster = await start(await madeDataDir());
    const busy = query(cluster.connectionString, "SELECT pg_sleep(60)").catch((error: Error) => error.message);
    await until(async () => {
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

  test("ends with the server even when its directory was deleted under it", async () => {
    const dataDir = await madeDataDir();
    const cluster = await start(dataDir);
    const pid = cluster.postmasterPid();
    await rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 20 });
    await cluster.stop();
    // Ended, and then reaped.
    await until(async () => !isProcess(pid));
  });

  test("is stopped when it hangs", async () => {
    const dataDir = await madeDataDir();
    const cluster = await start(dataDir);
    await query(cluster.connectionString, "CREATE TABLE kept AS SELECT 1 AS n");
    process.kill(cluster.postmasterPid(), "SIGSTOP");
    await cluster.stop();
    expect(await running(dataDir)).toBeUndefined();
    const next = await start(dataDir);
    expect(await query(next.connectionString, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await next.stop();
  });

  test("comes back on the same port when it dies under a running server", async () => {
    const dataDir = await madeDataDir();
    const cluster = await start(dataDir);
    await query(cluster.connectionString, "CREATE TABLE kept AS SELECT 1 AS n");
    const pid = cluster.postmasterPid();
    process.kill(pid, "SIGKILL");
    await until(async () => messages.includes("the embedded database is back"));
    expect(cluster.postmasterPid()).not.toBe(pid);
    expect(await query(cluster.connectionString, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await cluster.stop();
  });

  test("moves to another port when its own was taken while it was down", async () => {
    const cluster = await start(await madeDataDir());
    const before = new URL(cluster.connectionString).port;
    const pool = openDatabase({ connectionString: () => cluster.connectionString });
    await pool.ping();
    const pid = cluster.postmasterPid();
    process.kill(pid, "SIGSTOP");
    const occupant = createServer();
    process.kill(pid, "SIGKILL");
    for (let isTaken = false; !isTaken; ) {
      occupant.listen(Number(before), "127.0.0.1");
      isTaken = await once(occupant, "listening").then(
        () => true,
        () => false,
      );
    }
    try {
      await until(async () => messages.includes("the embedded database is back, on another port"));
      expect(new URL(cluster.connectionString).port).not.toBe(before);
      await pool.ping();
    } finally {
      occupant.close();
      await pool.close();
      await cluster.stop();
    }
  });
});

describe("what a killed server leaves", () => {
  test("is adopted: the same postmaster, with every acknowledged row", async () => {
    const dataDir = await madeDataDir();
    const killed = await startHolder(dataDir);
    await query(killed.connectionString, "CREATE TABLE ratings (n int)");
    const writer = new pg.Client({ connectionString: killed.connectionString });
    await writer.connect();
    for (let n = 0; n < 200; n++) await writer.query("INSERT INTO ratings VALUES ($1)", [n]);
    await end(killed.process, "SIGKILL");
    await writer.query("INSERT INTO ratings VALUES (200)");
    await writer.end();

    const next = await start(dataDir);
    expect(next.postmasterPid()).toBe(killed.postmasterPid);
    expect(next.connectionString).toBe(killed.connectionString);
    expect(await query(next.connectionString, "SELECT count(*)::int FROM ratings")).toEqual([{ count: 201 }]);
    await next.stop();
    expect(await running(dataDir)).toBeUndefined();
  });

  test("is recovered when the database was killed with it", async () => {
    const dataDir = await madeDataDir();
    const killed = await startHolder(dataDir);
    await query(killed.connectionString, "CREATE TABLE ratings AS SELECT generate_series(1, 1000) AS n");
    await end(killed.process, "SIGKILL");
    process.kill(killed.postmasterPid, "SIGKILL");

    const next = await start(dataDir);
    expect(next.postmasterPid()).not.toBe(killed.postmasterPid);
    expect(await query(next.connectionString, "SELECT count(*)::int FROM ratings")).toEqual([{ count: 1000 }]);
    await next.stop();
  });

  test("a postmaster.pid whose number another program bears, of the cluster's own user, is no obstacle", async () => {
    const dataDir = await madeDataDir();
    const first = await start(dataDir);
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const content = await readFile(pidFile, "utf8");
    await first.stop();

    const { uid, gid } = await stat(join(dataDir, "postgres"));
    const stranger = spawn("sleep", ["60"], { ...(asRoot ? { uid, gid } : {}), stdio: "ignore" });
    try {
      await writeFile(pidFile, content.replace(/^\d+/, String(stranger.pid)));
      await chown(pidFile, uid, gid);
      const second = await start(dataDir);
      expect(second.postmasterPid()).not.toBe(stranger.pid);
      expect(await query(second.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await second.stop();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill("SIGKILL");
    }
  });

  test("a copy of the directory never takes the original's cluster for its own", async () => {
    const [dataDir, copyDir] = [await madeDataDir(), await newDataDir()];
    const original = await start(dataDir);
    execFileSync("cp", ["-a", dataDir, copyDir]);
    const copy = await start(copyDir);
    expect(copy.postmasterPid()).not.toBe(original.postmasterPid());
    await copy.stop();
    expect(await query(original.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await original.stop();
  });

  test("an interrupted creation is cleared away, also when its maker's number is taken, and none that goes on", async () => {
    const dataDir = await newDataDir();
    const gone = spawn("true", { stdio: "ignore" });
    await once(gone, "exit");
    const makers = [`${gone.pid}-1`, `${process.pid}-1`, `${process.pid}-${await processStart(process.pid)}`];
    const rests = makers.map((maker) => join(dataDir, `postgres.new-${maker}-0a0a`));
    for (const rest of rests) await mkdir(join(rest, "base"), { recursive: true });
    const cluster = await start(dataDir);
    expect(rests.map((rest) => existsSync(rest))).toEqual([false, false, true]);
    await cluster.stop();
  });

  // By `npm run test:faults`, as it takes two starts.
  test.runIf(process.env.FAULTS)(
    "a creation that is killed in the middle is cleared away by the next start",
    async () => {
      const dataDir = await newDataDir();
      const leftovers = async () => (await readdir(dataDir).catch(() => [])).filter((name) => name.includes(".new-"));
      const killed = spawn(process.execPath, [HOLDER, dataDir], { stdio: "ignore" });
      holders.add(killed);
      await until(async () => (await leftovers()).length > 0);
      await end(killed, "SIGKILL");
      expect(await leftovers()).toHaveLength(1);
      const cluster = await start(dataDir);
      expect(await leftovers()).toEqual([]);
      await cluster.stop();
    },
  );
});

describe("several servers on one DATA_DIR", () => {
  test.for([
    ["the first leaves first", [0, 1, 2]],
    ["the last leaves first", [2, 1, 0]],
  ] as const)("started at once share one cluster, and the last to leave stops it: %s", async ([, order]) => {
    const dataDir = await madeDataDir();
    const all = await Promise.all([startHolder(dataDir), startHolder(dataDir), startHolder(dataDir)]);
    expect(new Set(all.map((holder) => holder.connectionString)).size).toBe(1);
    const pid = all[0].postmasterPid;
    for (const index of order) {
      expect(await running(dataDir)).toBe(pid);
      expect(await query(all[index].connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await end(all[index].process, "SIGTERM");
    }
    expect(await running(dataDir)).toBeUndefined();
  });

  test("that leave at the same moment leave nothing running", async () => {
    const dataDir = await madeDataDir();
    const all = await Promise.all([start(dataDir), start(dataDir), start(dataDir), start(dataDir)]);
    await Promise.all(all.map((cluster) => cluster.stop()));
    expect(await running(dataDir)).toBeUndefined();
  });

  test("a server that starts while the last one leaves gets a cluster that stays", async () => {
    const dataDir = await newDataDir();
    let previous = await start(dataDir);
    for (let round = 0; round < 5; round++) {
      const [next] = await Promise.all([start(dataDir), previous.stop()]);
      expect(await query(next.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      previous = next;
    }
    await previous.stop();
  });

  test("a killed server no longer counts", async () => {
    const dataDir = await newDataDir();
    const [killed, other] = [await startHolder(dataDir), await start(dataDir)];
    await end(killed.process, "SIGKILL");
    // Its backend notices the closed connection a moment after the process is gone.
    await until(async () => (await query(other.connectionString, PRESENCES)).length === 1);
    await other.stop();
    expect(await running(dataDir)).toBeUndefined();
  });
});

describe("a start that cannot succeed says why in one line", () => {
  async function refusal(dataDir: string): Promise<string> {
    const error = await start(dataDir).then(
      async (cluster) => {
        await cluster.stop();
        throw new Error("it started");
      },
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    const { message } = error as StartupError;
    expect(message).not.toContain("\n");
    return message;
  }

  test("DATA_DIR below a file", async () => {
    const dataDir = await newDataDir();
    await writeFile(dataDir, "");
    const below = join(dataDir, "deep", "er");
    expect(await refusal(below)).toBe(
      `DATA_DIR ${below} cannot be written: a part of that path is a file, not a directory. Choose a directory that this user may write to.`,
    );
  });

  test("DATA_DIR is a file", async () => {
    const dataDir = await newDataDir();
    await writeFile(dataDir, "");
    expect(await refusal(dataDir)).toContain(`DATA_DIR ${dataDir} cannot be written: it is a file, not a directory.`);
  });

  test.runIf(process.platform === "linux")("DATA_DIR in a place where nothing can be made", async () => {
    expect(await refusal("/proc/repasa")).toContain("DATA_DIR /proc/repasa cannot be written");
  });

  test.skipIf(asRoot)("DATA_DIR without write permission", async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir, { mode: 0o500 });
    expect(await refusal(dataDir)).toContain(`DATA_DIR ${dataDir} cannot be written: permission denied.`);
  });

  test("DATA_DIR/postgres holds something else", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "notes.txt"), "mine");
    expect(await refusal(dataDir)).toContain("is not empty and holds no database");
  });

  test("a password that is not the stored one, and leaves nothing running", async () => {
    const dataDir = await madeDataDir();
    await (await start(dataDir)).stop();
    const file = join(dataDir, "postgres", "repasa.password");
    await writeFile(file, "guess");
    expect(await refusal(dataDir)).toBe(`The password in ${file} is not that of the database.`);
    expect(await running(dataDir)).toBeUndefined();
  });

  test("a cluster of another PostgreSQL", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expect(await refusal(dataDir)).toMatch(/was made by PostgreSQL 15, this version brings 18/);
  });

  test("a damaged cluster: PostgreSQL's own reason, and where its log is", async () => {
    const dataDir = await madeDataDir();
    await (await start(dataDir)).stop();
    await rm(join(dataDir, "postgres", "global", "pg_control"));
    expect(await refusal(dataDir)).toMatch(/does not start: .*could not find the database system.*postgres\.log/);
  });
});

test("a port that another program has taken is passed over", async () => {
  const dataDir = await madeDataDir();
  const clusterDir = join(dataDir, "postgres");
  const occupant = createServer().listen(0, "127.0.0.1");
  await once(occupant, "listening");
  const address = occupant.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  try {
    const user = await chooseClusterUser(clusterDir);
    const binaries = await findClusterBinaries(user);
    await prepareDataDir(dataDir);
    await ensureClusterFiles(clusterDir, binaries, user);
    await launchPostmaster({
      clusterDir,
      logFile: join(dataDir, "postgres.log"),
      binaries,
      user,
      preferredPort: taken,
      settings: {},
    });
    const postmaster = await findPostmaster(clusterDir);
    expect(postmaster?.ready).toBe(true);
    expect(postmaster?.port).not.toBe(taken);
    expect(await readPassword(clusterDir)).toMatch(/^[0-9a-f]{48}$/);
    if (postmaster) await stopPostmaster(postmaster);
  } finally {
    occupant.close();
  }
});

describe.runIf(asRoot)("as root", () => {
  test("the cluster runs without privileges, and still reads a DATA_DIR below a private directory", async () => {
    const dataDir = await madeDataDir();
    const cluster = await start(dataDir);
    const status = await readFile(`/proc/${cluster.postmasterPid()}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
    expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+$/);
    expect(await query(cluster.connectionString, "SELECT pg_reload_conf() AS ok")).toEqual([{ ok: true }]);
    await cluster.stop();
  });

  test("a backup that belongs to root is handed to the cluster's user", async () => {
    const dataDir = await madeDataDir();
    await (await start(dataDir)).stop();
    execFileSync("chown", ["-R", "root:root", join(dataDir, "postgres")]);
    const cluster = await start(dataDir);
    expect((await stat(join(dataDir, "postgres"))).uid).not.toBe(0);
    await cluster.stop();
  });

  test("a backup is handed over also while files vanish from it, as another start already runs the database", async () => {
    const dataDir = await madeDataDir();
    const inDatabase = join(dataDir, "postgres", "base");
    const passing = Array.from({ length: 300 }, (_, index) => join(inDatabase, `pg_internal.init.${index}`));
    for (const path of passing) await writeFile(path, "");
    execFileSync("chown", ["-R", "root:root", join(dataDir, "postgres")]);
    const vanish = async () => {
      for (const path of passing.toReversed()) await rm(path);
    };
    const [cluster] = await Promise.all([start(dataDir), vanish()]);
    await cluster.stop();
  });

  test("programs that its user cannot reach are run from a copy, made once, and never from somebody else's", async () => {
    const dataDir = await newDataDir();
    const user = await chooseClusterUser(join(dataDir, "postgres"));
    const installed = join((await findClusterBinaries(user)).postgres, "../../..");
    await mkdir(dataDir, { recursive: true });
    await cp(installed, join(dataDir, "native"), { recursive: true, verbatimSymlinks: true });

    const open = await mkdtemp(join(tmpdir(), "repasa-cache-"));
    roots.push(open);
    const [foreign, own] = [join(open, "foreign"), join(open, "own")];
    await mkdir(foreign);
    await chown(foreign, user?.uid ?? 0, user?.gid ?? 0);
    await chown(open, user?.uid ?? 0, user?.gid ?? 0);

    const find = () => runnableDirectory(join(dataDir, "native"), "copy", user, [foreign, own]);
    expect(await find()).toBe(join(own, "copy"));
    const { ino } = await stat(join(own, "copy"));
    expect(await Promise.all([find(), find()])).toEqual([join(own, "copy"), join(own, "copy")]);
    expect((await stat(join(own, "copy"))).ino).toBe(ino);
    await expect(runnableDirectory(join(dataDir, "native"), "copy", user, [foreign])).rejects.toThrow(/DATABASE_URL/);
  });
});
