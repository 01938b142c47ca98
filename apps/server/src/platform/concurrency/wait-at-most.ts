/** The result of a wait that was given up. */
export const LATE = Symbol("late");

/**
 * Waits for a promise for at most `ms` milliseconds, and then returns `LATE`. The wait does not keep the process alive, and what
 * was waited for continues.
 */
export async function waitAtMost<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE).unref();
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
