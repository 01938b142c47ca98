import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { ClusterError, systemErrorCode } from "./cluster-error.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { createProgramEnvironment, formatDataDirectory, type ProcessUser } from "./process-user.ts";

const run = promisify(execFile);

const POLL_MS = 15;
const FAST_SHUTDOWN_MS = 4_000;
const IMMEDIATE_SHUTDOWN_MS = 1_500;
const RECOVERY_MS = 10 * 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** Matches log lines that mean that another process has started its postmaster first. */
const IS_ALREADY_STARTED = /already exists|still in use/;
const IS_PORT_TAKEN = /could not (bind|create any TCP\/IP sockets)|no socket created/;
/** Matches refusals of clients. All postmasters of a directory share one log, so it may contain those of another one. */
const IS_REFUSED_CLIENT = /^the database system is /;

export interface Postmaster {
  readonly pid: number;
  /** Zero until the postmaster has written its port. */
  readonly port: number;
  readonly ready: boolean;
  /** An argument on the command line of this postmaster and of no other. */
  readonly mark: string;
}

export interface LaunchOptions {
  readonly clusterDirectory: string;
  readonly name: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  readonly user: ProcessUser;
  readonly settings: Readonly<Record<string, string>>;
}

/** The reason why a postmaster did not start. The cause is set only if its program could not be run. */
interface StartFailure {
  readonly reason: string;
  readonly cause?: Error;
}

/** Returns the postmaster that runs on a cluster, by its PID file; undefined if none does, or if the file is of another cluster. */
export async function findPostmaster(clusterDirectory: string, name: string): Promise<Postmaster | undefined> {
  const content = await readPidFile(clusterDirectory);
  const postmaster =
    content === undefined ? undefined : parsePidFile(content, await createDirectoryMark(clusterDirectory, name));
  return postmaster && (await isAlive(postmaster)) ? postmaster : undefined;
}

/**
 * Starts a postmaster that outlives this process. It may return without one, for example if another process was faster: the caller
 * must search again.
 *
 * @throws ClusterError `start_failed`, `ports_taken`, `no_port` or `log_not_writable`
 */
export async function launchPostmaster(options: LaunchOptions, preferredPort: number | undefined): Promise<void> {
  const { clusterDirectory: path, logFile } = options;
  await removeStalePidFile(path, options.name);
  for (const port of [preferredPort, undefined, undefined, undefined]) {
    const failure = await launchOnPort(port ?? (await findFreePort()), options);
    if (failure === undefined || IS_ALREADY_STARTED.test(failure.reason)) return;
    if (!IS_PORT_TAKEN.test(failure.reason)) {
      const { reason, cause } = failure;
      throw new ClusterError({ code: "start_failed", path, reason, logFile }, cause && { cause });
    }
  }
  throw new ClusterError({ code: "ports_taken", path });
}

/**
 * Stops a postmaster. Committed transactions survive each of the signals; after an immediate stop the next start recovers.
 *
 * @throws the system's error if this process may not signal it.
 */
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

/**
 * Prevents backends that wake up from preempting this process, which allows a quarter more small transactions a second on two
 * cores. May fail without consequences.
 */
function scheduleAsBatch(pid: number): void {
  if (process.platform !== "linux") return;
  spawn("chrt", ["--batch", "--all-tasks", "--pid", "0", String(pid)], { stdio: "ignore" }).on("error", () => {});
}

async function launchOnPort(port: number, options: LaunchOptions): Promise<StartFailure | undefined> {
  const { clusterDirectory, name, user } = options;
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    ...options.settings,
  };
  const args = [
    ...Object.entries(settings).map(([setting, value]) => `${setting}=${value}`),
    await createDirectoryMark(clusterDirectory, name),
  ].flatMap((argument) => ["-c", argument]);
  const log = await openLog(options.logFile);
  const logStart = (await log.stat()).size;
  let ended: StartFailure | undefined;
  try {
    const child = spawn(
      options.binaries.postgres,
      ["-D", formatDataDirectory(clusterDirectory, user), ...args],
      // Ctrl+C in the terminal must reach only this process, which stops the cluster when it no longer needs it.
      {
        cwd: clusterDirectory,
        env: createProgramEnvironment(),
        ...user,
        detached: true,
        stdio: ["ignore", log.fd, log.fd],
      },
    );
    child.once("error", (cause) => {
      ended = { reason: cause.message, cause };
    });
    child.once("exit", (code, signal) => {
      ended ??= { reason: `it ended with ${signal ?? `code ${code}`}` };
    });
    child.unref();
    if (child.pid !== undefined) scheduleAsBatch(child.pid);
    for (const end = performance.now() + RECOVERY_MS; ended === undefined && performance.now() < end; ) {
      const postmaster = await findPostmaster(clusterDirectory, name);
      if (postmaster?.pid === child.pid && postmaster?.ready) return undefined;
      await delay(POLL_MS);
    }
  } finally {
    await log.close();
  }
  const written = (await readFile(options.logFile)).subarray(logStart).toString("utf8");
  const reason = findReason(written);
  return reason === undefined ? (ended ?? { reason: "it takes too long" }) : { reason };
}

/** Returns the line of PostgreSQL's log that best explains why it did not start; undefined if it logged nothing. */
function findReason(log: string): string | undefined {
  const fatals = log.match(/(?<=(?:FATAL|PANIC): {2}).*/g)?.filter((fatal) => !IS_REFUSED_CLIENT.test(fatal));
  const fatal = fatals?.find((fatal) => IS_ALREADY_STARTED.test(fatal)) ?? fatals?.at(-1);
  const bind = log.match(/could not bind.*/)?.[0];
  return bind ?? fatal ?? (log.trim().slice(0, 300) || undefined);
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
    throw new ClusterError({ code: "log_not_writable", path }, { cause: error });
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  try {
    return await new Promise((resolve, reject) => {
      server.once("error", (error) => reject(new ClusterError({ code: "no_port" }, { cause: error })));
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  } finally {
    server.close();
  }
}

async function readPidFile(clusterDirectory: string): Promise<string | undefined> {
  return readFile(join(clusterDirectory, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

function parsePidFile(content: string, mark: string): Postmaster | undefined {
  const lines = content.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3] ?? 0)];
  return Number.isInteger(pid) && pid > 0 ? { pid, port, ready: lines[7]?.trim() === "ready", mark } : undefined;
}

/**
 * Returns a custom setting that identifies the directory. It remains if the directory is moved, but differs in a copy. With it, a
 * process that reuses a pid is not mistaken for a postmaster.
 */
async function createDirectoryMark(clusterDirectory: string, name: string): Promise<string> {
  const { dev, ino } = await stat(clusterDirectory);
  return `${name}.directory=${dev}:${ino}`;
}

async function isAlive({ pid, mark }: Postmaster): Promise<boolean> {
  return (await readCommandLine(pid)).includes(mark);
}

/** Returns the arguments of a process; none if it has ended or is a zombie. */
async function readCommandLine(pid: number): Promise<string[]> {
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

/** Removes a `postmaster.pid` whose pid now belongs to another program, for example after a container was restarted. */
async function removeStalePidFile(clusterDirectory: string, name: string): Promise<void> {
  const path = join(clusterDirectory, "postmaster.pid");
  const content = await readPidFile(clusterDirectory);
  if (content === undefined || (await findPostmaster(clusterDirectory, name))) return;
  const aside = `${path}.stale-${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== content) await link(aside, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(systemErrorCode(error) ?? "")) throw error;
  }
  await rm(aside, { force: true });
}
