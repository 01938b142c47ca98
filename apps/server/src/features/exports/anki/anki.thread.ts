// Runs in a worker thread. Writes an Anki collection from the pieces of the JSON, and replies to each when it is written.
import { parentPort, workerData } from "node:worker_threads";
import { type AnkiTask, createAnkiWriter } from "@repasa/card-files/anki-writing/anki-writer.ts";

/** A piece of the JSON, or null after the last. */
export type AnkiMessage = { readonly text: string; readonly records?: string } | null;

const collection = createAnkiWriter(workerData as AnkiTask);

parentPort?.on("message", (message: AnkiMessage) => {
  if (message === null) collection.end();
  else collection.write(message);
  parentPort?.postMessage(null);
});
