import type { OwnerId } from "#platform/db/owner.ts";

type UserLock = <T>(owner: OwnerId, work: () => Promise<T>) => Promise<T>;

/** Runs one user's work one after another, and that of several users side by side. */
export function createUserLock(): UserLock {
  const lastOf = new Map<OwnerId, Promise<void>>();
  return (owner, work) => {
    const before = lastOf.get(owner);
    const result = before ? before.then(work) : work();
    const ended = result.then(
      () => release(),
      () => release(),
    );
    const release = () => {
      if (lastOf.get(owner) === ended) lastOf.delete(owner);
    };
    lastOf.set(owner, ended);
    return result;
  };
}
