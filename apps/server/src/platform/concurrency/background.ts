import type { Logger } from "pino";

export type Background = ReturnType<typeof createBackground>;

/** Work that no answer waits for. A failure is logged as `what`; the server stops only when all work is done. */
export function createBackground(log: Logger) {
  const running = new Set<Promise<void>>();
  return {
    run(what: string, work: () => Promise<unknown>): void {
      // Not even its synchronous part may delay the answer.
      const done = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error) => log.error({ err: error }, what))
        .then(() => void running.delete(done));
      running.add(done);
    },
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}
