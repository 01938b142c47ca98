import { type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { StartupError, systemErrorCode, systemReason } from "#platform/process/startup-error.ts";
import type { ClusterBinaries } from "./cluster-binaries.ts";
import { type ClusterUser, dataDirectoryArgument, programEnvironment } from "./cluster-user.ts";

export const SUPERUSER = "repasa";
export const DATABASE_NAME = "repasa";

/** Inside the cluster's directory, so that both appear in one rename. */
const PASSWORD_FILE = "repasa.password";

export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-probe-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await makeDirectory(dataDir);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written: ${systemReason(error)}. Choose a directory that this user may write to.`,
      { cause: error },
    );
  }
}

/** Node's recursive `mkdir` never returns below /proc. */
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

/** Renamed into place when complete, so that neither an interrupted start nor two at once leave half a cluster. */
export async function ensureClusterFiles(
  clusterDir: string,
  binaries: ClusterBinaries,
  user: ClusterUser,
): Promise<void> {
  await removeUnfinished(clusterDir);
  if (await holdsCluster(clusterDir, binaries, user)) return;

  const maker = `${process.pid}-${await processStart(process.pid)}`;
  const unfinished = `${clusterDir}.new-${maker}-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (user) await chown(unfinished, user.uid, user.gid);
    await createCluster(unfinished, binaries, user);
    await rename(unfinished, clusterDir);
    await syncDirectory(dirname(clusterDir));
  } catch (error) {
    const lostTheRace = ["ENOTEMPTY", "EEXIST"].includes(systemErrorCode(error) ?? "");
    if (!(lostTheRace && (await holdsCluster(clusterDir, binaries, user)))) {
      if (error instanceof StartupError) throw error;
      throw new StartupError(`Cannot create the database in ${clusterDir}: ${systemReason(error)}.`, { cause: error });
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

export const passwordFile = (clusterDir: string) => join(clusterDir, PASSWORD_FILE);

export async function readPassword(clusterDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(clusterDir), "utf8")).trim();
  } catch (error) {
    throw new StartupError(`The database in ${clusterDir} cannot be used: ${systemReason(error)}.`, { cause: error });
  }
}

async function holdsCluster(clusterDir: string, binaries: ClusterBinaries, user: ClusterUser): Promise<boolean> {
  let entries: string[];
  try {
    const owner = (await stat(clusterDir)).uid;
    const self = user?.uid ?? process.getuid?.();
    if (self !== undefined && owner !== self && owner !== 0) {
      throw new StartupError(
        `${clusterDir} belongs to the user with id ${owner}: start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    entries = await readdir(clusterDir);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return false;
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${clusterDir} cannot be used as the database's directory: ${systemReason(error)}.`, {
      cause: error,
    });
  }
  if (entries.length === 0) return false;
  if (!entries.includes("PG_VERSION")) {
    throw new StartupError(
      `${clusterDir} is not empty and holds no database: move it away or choose another DATA_DIR.`,
    );
  }
  const version = (await readFile(join(clusterDir, "PG_VERSION"), "utf8")).trim();
  if (version !== binaries.majorVersion) {
    throw new StartupError(
      `${clusterDir} was made by PostgreSQL ${version}, this version brings ${binaries.majorVersion}: dump it with the older version and load it into a new DATA_DIR.`,
    );
  }
  // PostgreSQL does not run as root, whom a restored backup may belong to.
  if (user && (await stat(clusterDir)).uid === 0) await chownTree(clusterDir, user.uid, user.gid);
  return true;
}

async function createCluster(directory: string, binaries: ClusterBinaries, user: ClusterUser): Promise<void> {
  const dataDirectory = dataDirectoryArgument(directory, user);
  const options = { cwd: directory, env: programEnvironment(), ...user };
  await runProgram(
    binaries.initdb,
    [
      `--pgdata=${dataDirectory}`,
      `--username=${SUPERUSER}`,
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
    `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\nCREATE DATABASE ${DATABASE_NAME};\n`,
    options,
  );
  await writePrivate(join(directory, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n", user);
  await writePrivate(join(directory, PASSWORD_FILE), `${password}\n`, user);
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
  const [code, complaints] = await Promise.all([exit, child.stderr ? text(child.stderr) : ""]);
  const fatal = complaints.split("\n").find((line) => /\b(ERROR|FATAL|PANIC|error):/.test(line));
  if (code !== 0 || fatal) {
    throw new Error(fatal ?? `${basename(program)} ended with code ${code}: ${complaints.trim().split("\n").at(-1)}`);
  }
}

async function writePrivate(path: string, content: string, user: ClusterUser): Promise<void> {
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

/** The directory itself last: until it has changed hands, other starts do the same, and one that is done runs a database in it. */
async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  try {
    if ((await lstat(path)).isDirectory()) {
      for (const entry of await readdir(path)) await chownTree(join(path, entry), uid, gid);
    }
    await lchown(path, uid, gid);
  } catch (error) {
    // That database removes files as it runs.
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.new-`;
  for (const entry of await readdir(dirname(clusterDir))) {
    if (!entry.startsWith(prefix)) continue;
    const [pid, started] = entry.slice(prefix.length).split("-");
    // Its maker's number may be another process's by now, or our own: a container begins to count anew.
    if ((await processStart(Number(pid))) === started) continue;
    // The programs that its maker had started may still be writing.
    await rm(join(dirname(clusterDir), entry), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** What tells a process from others that had its number before; undefined when there is no such process. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return isAlive(pid) ? "unknown" : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name of the program, in parentheses, may hold anything. Then the 22nd field is the start, counted from the first.
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
