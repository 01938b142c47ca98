import type { Logger } from "pino";
import { type Config, readConfig } from "#config.ts";
import { createLog } from "#log.ts";
import { StartupError } from "#startup-error.ts";

export type Stoppable = { stop: () => Promise<unknown>; timeoutMs: number };

const EXIT_MS = 9_500;

/** Starts a process's parts; those started so far are in `started`, to be stopped in reverse order. */
export type Start = (config: Config, log: Logger, started: Stoppable[]) => Promise<void>;

export async function runProcess(start: Start): Promise<void> {
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
  process.on("SIGTERM", stopAndExit);
  process.on("SIGINT", stopAndExit);

  try {
    await starting;
  } catch (error) {
    report(error);
    await stopAndExit();
  }
}

async function stopAll(started: Stoppable[], log: Logger): Promise<void> {
  for (const { stop, timeoutMs } of started.reverse()) {
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs, "timeout"));
    const outcome = await Promise.race([stop(), timeout]).catch((error) => log.error({ err: error }, "could not stop"));
    if (outcome === "timeout") log.warn("a part took too long to stop");
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
}
