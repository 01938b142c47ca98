import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { type Context, perContext } from "#context.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { RawUpload } from "#platform/http/call.ts";

const MB = 1024 * 1024;

/** The number of files in memory at a time. A file is only loaded once it has arrived completely. */
const turns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 4 }));

/** Receives a file of at most `limit` bytes and passes it on. It is buffered on disk until it has arrived completely. */
export async function receiveFile<T>(
  ctx: Context,
  owner: OwnerId,
  { stream, length }: RawUpload,
  limit: number,
  use: (data: Buffer) => Promise<T>,
): Promise<T> {
  if (length !== null && length > limit) throw tooLarge(stream, limit);
  const file = await openNameless(path.join(ctx.config.dataDir, "uploads"));
  try {
    const bytes = await write(stream, file, limit);
    return await turns(ctx).run(owner, async () => {
      const { buffer } = await file.read(Buffer.allocUnsafeSlow(bytes), 0, bytes, 0);
      return use(buffer);
    });
  } finally {
    await file.close();
  }
}

/** Opens a file without a name, which disappears when it is closed or when this process ends, even by a crash. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, randomUUID());
  const file = await open(name, "wx+", 0o600);
  await unlink(name);
  return file;
}

/** @returns The number of bytes received. */
async function write(stream: Readable, file: FileHandle, limit: number): Promise<number> {
  let bytes = 0;
  // A request cannot be answered once its stream is destroyed.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge(stream, limit);
    await file.appendFile(chunk);
  }
  return bytes;
}

function tooLarge(stream: Readable, limit: number): AppError {
  // Clients send the whole body before they read the response, so the rest is received and dropped.
  stream.resume();
  return new AppError("payload_too_large", `El archivo no puede superar los ${limit / MB} MB`);
}
