import { Worker, type WorkerOptions } from "node:worker_threads";
import { type Account, AccountTurns } from "#platform/concurrency/account-turns.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Does one task in a new thread, whose file answers by `answerTasks`. */
export async function inThread<Result>(file: URL, task: unknown): Promise<Result> {
  const thread = startThread(file);
  try {
    return await thread.ask<Result>(task);
  } finally {
    void thread.end();
  }
}

/**
 * - `maxWaiting`: the number of tasks that may wait while one runs; `maxWaitingPerAccount` is that of one account.
 * - `deadlineMs`: how long a caller waits for a result, including the time before its turn.
 * - `restMs`: how long an idle thread lives; starting one takes longer than most tasks.
 */
export type ThreadLimits = {
  readonly maxWaiting: number;
  readonly maxWaitingPerAccount?: number;
  readonly deadlineMs: number;
  readonly restMs: number;
};

/**
 * Runs tasks in one thread, one after another, with accounts in fair turns. A task fails as `unavailable` if too many are waiting
 * or it takes too long, or as `rate_limited` if the account's own tasks are in the way. A thread pool would not do: a thread that
 * has failed or passed a deadline is replaced, because its state is unknown, and the turns of `AccountTurns` decide what runs next.
 *
 * @param patience Multiplies the deadline.
 */
export function createThread<Task, Result>(
  file: URL,
  { deadlineMs, restMs, ...queueLimits }: ThreadLimits,
  patience = 1,
) {
  const turns = new AccountTurns({ atOnce: 1, ...queueLimits });
  let thread: Thread | undefined;
  let rest: NodeJS.Timeout | undefined;
  const end = () => {
    void thread?.end();
    thread = undefined;
  };

  async function answer(task: Task, deadline: AbortSignal): Promise<Result> {
    // The deadline may have passed since the turn began.
    if (deadline.aborted) throw tooLate();
    clearTimeout(rest);
    if (!thread?.isAlive()) thread = startThread(file);
    try {
      return await thread.ask<Result>(task, deadline);
    } catch (error) {
      // The thread has ended, or is still busy with a task that nobody waits for.
      end();
      throw deadline.aborted ? tooLate() : error;
    } finally {
      rest = setTimeout(end, restMs).unref();
    }
  }

  return (task: Task, account: Account = null): Promise<Result> => {
    const deadline = AbortSignal.timeout(patience * deadlineMs);
    return turns.run(account, () => answer(task, deadline), deadline);
  };
}

type Thread = ReturnType<typeof startThread>;

/**
 * Starts a thread, which does not keep the process alive. It does one task at a time, and answers each with one message. `ask` fails
 * when the thread ends, and with the signal's reason when that is aborted: the thread is then still busy.
 */
export function startThread(file: URL, options?: WorkerOptions) {
  const worker = new Worker(file, options);
  worker.unref();
  let isAlive = true;
  const markDead = () => {
    isAlive = false;
  };
  // These listeners stay while the thread is idle, because an error without a listener would end the server.
  worker.on("error", markDead).on("exit", markDead);
  return {
    isAlive: () => isAlive,
    ask<Result>(task: unknown, signal?: AbortSignal): Promise<Result> {
      if (!isAlive) return Promise.reject(new Error("the thread has ended"));
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const rejectOnExit = () => reject(new Error("the thread ended without a result"));
      const rejectOnAbort = () => reject(signal?.reason);
      worker.once("message", resolve).once("error", reject).once("exit", rejectOnExit);
      signal?.addEventListener("abort", rejectOnAbort, { once: true });
      worker.postMessage(task);
      return promise.finally(() => {
        worker.off("message", resolve).off("error", reject).off("exit", rejectOnExit);
        signal?.removeEventListener("abort", rejectOnAbort);
      });
    },
    end: () => worker.terminate(),
  };
}

function tooLate(): AppError {
  return new AppError("unavailable", "Está tardando demasiado. Inténtalo de nuevo.", {
    retryAfterSeconds: 5,
  });
}
