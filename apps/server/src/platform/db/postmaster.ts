import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { StartupError, systemErrorCode, systemReason } from "#platform/process/startup-error.ts";
import type { ClusterBinaries } from "./cluster-binaries.ts";
import { type ClusterUser, dataDirectoryArgument, programEnvironment } from "./cluster-user.ts";

const run = promisify(execFile);

const MARK = "repasa.directory";
const POLL_MS = 15;
const FAST_SHUTDOWN_MS = 4_000;
const IMMEDIATE_SHUTDOWN_MS = 1_500;
const RECOVERY_MS = 10 * 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** Another server was faster. */
const IS_TAKEN = /already exists|still in use/;
/** What that server's clients are told meanwhile: all servers of a folder write into one log. */
const IS_REFUSED_CLIENT = /^the database system is /;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
  readonly mark: string;
}

export interface LaunchOptions {
  readonly clusterDir: string;
  readonly logFile: string;
  readonly binaries: ClusterBinaries;
  readonly user: ClusterUser;
  readonly preferredPort: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const content = await readPidFile(clusterDir);
  const postmaster = content === undefined ? undefined : parsePidFile(content, await directoryMark(clusterDir));
  return postmaster && (await isAlive(postmaster)) ? postmaster : undefined;
}

/** Starts a postmaster that outlives this process. May return without one, as when another server was faster: look again. */
export async function launchPostmaster(options: LaunchOptions): Promise<void> {
  await removeAlienPidFile(options.clusterDir);
  for (const port of [options.preferredPort, undefined, undefined, undefined]) {
    const complaint = await launchOn(port ?? (await freePort()), options);
    if (complaint === undefined || IS_TAKEN.test(complaint)) return;
    if (!/could not (bind|create any TCP\/IP sockets)|no socket created/.test(complaint)) {
      throw new StartupError(
        `The database in ${options.clusterDir} does not start: ${complaint} (see ${options.logFile})`,
      );
    }
  }
  throw new StartupError(`The database in ${options.clusterDir} finds no free port on 127.0.0.1.`);
}

/** Committed transactions are safe with each signal; after an immediate stop the next start recovers. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const [signal, timeoutMs] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
    ["SIGKILL", IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!(await isAlive(postmaster))) return;
    try {
      process.kill(postmaster.pid, signal);
    } catch (error) {
      if (systemErrorCode(error) === "ESRCH") return;
      throw error;
    }
    for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
      if (!(await isAlive(postmaster))) return;
      await delay(POLL_MS);
    }
  }
}

/** Keeps backends that wake up from interrupting the server: a quarter more ratings a second on two cores. May fail. */
function scheduleAsBatch(pid: number): void {
  if (process.platform !== "linux") return;
  spawn("chrt", ["--batch", "--all-tasks", "--pid", "0", String(pid)], { stdio: "ignore" }).on("error", () => {});
}

async function launchOn(port: number, options: LaunchOptions): Promise<string | undefined> {
  const { clusterDir, user } = options;
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    ...options.settings,
    [MARK]: await directoryMark(clusterDir),
  };
  const log = await openLog(options.logFile);
  const logStart = (await log.stat()).size;
  let ended: string | undefined;
  try {
    const child = spawn(
      options.binaries.postgres,
      [
        "-D",
        dataDirectoryArgument(clusterDir, user),
        ...Object.entries(settings).flatMap(([k, v]) => ["-c", `${k}=${v}`]),
      ],
      // A Ctrl+C in the terminal must reach only the server, which stops the cluster after draining.
      { cwd: clusterDir, env: programEnvironment(), ...user, detached: true, stdio: ["ignore", log.fd, log.fd] },
    );
    child.once("error", (error) => {
      ended = systemReason(error);
    });
    child.once("exit", (code, signal) => {
      ended ??= `it ended with ${signal ?? `code ${code}`}`;
    });
    child.unref();
    if (child.pid !== undefined) scheduleAsBatch(child.pid);
    for (const end = performance.now() + RECOVERY_MS; ended === undefined && performance.now() < end; ) {
      const postmaster = await findPostmaster(clusterDir);
      if (postmaster?.pid === child.pid && postmaster?.ready) return undefined;
      await delay(POLL_MS);
    }
  } finally {
    await log.close();
  }
  const written = (await readFile(options.logFile)).subarray(logStart).toString("utf8");
  const fatals = written.match(/(?<=(?:FATAL|PANIC): {2}).*/g)?.filter((fatal) => !IS_REFUSED_CLIENT.test(fatal));
  const fatal = fatals?.find((fatal) => IS_TAKEN.test(fatal)) ?? fatals?.at(-1);
  const bind = written.match(/could not bind.*/)?.[0];
  return bind ?? fatal ?? (written.trim().slice(0, 300) || ended) ?? "it takes too long";
}

async function openLog(path: string) {
  try {
    const size = await stat(path).then(
      (status) => status.size,
      () => 0,
    );
    if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
    return await open(path, "a", 0o600);
  } catch (error) {
    throw new StartupError(`${path} cannot be written: ${systemReason(error)}.`, { cause: error });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  try {
    return await new Promise((resolve, reject) => {
      server.once("error", (error) => {
        reject(new StartupError(`No port can be had on 127.0.0.1: ${systemReason(error)}.`, { cause: error }));
      });
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  } finally {
    server.close();
  }
}

async function readPidFile(clusterDir: string): Promise<string | undefined> {
  return readFile(join(clusterDir, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

function parsePidFile(content: string, mark: string): Postmaster | undefined {
  const lines = content.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3] ?? 0)];
  return Number.isInteger(pid) && pid > 0 ? { pid, port, ready: lines[7]?.trim() === "ready", mark } : undefined;
}

/** Survives moving the directory, but differs in a copy of it: a reused pid is never taken for our postmaster. */
async function directoryMark(clusterDir: string): Promise<string> {
  const { dev, ino } = await stat(clusterDir);
  return `${dev}:${ino}`;
}

async function isAlive({ pid, mark }: Postmaster): Promise<boolean> {
  return (await commandLine(pid)).includes(`${MARK}=${mark}`);
}

/** Empty for a process that is gone or a zombie. */
async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === "linux") {
    return readFile(`/proc/${pid}/cmdline`, "utf8").then(
      (line) => line.split("\0"),
      () => [],
    );
  }
  return run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).then(
    ({ stdout }) => stdout.trim().split(" "),
    () => [],
  );
}

/** PostgreSQL does not clear a `postmaster.pid` whose pid another program has now, as after a container's restart. */
async function removeAlienPidFile(clusterDir: string): Promise<void> {
  const path = join(clusterDir, "postmaster.pid");
  const content = await readPidFile(clusterDir);
  if (content === undefined || (await findPostmaster(clusterDir))) return;
  const aside = `${path}.stale-${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== content) await link(aside, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(systemErrorCode(error) ?? "")) throw error;
  }
  await rm(aside, { force: true });
}
