import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { momentAt } from "#platform/time/local-days.ts";
import type { testJobs } from "./tests.jobs.ts";
import { selectDayStartHour, selectTestsToAttend, updateAttention } from "./tests.queries.ts";
import { finish } from "./tests.service.ts";

/** One run does these within its time; the next minute continues. */
const TESTS_PER_RUN = 100;
/** When a test is tried again that could not be finished. */
const RETRY_MS = 15 * 60_000;

export function testJobHandlers(ctx: Context): JobHandlers<typeof testJobs> {
  return {
    attend: async (_, { now, signal }) => {
      for (const { owner, id, timeZone, attentionAt, result } of await selectTestsToAttend(
        ctx.db,
        now,
        TESTS_PER_RUN,
      )) {
        if (signal?.aborted) return;
        try {
          const dayStartHour = await selectDayStartHour(ctx.db, owner);
          await finish(ctx, owner, momentAt(now, { timeZone, dayStartHour }), id);
        } catch (error) {
          ctx.log.error({ err: error, userId: owner, testId: id }, "a test was not finished");
          const before = { attentionAt: attentionAt as Date, result };
          await updateAttention(ctx.db, owner, id, before, new Date(now.getTime() + RETRY_MS));
        }
      }
    },
  };
}
