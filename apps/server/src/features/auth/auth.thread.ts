// Computes password hashes in a thread of the server: a hash takes 50 ms of a core, and no other request should wait for it.
import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";

/** Added to the nice value of the server's threads, so that ratings come before password hashes. */
const NICE_INCREMENT = 5;
const MAX_NICE = 19;

lowerPriority();
answerTasks((parameters: Argon2Parameters) => argon2Sync("argon2id", parameters));

function lowerPriority(): void {
  // On Linux, 0 is this thread alone; on other systems it is the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, Math.min(MAX_NICE, getPriority(0) + NICE_INCREMENT));
  } catch {
    // The priority is only an optimisation, so a system may forbid it.
  }
}
