import { parentPort } from "node:worker_threads";

/** Answers the tasks that `inThread` and `createThread` send; called in the file of the thread. An error ends the thread. */
export function answerTasks<Task, Result>(answer: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await answer(task)));
}
