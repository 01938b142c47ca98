// A thread for tests: says what it is told to, after as long as it is told to be busy, or fails.
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
  // Busy, as a thread that computes is: no timer would be heard meanwhile.
  const until = performance.now() + (task.forMs ?? 0);
  while (performance.now() < until);
  return { said: task.say, thread: threadId, nth };
});
