import { Worker } from "node:worker_threads";
import type { Weights } from "@repasa/scheduler/memory.ts";
import type { Folded, Learned, Task } from "./memory.thread.ts";

/** @param learnedFrom How many reviews taught at the last fit, null if there was none. */
export function learnInThread(log: string, learnedFrom: number | null): Promise<Learned> {
  return inThread({ what: "learn", log, learnedFrom });
}

export function foldInThread(log: string, weights: Weights | null): Promise<Folded> {
  return inThread({ what: "fold", log, weights });
}

function inThread<Result>(task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./memory.thread.ts", import.meta.url), { workerData: task });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the thread ended without a result")));
  });
}
