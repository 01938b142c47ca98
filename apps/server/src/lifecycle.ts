import type { Logger } from "pino";
import { type Config, readConfig } from "#config.ts";
import { createLog } from "#log.ts";
import { StartupError } from "#startup-error.ts";

/** How to end something that was started, and how long that may take. */
export type Ending = { end: () => Promise<unknown>; milliseconds: number };

const EXIT_MS = 9_500;

/** Starts something; what has been started so far stands in `started`, to be ended in reverse. */
export type Start = (config: Config, log: Logger, started: Ending[]) => Promise<void>;

/** The life of a process: it reads its configuration, starts, and on SIGTERM or SIGINT ends what it started. */
export async function live(start: Start): Promise<void> {
  try {
    await startAndWait(start);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

async function startAndWait(start: Start): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const started: Ending[] = [];
  const starting = start(config, log, started);

  let stopping = false;
  const stopAndExit = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), EXIT_MS);
    // A start that is under way is let finish: half of it could not be ended.
    const code = await starting.then(() => 0).catch(() => 1);
    await stop(started, log);
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

async function stop(started: Ending[], log: Logger): Promise<void> {
  for (const { end, milliseconds } of started.reverse()) {
    const late = new Promise((resolve) => setTimeout(resolve, milliseconds, "late"));
    const outcome = await Promise.race([end(), late]).catch((error) => log.error({ err: error }, "could not end"));
    if (outcome === "late") log.warn("something in flight took too long and was left");
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
}
