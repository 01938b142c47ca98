import { setTimeout as delay } from "node:timers/promises";
import { causes, isDatabaseUnavailable, refusalOf } from "./database-errors.ts";
import type { DatabaseLogger } from "./database-logger.ts";

/** The time between a failure and the next probe. All failures until the database answers count as one outage. */
const PROBE_MS = 1_000;

export type Outages = {
  /**
   * Records an error of a caller. Returns true if the error means that the database does not answer: the log then has its one
   * line for this outage, so the caller need not log the error.
   */
  note(error: unknown): boolean;
  close(): void;
};

type Options = {
  readonly name: string;
  readonly ping: () => Promise<unknown>;
  readonly logger: DatabaseLogger | undefined;
};

/** Logs one line when a database stops answering and one when it answers again, however many callers fail meanwhile. */
export function watchOutages({ name, ping, logger }: Options): Outages {
  const closing = new AbortController();
  const { signal } = closing;
  let isAway = false;

  async function reportReturn(): Promise<void> {
    const startedAt = performance.now();
    do {
      await delay(PROBE_MS, undefined, { signal, ref: false });
    } while (!(await isAnswering(ping)));
    isAway = false;
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    logger?.info({ seconds }, `${name} answers again`);
  }

  return {
    note(error) {
      if (!isDatabaseUnavailable(error) || refusalOf(error) !== undefined) return false;
      if (isAway || signal.aborted) return true;
      isAway = true;
      logger?.warn({ reason: messageOf(error) }, `${name} does not answer`);
      // Only the delay can reject, when the watch is closed.
      reportReturn().catch(() => {});
      return true;
    },
    close: () => closing.abort(),
  };
}

function isAnswering(ping: () => Promise<unknown>): Promise<boolean> {
  return ping().then(
    () => true,
    () => false,
  );
}

/** Drizzle repeats the statement with its parameters in its own message; the driver's is the last cause. */
function messageOf(error: unknown): string {
  const found = causes(error).findLast((cause) => isDatabaseUnavailable(cause));
  return (found instanceof Error ? found.message : String(error)).split("\n", 1)[0] ?? "";
}
