import { type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { ClusterError, systemErrorCode } from "./cluster-error.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { createProgramEnvironment, formatDataDirectory, type ProcessUser } from "./process-user.ts";

interface ClusterFilesOptions {
  readonly clusterDirectory: string;
  /** The name of the superuser and of the initial database. */
  readonly name: string;
  readonly binaries: PostgresBinaries;
  readonly user: ProcessUser;
}

/**
 * Creates the directory if it is missing, and checks that this process may write to it.
 *
 * @throws ClusterError `directory_not_writable`
 */
export async function prepareDirectory(path: string): Promise<void> {
  const probe = join(path, `.write-probe-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await makeDirectory(path);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    throw new ClusterError({ code: "directory_not_writable", path }, { cause: error });
  }
}

/** Replaces Node's recursive `mkdir`, which never returns below /proc. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const parentIsMissing = code === "ENOENT" && !(await stat(dirname(path)).catch(() => undefined));
    if (!parentIsMissing || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await makeDirectory(path);
  }
}

/**
 * Creates a cluster unless there is one. It is renamed into place when it is complete, so that neither an interrupted start
 * nor two starts at once leave half a cluster.
 *
 * @throws ClusterError if it cannot be created, or the directory cannot be used
 */
export async function ensureClusterFiles(options: ClusterFilesOptions): Promise<void> {
  const { clusterDirectory, user } = options;
  await removeUnfinished(clusterDirectory);
  if (await holdsCluster(options)) return;

  const creator = `${process.pid}-${await readProcessStart(process.pid)}`;
  const unfinished = `${clusterDirectory}.new-${creator}-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (user) await chown(unfinished, user.uid, user.gid);
    await createFiles(unfinished, options);
    await rename(unfinished, clusterDirectory);
    await syncDirectory(dirname(clusterDirectory));
  } catch (error) {
    const wasCreatedMeanwhile = ["ENOTEMPTY", "EEXIST"].includes(systemErrorCode(error) ?? "");
    if (!(wasCreatedMeanwhile && (await holdsCluster(options)))) {
      throw new ClusterError({ code: "creation_failed", path: clusterDirectory }, { cause: error });
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Returns the path of the password, which is in the cluster's directory so that both appear in one rename. */
export const passwordFile = (clusterDirectory: string, name: string) => join(clusterDirectory, `${name}.password`);

/**
 * Reads the password of a cluster's user.
 *
 * @throws ClusterError `password_unreadable`
 */
export async function readPassword(clusterDirectory: string, name: string): Promise<string> {
  try {
    return (await readFile(passwordFile(clusterDirectory, name), "utf8")).trim();
  } catch (error) {
    throw new ClusterError({ code: "password_unreadable", path: clusterDirectory }, { cause: error });
  }
}

async function holdsCluster({ clusterDirectory: path, binaries, user }: ClusterFilesOptions): Promise<boolean> {
  const owner = (await readIfExists(path, () => stat(path)))?.uid;
  if (owner === undefined) return false;
  const self = user?.uid ?? process.getuid?.();
  if (self !== undefined && owner !== self && owner !== 0) {
    throw new ClusterError({ code: "foreign_owner", path, uid: owner });
  }
  const entries = (await readIfExists(path, () => readdir(path))) ?? [];
  if (entries.length === 0) return false;
  if (!entries.includes("PG_VERSION")) throw new ClusterError({ code: "not_a_cluster", path });
  const found = (await readFile(join(path, "PG_VERSION"), "utf8")).trim();
  const expected = binaries.majorVersion;
  if (found !== expected) throw new ClusterError({ code: "other_version", path, found, expected });
  // A restored backup may belong to root, and PostgreSQL does not run as root.
  if (user && (await stat(path)).uid === 0) await chownTree(path, user.uid, user.gid);
  return true;
}

/** Returns undefined if the path does not exist. */
async function readIfExists<Result>(path: string, read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw new ClusterError({ code: "directory_unusable", path }, { cause: error });
  }
}

async function createFiles(directory: string, { name, binaries, user }: ClusterFilesOptions): Promise<void> {
  const dataDirectory = formatDataDirectory(directory, user);
  const options = { cwd: directory, env: createProgramEnvironment(), ...user };
  await runProgram(
    binaries.initdb,
    [
      `--pgdata=${dataDirectory}`,
      `--username=${name}`,
      "--auth=reject",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
    ],
    "",
    options,
  );

  // Single-user mode keeps the password out of files and command lines.
  const password = randomBytes(24).toString("hex");
  await runProgram(
    binaries.postgres,
    ["--single", "-D", dataDirectory, "-c", "log_checkpoints=off", "postgres"],
    `ALTER ROLE ${name} PASSWORD '${password}';\nCREATE DATABASE ${name};\n`,
    options,
  );
  await writePrivate(join(directory, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n", user);
  await writePrivate(passwordFile(directory, name), `${password}\n`, user);
  await syncDirectory(directory);
}

async function runProgram(program: string, args: string[], input: string, options: SpawnOptions): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ["pipe", "ignore", "pipe"] });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  const [code, errorOutput] = await Promise.all([exit, child.stderr ? text(child.stderr) : ""]);
  const fatal = errorOutput.split("\n").find((line) => /\b(ERROR|FATAL|PANIC|error):/.test(line));
  if (code !== 0 || fatal) {
    throw new Error(fatal ?? `${basename(program)} ended with code ${code}: ${errorOutput.trim().split("\n").at(-1)}`);
  }
}

async function writePrivate(path: string, content: string, user: ProcessUser): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(content);
    if (user) await file.chown(user.uid, user.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Changes the owner of a tree, and of its root last: until then, other starts change it as well. A start that has finished may
 * already run PostgreSQL in the tree, which removes files in the meantime.
 */
async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  try {
    if ((await lstat(path)).isDirectory()) {
      for (const entry of await readdir(path)) await chownTree(join(path, entry), uid, gid);
    }
    await lchown(path, uid, gid);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

/** Removes the directories of interrupted creations, but not of those that are still running. */
async function removeUnfinished(clusterDirectory: string): Promise<void> {
  const prefix = `${basename(clusterDirectory)}.new-`;
  for (const entry of await readdir(dirname(clusterDirectory))) {
    if (!entry.startsWith(prefix)) continue;
    const [pid, started] = entry.slice(prefix.length).split("-");
    // The creator's pid may belong to another process by now, or to this one: in a container, pids start from 1 again.
    if ((await readProcessStart(Number(pid))) === started) continue;
    // The creator's child processes may still be writing.
    await rm(join(dirname(clusterDirectory), entry), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Returns a value that distinguishes a process from earlier ones with the same pid; undefined if there is no such process. */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return isAlive(pid) ? "unknown" : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // Field 22 of proc_pid_stat(5), the start time. The second field, in parentheses, may contain anything.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[22 - 3];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}
