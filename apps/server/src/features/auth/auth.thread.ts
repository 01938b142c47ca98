// Runs in a thread beside the server: a tag takes 50 ms of a core, for which nobody who studies should wait.
import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";

const BEHIND_RATINGS = 5;
const LAST = 19;

stepBehind();
answerTasks((parameters: Argon2Parameters) => argon2Sync("argon2id", parameters));

function stepBehind(): void {
  // On Linux 0 names this thread alone; elsewhere it would be the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, Math.min(LAST, getPriority(0) + BEHIND_RATINGS));
  } catch {
    // Where the system forbids it, people sign in all the same.
  }
}
