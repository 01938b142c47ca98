// Child processes of the scripts: started in process groups of their own, and ended with the script.
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** How long a child may take to end by itself; the server's own limit is 10 s. */
const GRACE_MS = 15_000;

const running = new Set<ChildProcess>();
let interrupted = false;

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Collect what it prints instead of showing it. */
  capture?: boolean;
}

export interface Finished {
  /** The exit code; 128 + the signal's number after a signal, as a shell has it. */
  code: number;
  output: string;
}

/** The environment of this process with the project's programs first on the PATH: `node` is the pinned one. */
function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, ...extra, PATH: path };
}

/**
 * Runs a program to its end. It never rejects: a program that cannot be started has failed with a message. After an
 * interruption it never resolves either: nothing may take what was cut short for a result, or start what comes next.
 */
export function run(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Finished> {
  const { promise, resolve: finish } = Promise.withResolvers<Finished>();
  if (interrupted) return promise;
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: environment(options.env),
    stdio: ["ignore", options.capture ? "pipe" : "inherit", options.capture ? "pipe" : "inherit"],
    // A group of its own: Ctrl-C then reaches it once, from here, and not a second time from the terminal.
    detached: true,
  });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const settle = (code: number, note = "") => {
    running.delete(child);
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
    // It has ended meanwhile.
  }
}

/** Asks every running child to end, and after a while makes it. Resolves when none is left. */
export async function endChildren(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const children = [...running];
  const force = setTimeout(() => {
    for (const child of children) signalGroup(child, "SIGKILL");
  }, GRACE_MS);
  const ended = children.map((child) => new Promise((done) => child.once("close", done)));
  for (const child of children) child.kill(signal);
  await Promise.all(ended);
  clearTimeout(force);
}

/** Ends the children, then this process, when somebody interrupts it. */
export function endWithChildren(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, async () => {
      if (interrupted) return;
      interrupted = true;
      await endChildren(signal === "SIGINT" ? "SIGINT" : "SIGTERM");
      process.exit(128 + constants.signals[signal]);
    });
  }
}
