import type { Logger } from "pino";
import { LATE, waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import { databaseStartError } from "#platform/db/start-error.ts";
import { createLog } from "#platform/logging/log.ts";
import { type Config, readConfig } from "#platform/process/config.ts";
import { StartupError } from "#platform/process/startup-error.ts";

export type Stoppable = { stop: () => Promise<unknown>; timeoutMs: number };

const EXIT_MS = 9_500;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const PARENT_CHECK_MS = 500;

/** Starts the parts of a process. It adds each to `started`, whose parts are stopped in reverse order. */
export type Start = (config: Config, log: Logger, started: Stoppable[]) => Promise<void>;

export async function runProcess(start: Start): Promise<void> {
  // The process must not end in the middle of its work because its terminal or the reader of its output is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    await startUntilSignal(start);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

async function startUntilSignal(start: Start): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const started: Stoppable[] = [];
  const starting = start(config, log, started);

  let stopping = false;
  const stopAndExit = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), EXIT_MS);
    // A part that is still starting could not be stopped, so the start is awaited.
    const code = await starting.then(() => 0).catch(() => 1);
    await stopAll(started, log);
    process.exit(code);
  };
  for (const signal of SIGNALS) process.on(signal, stopAndExit);
  watchParent(stopAndExit);

  try {
    await starting;
  } catch (error) {
    report(error);
    await stopAndExit();
  }
}

/** Stops the process when npm is gone. npm passes on the signals that it receives, except for SIGKILL. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  const check = () => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  };
  const watch = setInterval(check, PARENT_CHECK_MS).unref();
}

async function stopAll(started: Stoppable[], log: Logger): Promise<void> {
  for (const { stop, timeoutMs } of started.reverse()) {
    const outcome = await waitAtMost(timeoutMs, stop()).catch((error) => log.error({ err: error }, "could not stop"));
    if (outcome === LATE) log.warn("a part took too long to stop");
  }
}

function report(error: unknown): void {
  const known = error instanceof StartupError ? error : databaseStartError(error);
  process.stderr.write(`${known?.message ?? (error as Error).stack}\n`);
}
