// Runs the child processes of the commands.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** The server may take 10 s to stop by itself. */
const GRACE_MS = 15_000;

const running = new Set<ChildProcess>();
let interrupted = false;

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** True to collect the output instead of showing it. */
  capture?: boolean;
  /** True to show the output, but collect the standard error. */
  collectErrors?: boolean;
  /** True to run only while the processors have nothing else to do. */
  gentle?: boolean;
  /** The program is stopped if it runs for longer than this, because it has hung. */
  deadlineMs?: number;
}

export interface Finished {
  /** The exit code; as in a shell, 128 + the number of the signal that ended the process. */
  code: number;
  output: string;
}

/**
 * Puts the project's programs first on the PATH, so that `node` is the pinned one. Each Node that a test starts would compile
 * the same files again, which is half the time that it takes to start.
 */
function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  const compiled = join(root, ".tmp", "compile-cache");
  return { NODE_COMPILE_CACHE: compiled, ...process.env, ...extra, PATH: path };
}

function makeGentle(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    // Linux first divides time among sessions, and each child has one.
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // It has already ended, or this is another system.
  }
}

/**
 * Runs a program to its end. Never rejects: a program that cannot be started counts as failed. If this process is interrupted, it
 * never resolves either, so that a partial run is not mistaken for a result.
 */
export function run(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Finished> {
  const { promise, resolve: finish } = Promise.withResolvers<Finished>();
  if (interrupted) return promise;
  const output = options.capture ? "pipe" : "inherit";
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: environment(options.env),
    stdio: ["ignore", output, options.collectErrors ? "pipe" : output],
    // In a process group of its own, the child does not receive the terminal's Ctrl-C: it receives the signal once, from here.
    detached: true,
  });
  running.add(child);
  if (options.gentle && child.pid !== undefined) makeGentle(child.pid);
  const deadline = options.deadlineMs && setTimeout(() => signalGroup(child, "SIGTERM"), options.deadlineMs);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  if (options.collectErrors) child.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  const settle = (code: number, note = "") => {
    running.delete(child);
    clearTimeout(deadline);
    if (!interrupted) finish({ code, output: Buffer.concat(chunks).toString() + note });
  };
  child.on("error", (error) => settle(1, `${command} could not be started: ${error.message}\n`));
  child.on("close", (code, signal) => settle(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  return promise;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has already exited.
  }
}

/** Stops all running children, by force if they do not stop in time. Resolves when none is left. */
export async function stopChildren(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const children = [...running];
  const force = setTimeout(() => {
    for (const child of children) signalGroup(child, "SIGKILL");
  }, GRACE_MS);
  const ended = children.map((child) => new Promise((done) => child.once("close", done)));
  for (const child of children) child.kill(signal);
  await Promise.all(ended);
  clearTimeout(force);
}

/** Stops the children before this process if it is interrupted. */
export function stopChildrenOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, async () => {
      if (interrupted) return;
      interrupted = true;
      await stopChildren(signal === "SIGINT" ? "SIGINT" : "SIGTERM");
      process.exit(128 + constants.signals[signal]);
    });
  }
}
