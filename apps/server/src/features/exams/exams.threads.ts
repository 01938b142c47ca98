import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { LoadedDay } from "@repasa/scheduler/exam-load.ts";
import { type Context, perContext } from "#context.ts";
import { createThread } from "#threads.ts";
import type { ForecastTask, Foreseen, LoadTask, Task } from "./exams.thread.ts";

const LIMITS = { maxWaiting: 20, deadlineMs: 10_000, restMs: 60_000 };

/** Each is some tens of kilobytes. */
const REMEMBERED = 500;

export function foreseeInThread(ctx: Context, task: ForecastTask): Promise<Foreseen> {
  return answers(ctx)<Foreseen>(task);
}

export function loadInThread(ctx: Context, task: LoadTask): Promise<LoadedDay[]> {
  return answers(ctx)<LoadedDay[]>(task);
}

/**
 * One thread for the server. An answer depends on nothing but its task, so that the last ones are remembered by all that
 * was asked: nothing has to be forgotten when anything changes.
 */
const answers = perContext((_ctx: Context) => {
  const ask = createThread<Task, unknown>(new URL("./exams.thread.ts", import.meta.url), LIMITS);
  const known = new Map<string, Promise<unknown>>();
  return async <Answer>(task: Task): Promise<Answer> => {
    const key = createHash("sha256").update(serialize(task)).digest("base64");
    const answer = known.get(key) ?? ask(task);
    known.delete(key);
    known.set(key, answer);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    try {
      return (await answer) as Answer;
    } catch (error) {
      if (known.get(key) === answer) known.delete(key);
      throw error;
    }
  };
});
