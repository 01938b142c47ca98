import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Piece } from "../exports.json.ts";
import type { AnkiTask } from "./anki.collection.ts";
import type { AnkiMessage } from "./anki.thread.ts";

/** What a thread may hold; a card with all its reviews is read whole. */
const MEMORY_MB = 80;

/** Writes a collection in a thread of its own, from the pieces of the JSON; while one is written the next is read. */
export async function writeCollection(
  task: AnkiTask,
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL("./anki.thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  const ended = new Promise<never>((_, reject) => {
    worker.once("error", reject).once("exit", () => reject(new Error("the thread ended before the collection")));
  });
  // Also while nobody waits: what nobody listens to would end the server.
  ended.catch(() => {});
  const write = async (message: AnkiMessage) => {
    const written = once(worker, "message", { signal });
    worker.postMessage(message);
    await Promise.race([written, ended]);
  };
  try {
    let writing = Promise.resolve();
    for await (const piece of pieces) {
      await writing;
      writing = write(piece);
      // Where the next piece fails first, nobody waits for this one.
      writing.catch(() => {});
    }
    await writing;
    await write(null);
  } finally {
    await worker.terminate();
  }
}
