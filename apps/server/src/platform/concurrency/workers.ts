import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { fileURLToPath } from "node:url";
import { errorOf, type WorkMessage } from "#platform/concurrency/worker-tasks.ts";

/**
 * - `memoryMb`: how much JavaScript may hold in each process.
 * - `restMs`: how long a process is kept without work: to start one takes longer than most work.
 */
export type WorkerLimits = { readonly memoryMb: number; readonly restMs: number };

/**
 * - `deadlineMs`: how long the work may take.
 * - `signal`: ends it; then nobody waits for it.
 */
export type WorkLimits = { readonly deadlineMs: number; readonly signal: AbortSignal };

/** Why work was ended from outside. */
export class WorkEnded extends Error {
  override name = "WorkEnded";
  readonly reason: "late" | "memory" | "aborted";

  constructor(reason: WorkEnded["reason"]) {
    super(`work was ended: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Does long work on what anybody may have sent, in processes whose file answers by `answerWork`, each piece in one that does
 * nothing else meanwhile. Not in threads: one large text too many for a thread's memory ends the whole process. How many there
 * are at a time is up to the caller.
 *
 * @returns What does a piece of work, and throws `WorkEnded` when that goes beyond its limits: the process is over then.
 */
export function createWorkers<Task, Progress, Result>(file: URL, { memoryMb, restMs }: WorkerLimits) {
  const resting = new Map<ChildProcess, NodeJS.Timeout>();

  function start(): ChildProcess {
    const execArgv = [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=8"];
    // What a process says when its memory ends is of no use to people who read the server's log.
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    const worker = fork(fileURLToPath(file), { execArgv, serialization: "advanced", stdio: [...stdio] });
    const died = () => void resting.delete(worker);
    // Also while it rests: an error that nobody listens to would end the server.
    return worker.on("error", died).on("exit", died);
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
    // It does not keep the server alive, and ends with it.
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
      const result = await answerOf<Progress, Result>(worker, task, limits, onProgress);
      rest(worker);
      return result;
    } catch (error) {
      worker.kill("SIGKILL");
      throw error;
    }
  };
}

function answerOf<Progress, Result>(
  worker: ChildProcess,
  task: unknown,
  { deadlineMs, signal }: WorkLimits,
  onProgress: (progress: Progress) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const ended = () => reject(new WorkEnded(signal.aborted ? "aborted" : "late"));
  const end = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  if (end.aborted) ended();
  // V8 aborts a process whose memory has ended; the system kills one when its own has.
  const exited = (_code: number | null, killedBy: NodeJS.Signals | null) =>
    reject(killedBy === null ? new Error("the process ended without a result") : new WorkEnded("memory"));
  worker.once("error", reject).once("exit", exited);
  worker.on("message", (message: WorkMessage<Progress, Result>) => {
    if ("progress" in message) onProgress(message.progress);
    else if ("error" in message) reject(errorOf(message.error));
    else resolve(message.result);
  });
  end.addEventListener("abort", ended, { once: true });
  worker.send(task as Serializable, (error) => error && reject(error));
  return promise.finally(() => {
    worker.off("error", reject).off("exit", exited);
    end.removeEventListener("abort", ended);
  });
}
