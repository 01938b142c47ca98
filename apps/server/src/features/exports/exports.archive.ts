import type { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

export type Entry = {
  readonly name: string;
  /** False for images and sounds, which are compressed already. */
  readonly compress: boolean;
  /** Called when the entry is read. */
  readonly open: () => Promise<Readable>;
};

/** Creates a zip whose entries are opened one after another while it is read. Destroying it destroys the open entry. */
export function createZip(entries: readonly Entry[], now: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  // The type declarations of the library omit that it is an event emitter.
  (zip as unknown as NodeJS.EventEmitter).on("error", (error: Error) => output.destroy(error));
  output.once("close", () => current?.destroy());
  for (const { name, compress, open } of entries) {
    zip.addReadStreamLazy(name, { compress, mtime: now }, (provide) => {
      open().then(
        (opened) => {
          current = opened;
          // The library would wait forever for a source that fails.
          opened.once("error", (error) => output.destroy(error));
          if (output.destroyed) opened.destroy();
          else provide(null, opened);
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end();
  return output;
}
