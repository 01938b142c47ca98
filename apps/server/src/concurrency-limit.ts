import { AppError } from "#app-error.ts";

/** Runs at most `concurrency` tasks at a time; up to `maxWaiting` more wait in order, the rest fail as `unavailable`. */
export function createConcurrencyLimit({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++;
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new AppError("unavailable", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.");
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
