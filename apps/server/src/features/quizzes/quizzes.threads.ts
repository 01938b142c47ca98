import { type Context, perContext } from "#context.ts";
import { createThread } from "#platform/concurrency/threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { JudgingResult, JudgingTask } from "./quizzes.thread.ts";

/** A task takes milliseconds, or a second at worst. */
const LIMITS = { maxWaiting: 200, maxWaitingPerAccount: 20, deadlineMs: 10_000, restMs: 60_000 };

const thread = perContext(({ threadPatience }: Context) =>
  createThread<JudgingTask, JudgingResult>(new URL("./quizzes.thread.ts", import.meta.url), LIMITS, threadPatience),
);

export function judgeInThread(ctx: Context, owner: OwnerId, task: JudgingTask): Promise<JudgingResult> {
  return thread(ctx)(task, owner);
}
