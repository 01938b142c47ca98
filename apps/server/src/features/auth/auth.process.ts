// Computes password hashes in a process of the server's: a hash takes 50 ms of a core, and no other request should wait for it.
import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { constants, setPriority } from "node:os";
import { answerWork } from "#platform/concurrency/worker-tasks.ts";

lowerPriority();
answerWork(async (parameters: Argon2Parameters): Promise<Uint8Array> => argon2Sync("argon2id", parameters));

/** Gives way to everything else on the machine, so that ratings come first, and sign-ins wait. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The priority is only an optimisation, so a system may forbid it.
  }
}
