import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { LoadedDay } from "@repasa/scheduler/exam-load.ts";
import { type Context, perContext } from "#context.ts";
import { createThread } from "#platform/concurrency/threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Rations } from "./exams.pace.ts";
import type { ForecastResult, ForecastTask, LoadTask, RationsTask, Task } from "./exams.thread.ts";

const LIMITS = { maxWaiting: 200, maxWaitingPerAccount: 20, deadlineMs: 10_000, restMs: 60_000 };

/** An answer takes tens of kilobytes. */
const MAX_CACHED_ANSWERS = 500;

export function forecastInThread(ctx: Context, owner: OwnerId, task: ForecastTask): Promise<ForecastResult> {
  return cachedTaskRunner(ctx)<ForecastResult>(owner, task);
}

export function computeLoadInThread(ctx: Context, owner: OwnerId, task: LoadTask): Promise<LoadedDay[]> {
  return cachedTaskRunner(ctx)<LoadedDay[]>(owner, task);
}

export function computeRationsInThread(ctx: Context, owner: OwnerId, task: RationsTask): Promise<Rations> {
  return cachedTaskRunner(ctx)<Rations>(owner, task);
}

/**
 * The server has one thread, which serves accounts in turn, so that one account's exams do not block the others. An answer
 * depends on nothing but its task. The last answers are therefore cached with the whole task as their key, and never have to be
 * invalidated.
 */
const cachedTaskRunner = perContext((_ctx: Context) => {
  const runTask = createThread<Task, unknown>(new URL("./exams.thread.ts", import.meta.url), LIMITS);
  const known = new Map<string, Promise<unknown>>();
  return async <Answer>(owner: OwnerId, task: Task): Promise<Answer> => {
    const key = createHash("sha256").update(serialize(task)).digest("base64");
    const answer = known.get(key) ?? runTask(task, owner);
    known.delete(key);
    known.set(key, answer);
    const [oldest] = known.keys();
    if (known.size > MAX_CACHED_ANSWERS && oldest !== undefined) known.delete(oldest);
    try {
      return (await answer) as Answer;
    } catch (error) {
      if (known.get(key) === answer) known.delete(key);
      throw error;
    }
  };
});
