import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { fileURLToPath } from "node:url";
import { restoreError, type WorkMessage } from "#platform/concurrency/worker-tasks.ts";

/**
 * - `memoryMb`: the limit of each process's JavaScript heap.
 * - `restMs`: how long an idle process lives; starting one takes longer than most work.
 */
export type WorkerLimits = { readonly memoryMb: number; readonly restMs: number };

/**
 * - `deadlineMs`: how long the work may take.
 * - `signal`: ends the work.
 */
export type WorkLimits = { readonly deadlineMs: number; readonly signal: AbortSignal };

/** Work was ended from outside. */
export class WorkEnded extends Error {
  override name = "WorkEnded";
  readonly reason: "late" | "memory" | "aborted";

  constructor(reason: WorkEnded["reason"]) {
    super(`work was ended: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Does work in processes, whose file answers by `answerWork`: long work on untrusted input, or work that gives way to everything
 * else. Each process does one piece of work at a time; the caller limits how many run at a time. Threads would not do: a single
 * large text that exceeds a thread's memory ends the whole process, and only Linux gives threads priorities of their own.
 *
 * @returns A function that does a piece of work. It throws `WorkEnded` if the work exceeds its limits; its process has then ended.
 */
export function createWorkers<Task, Progress, Result>(file: URL, { memoryMb, restMs }: WorkerLimits) {
  const resting = new Map<ChildProcess, NodeJS.Timeout>();

  function start(): ChildProcess {
    const execArgv = [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=8"];
    // The output of a process that runs out of memory is of no use in the server's log.
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    const worker = fork(fileURLToPath(file), { execArgv, serialization: "advanced", stdio: [...stdio] });
    const removeFromIdle = () => void resting.delete(worker);
    // These listeners stay while the process is idle, because an error without a listener would end the server.
    return worker.on("error", removeFromIdle).on("exit", removeFromIdle);
  }

  function take(): ChildProcess {
    const [rested] = resting.keys();
    if (!rested) return start();
    clearTimeout(resting.get(rested));
    resting.delete(rested);
    rested.ref();
    rested.channel?.ref();
    return rested;
  }

  function rest(worker: ChildProcess): void {
    worker.removeAllListeners("message");
    // The process does not keep the server alive, and ends with it.
    worker.unref();
    worker.channel?.unref();
    const end = () => {
      resting.delete(worker);
      worker.kill("SIGKILL");
    };
    resting.set(worker, setTimeout(end, restMs).unref());
  }

  return async (task: Task, limits: WorkLimits, onProgress: (progress: Progress) => void): Promise<Result> => {
    const worker = take();
    try {
      const result = await requestResult<Progress, Result>(worker, task, limits, onProgress);
      rest(worker);
      return result;
    } catch (error) {
      worker.kill("SIGKILL");
      throw error;
    }
  };
}

function requestResult<Progress, Result>(
  worker: ChildProcess,
  task: unknown,
  { deadlineMs, signal }: WorkLimits,
  onProgress: (progress: Progress) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const rejectOnEnd = () => reject(new WorkEnded(signal.aborted ? "aborted" : "late"));
  const end = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  if (end.aborted) rejectOnEnd();
  // V8 aborts a process that exceeds its heap; the system kills one when the machine is out of memory.
  const rejectOnExit = (_code: number | null, killedBy: NodeJS.Signals | null) =>
    reject(killedBy === null ? new Error("the process ended without a result") : new WorkEnded("memory"));
  worker.once("error", reject).once("exit", rejectOnExit);
  worker.on("message", (message: WorkMessage<Progress, Result>) => {
    if ("progress" in message) onProgress(message.progress);
    else if ("error" in message) reject(restoreError(message.error));
    else resolve(message.result);
  });
  end.addEventListener("abort", rejectOnEnd, { once: true });
  worker.send(task as Serializable, (error) => error && reject(error));
  return promise.finally(() => {
    worker.off("error", reject).off("exit", rejectOnExit);
    end.removeEventListener("abort", rejectOnEnd);
  });
}
