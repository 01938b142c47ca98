import { Worker } from "node:worker_threads";
import { type Account, AccountTurns } from "#platform/concurrency/account-turns.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Does one task in a thread of its own, whose file answers by `answerTasks`. */
export async function inThread<Result>(file: URL, task: unknown): Promise<Result> {
  const thread = startThread(file);
  try {
    return await thread.ask<Result>(task);
  } finally {
    thread.end();
  }
}

/**
 * - `maxWaiting`: the number of tasks that may wait while one runs; `maxWaitingPerAccount` is that of one account.
 * - `deadlineMs`: how long somebody waits for an answer, the time before their turn included.
 * - `restMs`: how long the thread is kept without a task: to start one takes longer than most tasks.
 */
export type ThreadLimits = {
  readonly maxWaiting: number;
  readonly maxWaitingPerAccount?: number;
  readonly deadlineMs: number;
  readonly restMs: number;
};

/**
 * Runs tasks in one thread, one after another, with accounts in fair turns. A task that is one too many or takes too long fails
 * as `unavailable`, or as `rate_limited` if the account's own tasks are in the way.
 */
export function createThread<Task, Result>(file: URL, { deadlineMs, restMs, ...line }: ThreadLimits) {
  const turns = new AccountTurns({ atOnce: 1, ...line });
  let thread: Thread | undefined;
  let rest: NodeJS.Timeout | undefined;
  const end = () => {
    thread?.end();
    thread = undefined;
  };

  async function answer(task: Task, deadline: AbortSignal): Promise<Result> {
    // The deadline may have passed since the turn began.
    if (deadline.aborted) throw tooLate();
    clearTimeout(rest);
    if (!thread?.isAlive()) thread = startThread(file);
    try {
      return await before(deadline, thread.ask<Result>(task));
    } catch (error) {
      // It is dead, or still busy with what nobody waits for.
      end();
      throw error;
    } finally {
      rest = setTimeout(end, restMs).unref();
    }
  }

  return (task: Task, account: Account = null): Promise<Result> => {
    const deadline = AbortSignal.timeout(deadlineMs);
    return turns.run(account, () => answer(task, deadline), deadline);
  };
}

type Thread = ReturnType<typeof startThread>;

/** It does not keep the process alive. One task at a time. */
function startThread(file: URL) {
  const worker = new Worker(file);
  worker.unref();
  let alive = true;
  const died = () => {
    alive = false;
  };
  // Also while nobody asks: an error that nobody listens to would end the server.
  worker.on("error", died).on("exit", died);
  return {
    isAlive: () => alive,
    ask: <Result>(task: unknown) =>
      new Promise<Result>((resolve, reject) => {
        const died = () => reject(new Error("the thread ended without a result"));
        const settled = () => worker.off("message", resolve).off("error", reject).off("exit", died);
        worker.once("message", resolve).once("error", reject).once("exit", died);
        worker.once("message", settled);
        worker.postMessage(task);
      }),
    end: () => void worker.terminate(),
  };
}

function before<Result>(deadline: AbortSignal, result: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener("abort", () => reject(tooLate()), { once: true });
  });
  return Promise.race([result, late]);
}

function tooLate(): AppError {
  return new AppError("unavailable", "Está tardando demasiado. Inténtalo de nuevo.", {
    retryAfterSeconds: 5,
  });
}
