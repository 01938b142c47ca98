import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { momentAt } from "#platform/time/local-days.ts";
import type { TestRow } from "#schema/tests.ts";
import type { testJobs } from "./tests.jobs.ts";
import { selectDayStartHour, selectTestsToAttend, updateAttention } from "./tests.queries.ts";
import { finish } from "./tests.service.ts";

/** One run does these within its time; the next minute continues. */
const TESTS_PER_RUN = 100;
/** When a test is tried again that could not be finished. */
const RETRY_MS = 15 * 60_000;
/** How long after its end a test is left to the next call about it. */
const GIVE_UP_MS = 24 * 60 * 60_000;

export function testJobHandlers(ctx: Context): JobHandlers<typeof testJobs> {
  return {
    attend: async (_, { now, signal }) => {
      for (const test of await selectTestsToAttend(ctx.db, now, TESTS_PER_RUN)) {
        if (signal?.aborted) return;
        const { owner, id, timeZone, attentionAt, result } = test;
        try {
          const dayStartHour = await selectDayStartHour(ctx.db, owner);
          await finish(ctx, owner, momentAt(now, { timeZone, dayStartHour }), id);
        } catch (error) {
          ctx.log.error({ err: error, userId: owner, testId: id }, "a test was not finished");
          const before = { attentionAt: attentionAt as Date, result };
          await updateAttention(ctx.db, owner, id, before, chooseNextAttempt(test, now));
        }
      }
    },
  };
}

/** Null for a test that could not even be judged for a day. The effects of one that was judged are tried until they are complete. */
function chooseNextAttempt({ endsAt, result }: Pick<TestRow, "endsAt" | "result">, now: Date): Date | null {
  const isGivenUp = result === null && endsAt !== null && now.getTime() - endsAt.getTime() > GIVE_UP_MS;
  return isGivenUp ? null : new Date(now.getTime() + RETRY_MS);
}
