import type { AppError } from "#app-error.ts";
import { createConcurrencyLimit } from "#concurrency-limit.ts";
import type { OwnerId } from "#owner.ts";

type Options = { waitMs: number; maxWaiting: number; refusal: () => AppError };

/**
 * Lets each account do one thing of a kind at a time in this process. Others wait in order, and fail by `refusal` after
 * `waitMs`, or at once where `maxWaiting` wait already.
 *
 * @returns What waits for an account's turn, at most until who asked is `gone`, and gives what ends it, once or more.
 */
export function createAccountTurns({ waitMs, ...limits }: Options) {
  const lanes = new Map<OwnerId, { limited: ReturnType<typeof createConcurrencyLimit>; users: number }>();

  return function turn(owner: OwnerId, gone?: AbortSignal): Promise<() => void> {
    const lane = lanes.get(owner) ?? { limited: createConcurrencyLimit({ concurrency: 1, ...limits }), users: 0 };
    lanes.set(owner, lane);
    lane.users++;
    const begun = Promise.withResolvers<() => void>();
    const held = Promise.withResolvers<void>();
    const whileHeld = () => {
      begun.resolve(() => held.resolve());
      return held.promise;
    };
    void lane
      .limited(whileHeld, AbortSignal.any([AbortSignal.timeout(waitMs), ...(gone ? [gone] : [])]))
      .catch(begun.reject)
      .finally(() => {
        if (--lane.users === 0) lanes.delete(owner);
      });
    return begun.promise;
  };
}
