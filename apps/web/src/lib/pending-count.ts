/** The number of pending cards that the server last counted, and when, in milliseconds since 1970. */
let counted: { count: number; at: number } | null = null;
/** Ratings and their undo, which change the number before the server counts again. */
let changes: { by: number; at: number }[] = [];
let listener = () => {};

export function setPendingCount(count: number, at: number): void {
  counted = { count, at };
  listener();
}

/** Notes that a number of cards became pending, or with a negative number that they no longer are. */
export function changePendingCount(by: number): void {
  changes.push({ by, at: Date.now() });
  if (counted) listener();
}

/** Returns the number of pending cards; undefined while it is unknown. */
export function readPendingCount(): number | undefined {
  if (!counted) return undefined;
  const { count, at: since } = counted;
  return changes.reduce((sum, { by, at }) => (at > since ? sum + by : sum), count);
}

/** Forgets the number of an account whose session has ended. */
export function forgetPendingCount(): void {
  counted = null;
  changes = [];
  listener();
}

/** Calls the one listener after each change. */
export function onPendingCount(listen: () => void): void {
  listener = listen;
}
