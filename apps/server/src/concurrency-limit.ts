import { AppError } from "#app-error.ts";

type Options = { concurrency: number; maxWaiting: number; refusal?: () => AppError };

/**
 * Runs at most `concurrency` tasks at a time; up to `maxWaiting` more wait in order, each until its signal says that it has waited
 * too long. The rest fail by `refusal`, as `unavailable` unless told.
 */
export function createConcurrencyLimit({ concurrency, maxWaiting, refusal = tooMany }: Options) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = waiting.indexOf(resolve);
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(refusal());
    };
    waiting.push(resolve);
    signal?.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  return async function limited<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (running < concurrency) running++;
    else if (waiting.length < maxWaiting) await turn(signal);
    else throw refusal();
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function tooMany(): AppError {
  return new AppError("unavailable", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.");
}
