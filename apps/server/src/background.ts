import type { Logger } from "pino";

export type Background = ReturnType<typeof createBackground>;

/** Work that no answer waits for. What fails is logged under `what`; who ends the server waits until all is settled. */
export function createBackground(log: Logger) {
  const running = new Set<Promise<void>>();
  return {
    run(what: string, work: () => Promise<unknown>): void {
      // In a later turn of the event loop, so that not even its first steps delay the answer.
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
