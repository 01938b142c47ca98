import type { AnkiTask } from "@repasa/card-files/anki-writing/anki-writer.ts";
import { startThread } from "#platform/concurrency/threads.ts";
import type { Piece } from "../exports.json.ts";
import type { AnkiMessage } from "./anki.thread.ts";

/** The limit of a thread's memory; a card is read with all its reviews at once. */
const MEMORY_MB = 80;

/** Writes a collection in a thread of its own, from the pieces of the JSON; the next piece is read while one is written. */
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
      // If reading the next piece fails first, nothing awaits this one.
      writing.catch(() => {});
    }
    await writing;
    await write(null);
  } finally {
    await thread.end();
  }
}
