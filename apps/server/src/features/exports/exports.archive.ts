import type { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

export type Entry = {
  readonly name: string;
  /** Images and sounds do not shrink. */
  readonly compress: boolean;
  /** Called when its turn has come. */
  readonly open: () => Promise<Readable>;
};

/** A zip of entries that are opened one after another as it is read. Whoever destroys it destroys the open one. */
export function zipped(entries: readonly Entry[], now: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  // The library's declarations know no emitter.
  (zip as unknown as NodeJS.EventEmitter).on("error", (error: Error) => output.destroy(error));
  output.once("close", () => current?.destroy());
  for (const { name, compress, open } of entries) {
    zip.addReadStreamLazy(name, { compress, mtime: now }, (give) => {
      open().then(
        (opened) => {
          current = opened;
          // The library would wait forever for a source that fails.
          opened.once("error", (error) => output.destroy(error));
          if (output.destroyed) opened.destroy();
          else give(null, opened);
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end();
  return output;
}
