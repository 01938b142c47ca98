/** Creates a function whose callers share one result if they ask for the same key while it is being computed. */
export function createInFlight<K, T>() {
  const running = new Map<K, Promise<T>>();
  return function share(key: K, work: () => Promise<T>): Promise<T> {
    const found = running.get(key);
    if (found) return found;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
