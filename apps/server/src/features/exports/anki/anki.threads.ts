import type { AnkiTask } from "@repasa/card-files/anki-writing/anki-writer.ts";
import { startThread } from "#platform/concurrency/threads.ts";
import type { Piece } from "../exports.json.ts";
import type { AnkiMessage } from "./anki.thread.ts";

/** The memory limit of a thread. A card is read together with all its reviews. */
const MEMORY_MB = 80;

/** Writes a collection in a worker thread from the pieces of the JSON. The next piece is read while one is written. */
export async function writeCollection(
  task: AnkiTask,
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): Promise<void> {
  const thread = startThread(new URL("./anki.thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  const write = (message: AnkiMessage) => thread.ask<null>(message, signal);
  try {
    let writing: Promise<unknown> = Promise.resolve();
    for await (const piece of pieces) {
      await writing;
      writing = write(piece);
      // Prevents an unhandled rejection if reading the next piece fails before this one is awaited.
      writing.catch(() => {});
    }
    await writing;
    await write(null);
  } finally {
    await thread.end();
  }
}
