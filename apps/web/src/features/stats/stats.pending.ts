/** Ratings and their undo, which change the number of pending cards before the server counts them again. */
const changes: { at: number; by: number }[] = [];
let listener = () => {};

/** Notes that a number of cards became pending, or with a negative number that they are not any more. */
export function notePending(by: number): void {
  changes.push({ at: Date.now(), by });
  listener();
}

/** Returns by how many the pending cards have changed since an instant, in milliseconds since 1970. */
export function sumPendingSince(instant: number): number {
  return changes.reduce((sum, { at, by }) => (at > instant ? sum + by : sum), 0);
}

/** Calls the one listener, that of the badge, after each change. */
export function onPendingNoted(listen: () => void): void {
  listener = listen;
}
