import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { LoadedDay } from "@repasa/scheduler/exam-load.ts";
import { createAccountTurns } from "#account-turns.ts";
import { AppError } from "#app-error.ts";
import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#owner.ts";
import { createThread } from "#threads.ts";
import type { Rations } from "./exams.pace.ts";
import type { ForecastTask, Foreseen, LoadTask, RationsTask, Task } from "./exams.thread.ts";

const LIMITS = { maxWaiting: 20, deadlineMs: 10_000, restMs: 60_000 };

/** Each is some tens of kilobytes. */
const REMEMBERED = 500;

export function foreseeInThread(ctx: Context, owner: OwnerId, task: ForecastTask): Promise<Foreseen> {
  return answers(ctx)<Foreseen>(owner, task);
}

export function loadInThread(ctx: Context, owner: OwnerId, task: LoadTask): Promise<LoadedDay[]> {
  return answers(ctx)<LoadedDay[]>(owner, task);
}

export function rationInThread(ctx: Context, owner: OwnerId, task: RationsTask): Promise<Rations> {
  return answers(ctx)<Rations>(owner, task);
}

/**
 * One thread for the server, and for each account one place in its line: the exams of one do not keep the others out. An answer depends on nothing but its task, so that the last ones are remembered by all that
 * was asked: nothing has to be forgotten when anything changes.
 */
const answers = perContext((_ctx: Context) => {
  const ask = createThread<Task, unknown>(new URL("./exams.thread.ts", import.meta.url), LIMITS);
  const turn = createAccountTurns({ waitMs: LIMITS.deadlineMs, maxWaiting: LIMITS.maxWaiting, refusal: tooMany });
  const askInTurn = async (owner: OwnerId, task: Task) => {
    const end = await turn(owner);
    return ask(task).finally(end);
  };
  const known = new Map<string, Promise<unknown>>();
  return async <Answer>(owner: OwnerId, task: Task): Promise<Answer> => {
    const key = createHash("sha256").update(serialize(task)).digest("base64");
    const answer = known.get(key) ?? askInTurn(owner, task);
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

function tooMany(): AppError {
  return new AppError("unavailable", "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.", {
    retryAfterSeconds: 5,
  });
}
