// A thread for tests: it returns a text, after blocking for a given time, or fails.
import { threadId } from "node:worker_threads";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";

export type SampleTask = { say: string; forMs?: number; thenDie?: boolean } | { fail: string } | { exit: true };
export type SampleAnswer = { said: string; thread: number; nth: number };

let nth = 0;

answerTasks((task: SampleTask): SampleAnswer => {
  nth++;
  if ("fail" in task) throw new Error(task.fail);
  if ("exit" in task) process.exit(0);
  if (task.thenDie) setTimeout(() => Promise.reject(new Error("nobody asked")));
  // It blocks the thread as a computation does: no timer runs meanwhile.
  const until = performance.now() + (task.forMs ?? 0);
  while (performance.now() < until);
  return { said: task.say, thread: threadId, nth };
});
