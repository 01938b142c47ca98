import { AppError } from "#app-error.ts";

/** Lets so much work run `atOnce`; more waits its turn in order, and what comes beyond `waiting` is turned away. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new AppError("unavailable", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.");
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
