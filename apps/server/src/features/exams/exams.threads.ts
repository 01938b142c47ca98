import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { CatchUp } from "@repasa/scheduler/backlog.ts";
import type { LoadedDay } from "@repasa/scheduler/exam-load.ts";
import { type Context, perContext } from "#context.ts";
import { createThread } from "#platform/concurrency/threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Rations } from "./exams.pace.ts";
import type {
  CatchUpTask,
  ForecastResult,
  ForecastTask,
  LoadTask,
  RationsTask,
  Task,
  WorkloadTask,
} from "./exams.thread.ts";

const LIMITS = { maxWaiting: 200, maxWaitingPerAccount: 20, deadlineMs: 10_000, restMs: 60_000 };

/** A result takes tens of kilobytes. */
const MAX_CACHED_RESULTS = 500;

export function forecastInThread(ctx: Context, owner: OwnerId, task: ForecastTask): Promise<ForecastResult> {
  return cachedTaskRunner(ctx)<ForecastResult>(owner, task);
}

export function computeLoadInThread(ctx: Context, owner: OwnerId, task: LoadTask): Promise<LoadedDay[]> {
  return cachedTaskRunner(ctx)<LoadedDay[]>(owner, task);
}

export function computeRationsInThread(ctx: Context, owner: OwnerId, task: RationsTask): Promise<Rations> {
  return cachedTaskRunner(ctx)<Rations>(owner, task);
}

export function computeReviewsPerDayInThread(ctx: Context, owner: OwnerId, task: WorkloadTask): Promise<number[]> {
  return cachedTaskRunner(ctx)<number[]>(owner, task);
}

export function computeCatchUpInThread(ctx: Context, owner: OwnerId, task: CatchUpTask): Promise<CatchUp> {
  return cachedTaskRunner(ctx)<CatchUp>(owner, task);
}

/**
 * The server has one thread for all simulated futures, which serves accounts in turn, so that one account's exams do not
 * block the others. A result depends on nothing but its task. The last results are therefore cached with the whole task as
 * their key, and never have to be invalidated.
 */
const cachedTaskRunner = perContext(({ threadPatience }: Context) => {
  const runTask = createThread<Task, unknown>(new URL("./exams.thread.ts", import.meta.url), LIMITS, threadPatience);
  const cached = new Map<string, Promise<unknown>>();
  return async <Result>(owner: OwnerId, task: Task): Promise<Result> => {
    const key = createHash("sha256").update(serialize(task)).digest("base64");
    const result = cached.get(key) ?? runTask(task, owner);
    cached.delete(key);
    cached.set(key, result);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_RESULTS && oldest !== undefined) cached.delete(oldest);
    try {
      return (await result) as Result;
    } catch (error) {
      if (cached.get(key) === result) cached.delete(key);
      throw error;
    }
  };
});
