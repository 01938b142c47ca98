import { parentPort } from "node:worker_threads";

/** What the file of a thread calls: answers the tasks that `inThread` and `createThread` send. An error ends the thread. */
export function answerTasks<Task, Result>(answer: (task: Task) => Result): void {
  parentPort?.on("message", (task: Task) => parentPort?.postMessage(answer(task)));
}
