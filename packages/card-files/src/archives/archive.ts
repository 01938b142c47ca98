// Reads zip archives from untrusted sources: only requested entries are unpacked, to paths that the caller chooses, within limits.
import { createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createZstdDecompress, zstdDecompressSync } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { UnreadableFile } from "#unreadable-file.ts";

/** The largest shared collections have fewer entries. The list of names takes memory too. */
const MAX_ENTRIES = 60_000;
const MAX_NAME_LENGTH = 1000;

export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Returns the bytes of an entry, decompressed once more if they are Zstandard; null if there are more than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  /**
   * Unpacks an entry to a file.
   *
   * @throws UnreadableFile if there are more than `maxBytes` bytes, or if the entry is missing or damaged.
   */
  extract(name: string, path: string, maxBytes: number): Promise<void>;
  close(): void;
}

const openZip = promisify<string, object, ZipFile>(open as never);

/**
 * Opens a zip file and lists its entries; the caller closes the archive.
 *
 * @throws UnreadableFile `damaged` if it is no zip file or its list of entries cannot be read.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(() => {
    throw new UnreadableFile("damaged");
  });
  zip.on("error", () => {});
  const entries = await listEntries(zip).catch((error: unknown) => {
    zip.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  });
  const openStream = (name: string) => openEntryStream(zip, entries.get(name));
  return {
    names: new Set(entries.keys()),
    read: async (name, maxBytes) => {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > maxBytes) return null;
      return decompress(await readAll(await openStream(name), maxBytes), maxBytes);
    },
    extract: async (name, path, maxBytes) => {
      const entry = entries.get(name);
      if (entry && entry.uncompressedSize > maxBytes) throw new UnreadableFile("archiveTooLarge");
      await extract(await openStream(name), path, maxBytes);
    },
    close: () => zip.close(),
  };
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) {
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
      if (name.length <= MAX_NAME_LENGTH && !entries.has(name)) entries.set(name, entry);
      if (entries.size > MAX_ENTRIES) reject(new UnreadableFile("archiveTooLarge"));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntryStream(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
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

async function readAll(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw new UnreadableFile("damaged");
  }
  if (bytes > maxBytes) throw new UnreadableFile("archiveTooLarge");
  return Buffer.concat(chunks);
}

function decompress(data: Buffer, maxBytes: number): Buffer | null {
  if (!data.subarray(0, 4).equals(ZSTD)) return data;
  try {
    return zstdDecompressSync(data, { maxOutputLength: maxBytes, params: ZSTD_LIMITS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return null;
    throw new UnreadableFile("damaged");
  }
}

/** Unpacks a stream, and decompresses it if it begins like Zstandard. Sizes that the archive states are not trusted. */
async function extract(stream: Readable, path: string, maxBytes: number): Promise<void> {
  try {
    const [first, whole] = await peekStart(stream);
    const file = createWriteStream(path, { mode: 0o600 });
    const isZstd = first.subarray(0, 4).equals(ZSTD);
    if (isZstd) await pipeline(whole, createZstdDecompress({ params: ZSTD_LIMITS }), createLimiter(maxBytes), file);
    else await pipeline(whole, createLimiter(maxBytes), file);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  } finally {
    stream.destroy();
  }
}

async function peekStart(stream: Readable): Promise<[Buffer, AsyncIterable<Buffer>]> {
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

function createLimiter(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new UnreadableFile("archiveTooLarge"));
      else done(null, chunk);
    },
  });
}
