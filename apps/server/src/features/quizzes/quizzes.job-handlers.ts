import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { momentAt } from "#platform/time/local-days.ts";
import type { QuizRow } from "#schema/quizzes.ts";
import type { quizJobs } from "./quizzes.jobs.ts";
import { selectDayStartHour, selectQuizzesToAttend, updateAttention } from "./quizzes.queries.ts";
import { finish } from "./quizzes.service.ts";

/** One run does these within its time; the next minute continues. */
const QUIZZES_PER_RUN = 100;
/** When a quiz is tried again that could not be finished. */
const RETRY_MS = 15 * 60_000;
/** How long after its end a quiz is left to the next call about it. */
const GIVE_UP_MS = 24 * 60 * 60_000;

export function quizJobHandlers(ctx: Context): JobHandlers<typeof quizJobs> {
  return {
    attend: async (_, { now, signal }) => {
      for (const quiz of await selectQuizzesToAttend(ctx.db, now, QUIZZES_PER_RUN)) {
        if (signal?.aborted) return;
        const { owner, id, timeZone, attentionAt, result } = quiz;
        try {
          const dayStartHour = await selectDayStartHour(ctx.db, owner);
          await finish(ctx, owner, momentAt(now, { timeZone, dayStartHour }), id);
        } catch (error) {
          ctx.log.error({ err: error, userId: owner, quizId: id }, "a quiz was not finished");
          const before = { attentionAt: attentionAt as Date, result };
          await updateAttention(ctx.db, owner, id, before, chooseNextAttempt(quiz, now));
        }
      }
    },
  };
}

/** Null for a quiz that could not even be judged for a day. The effects of one that was judged are tried until they are complete. */
function chooseNextAttempt({ endsAt, result }: Pick<QuizRow, "endsAt" | "result">, now: Date): Date | null {
  const isGivenUp = result === null && endsAt !== null && now.getTime() - endsAt.getTime() > GIVE_UP_MS;
  return isGivenUp ? null : new Date(now.getTime() + RETRY_MS);
}
