import type { Weights } from "@repasa/scheduler/memory.ts";
import { inThread } from "#platform/concurrency/threads.ts";
import type { Folded, Learned, Task } from "./memory.thread.ts";

/** @param learnedFrom The number of reviews that the last fit has learned from; null if there was none. */
export function learnInThread(log: string, learnedFrom: number | null): Promise<Learned> {
  return inMemoryThread({ what: "learn", log, learnedFrom });
}

export function foldInThread(log: string, weights: Weights | null): Promise<Folded> {
  return inMemoryThread({ what: "fold", log, weights });
}

function inMemoryThread<Result>(task: Task): Promise<Result> {
  return inThread(new URL("./memory.thread.ts", import.meta.url), task);
}
