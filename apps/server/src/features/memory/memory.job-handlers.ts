import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "#context.ts";
import { openConnection } from "#platform/db/pool.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { memoryJobs } from "./memory.jobs.ts";
import { selectOwnersToRefit, tryToLockFitting } from "./memory.queries.ts";
import { updateWeights } from "./memory.refit.ts";

const PAGE = 100;
const LOCK_RETRY_MS = 1_000;

export function memoryJobHandlers(ctx: Context): JobHandlers<typeof memoryJobs> {
  return { learn: (_, { now, signal }) => withFittingLock(ctx, signal, () => learnAll(ctx, now, signal)) };
}

/** Runs `work` while no other worker fits weights, so that fitting never takes more than one processor. */
async function withFittingLock(
  ctx: Context,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const connection = await openConnection(ctx.directUrl, "repasa-learning");
  try {
    while (!(await tryToLockFitting(connection.client))) await delay(LOCK_RETRY_MS, undefined, signal && { signal });
    await work();
  } finally {
    // The lock ends with the connection.
    await connection.close();
  }
}

async function learnAll(ctx: Context, now: Date, signal: AbortSignal | undefined): Promise<void> {
  let failed = 0;
  let owners = await selectOwnersToRefit(ctx.db, null, PAGE);
  for (let last = owners.at(-1); last !== undefined; last = owners.at(-1)) {
    for (const owner of owners) {
      signal?.throwIfAborted();
      await updateWeights(ctx, owner, now).catch((error: unknown) => {
        ctx.log.error({ err: error }, "a memory could not be learned");
        failed++;
      });
    }
    owners = await selectOwnersToRefit(ctx.db, last, PAGE);
  }
  if (failed > 0) throw new Error(`${failed} memories could not be learned`);
}
