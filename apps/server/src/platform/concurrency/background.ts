import type { Logger } from "pino";

/** Runs work that no response waits for. A failure is logged as `failure`; the server stops only when all work is done. */
export function createBackground(log: Logger) {
  const running = new Set<Promise<void>>();
  return {
    run(failure: string, work: () => Promise<unknown>): void {
      // The synchronous part of the work must not delay the response either.
      const done = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error) => log.error({ err: error }, failure))
        .then(() => void running.delete(done));
      running.add(done);
    },
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}
