import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import pino from "pino";
import { type JobQueue, openQueue } from "#platform/jobs/queue.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { TestDatabase } from "./test-database.ts";

/** A worker process on a test's database, which a test can kill. */
export type Worker = {
  readonly name: string;
  readonly ready: Promise<void>;
  readonly isKilled: boolean;
  /** Resolves to the exit code; null if a signal ended the process. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
};

/**
 * Opens a queue that detects the death of a worker of this kind after 5 s instead of half a minute, and retries its jobs soon.
 * pg-boss permits no less than 10 s, so the columns are set directly.
 */
export async function openQuickQueue({ db }: TestDatabase, { name }: { name: string }): Promise<JobQueue> {
  const queue = await openQueue(db, systemClock, pino({ level: "silent" }));
  await db.pool.query(
    "UPDATE pgboss.queue SET heartbeat_seconds = 5, retry_delay = 1, retry_delay_max = 2 WHERE name = $1",
    [name],
  );
  return queue;
}

/** Starts `mail-worker.ts`. Its name is part of the address from which it sends mails. */
export function launchWorker(name: string, environment: Record<string, string>): Worker {
  const child: ChildProcess = spawn(process.execPath, [path.resolve(import.meta.dirname, "mail-worker.ts")], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "error", MAIL_FROM: `Repasa <${name}@repasa.example>`, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let isKilled = false;
  const ready = Promise.race([
    new Promise<void>((resolve) => child.stdout?.once("data", () => resolve())),
    ended.then((code) => {
      if (!isKilled) throw new Error(`${name} ended by itself: ${code}`);
    }),
  ]);
  // Tests that wait for `ready` see the error. It must not be unhandled if a worker ends after its test.
  ready.catch(() => {});
  return {
    name,
    ready,
    get isKilled() {
      return isKilled;
    },
    kill(signal) {
      if (signal === "SIGKILL") isKilled = true;
      child.kill(signal);
      return ended;
    },
  };
}
