import type { OwnerId } from "#owner.ts";

/**
 * Lets the work of one user run one after another, and that of several side by side. Ratings of one user that read the
 * same state at once could not all be written: all but one would have to start over, again and again.
 */
export function createTurns() {
  const lastOf = new Map<OwnerId, Promise<void>>();
  return function inTurn<T>(owner: OwnerId, work: () => Promise<T>): Promise<T> {
    const before = lastOf.get(owner);
    const turn = before ? before.then(work) : work();
    const ended = turn.then(
      () => forget(),
      () => forget(),
    );
    const forget = () => {
      if (lastOf.get(owner) === ended) lastOf.delete(owner);
    };
    lastOf.set(owner, ended);
    return turn;
  };
}
