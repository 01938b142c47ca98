// Reads zip archives from untrusted sources: only requested entries are unpacked, to paths that the caller chooses, within limits.
import { createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createZstdDecompress, zstdDecompressSync } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { UnreadableFile } from "#unreadable-file.ts";

/** The largest shared collections have fewer entries. The list of names takes memory too. */
const MOST_ENTRIES = 60_000;
const LONGEST_NAME = 1000;

export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Returns the bytes of an entry, decompressed again if they are Zstandard; null beyond `most` of them. */
  read(name: string, most: number): Promise<Buffer | null>;
  /**
   * Unpacks an entry to a file.
   *
   * @throws UnreadableFile beyond `most` bytes, or if the entry is missing or damaged.
   */
  extract(name: string, path: string, most: number): Promise<void>;
  close(): void;
}

const openZip = promisify<string, object, ZipFile>(open as never);

export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(() => {
    throw new UnreadableFile("damaged");
  });
  zip.on("error", () => {});
  const entries = await listEntries(zip).catch((error: unknown) => {
    zip.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  });
  const streamOf = (name: string) => entryStream(zip, entries.get(name));
  return {
    names: new Set(entries.keys()),
    read: async (name, most) => {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > most) return null;
      return unpacked(await readAll(await streamOf(name), most), most);
    },
    extract: async (name, path, most) => {
      const entry = entries.get(name);
      if (entry && entry.uncompressedSize > most) throw new UnreadableFile("archiveTooLarge");
      await extract(await streamOf(name), path, most);
    },
    close: () => zip.close(),
  };
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) {
    throw new UnreadableFile("tooManyFiles");
  }
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      if (entry.isEncrypted()) {
        reject(new UnreadableFile("passwordProtected"));
        return;
      }
      const name = (entry.fileName as unknown as Buffer).toString("utf8");
      if (name.length <= LONGEST_NAME && !entries.has(name)) entries.set(name, entry);
      if (entries.size > MOST_ENTRIES) reject(new UnreadableFile("archiveTooLarge"));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function entryStream(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (!entry) reject(new UnreadableFile("damaged"));
    else
      zip.openReadStream(entry, (error, stream) =>
        error || !stream ? reject(new UnreadableFile("damaged")) : resolve(stream),
      );
  });
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A window of 32 MB, which a decoder must hold in memory. Anki's frames need 8. */
const ZSTD_LIMITS = { [constants.ZSTD_d_windowLogMax]: 25 };

async function readAll(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) break;
      chunks.push(chunk);
    }
  } catch {
    throw new UnreadableFile("damaged");
  }
  if (bytes > most) throw new UnreadableFile("archiveTooLarge");
  return Buffer.concat(chunks);
}

function unpacked(data: Buffer, most: number): Buffer | null {
  if (!data.subarray(0, 4).equals(ZSTD)) return data;
  try {
    return zstdDecompressSync(data, { maxOutputLength: most, params: ZSTD_LIMITS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return null;
    throw new UnreadableFile("damaged");
  }
}

/** Unpacks a stream, also if its first bytes are those of Zstandard. Sizes that the archive states are not trusted. */
async function extract(stream: Readable, path: string, most: number): Promise<void> {
  try {
    const [first, whole] = await peeked(stream);
    const file = createWriteStream(path, { mode: 0o600 });
    const isZstd = first.subarray(0, 4).equals(ZSTD);
    if (isZstd) await pipeline(whole, createZstdDecompress({ params: ZSTD_LIMITS }), limited(most), file);
    else await pipeline(whole, limited(most), file);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  } finally {
    stream.destroy();
  }
}

async function peeked(stream: Readable): Promise<[Buffer, AsyncIterable<Buffer>]> {
  const chunks = stream[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < ZSTD.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  async function* whole() {
    yield first;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) return;
      yield value as Buffer;
    }
  }
  return [first, whole()];
}

function limited(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new UnreadableFile("archiveTooLarge"));
      else done(null, chunk);
    },
  });
}
