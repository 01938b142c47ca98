import { createHash } from "node:crypto";
import type { Media } from "@repasa/contract/media.ts";
import { AppError, notFound } from "#app-error.ts";
import type { Config } from "#config.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import type { AskedPart, Download, RawUpload } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { inspectMedia } from "./media.inspect.ts";
import {
  insertMedia,
  lockMedia,
  type MediaFile,
  selectKnownMedia,
  selectMedia,
  selectMediaBytes,
  selectMediaPart,
} from "./media.queries.ts";
import { wantedOf } from "./media.ranges.ts";

export { hasImageHeader, type Inspected, inspectMedia } from "./media.inspect.ts";
export type { MediaFile } from "./media.queries.ts";

const MB = 1024 * 1024;
const LARGEST_FILE = 5 * MB;

/** How a file's name ends, by its type. */
export const mediaExtensions: Record<Media["contentType"], string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/mp4": "m4a",
};

export async function addMedia(ctx: Context, owner: OwnerId, upload: RawUpload, now: Date): Promise<Media> {
  const data = await readUpload(upload);
  if (data.length === 0) throw new AppError("validation_failed", "El archivo está vacío");
  const found = await inspectMedia(data);
  if (!found) {
    throw new AppError(
      "unsupported_media_type",
      "Este archivo no se puede usar. Se admiten imágenes PNG, JPEG, GIF, WebP y AVIF, y audio MP3, OGG, WAV y M4A.",
    );
  }
  const described = { id: createHash("sha256").update(data).digest("hex"), bytes: data.length, ...found };
  await ctx.db.transaction(async (transaction) => {
    const added = await storeMedia(ctx, transaction, owner, [{ ...described, data }], now);
    await settleMedia(ctx, transaction, owner, added);
  });
  return described;
}

/** All of the body; no more than fits is ever held. */
async function readUpload({ stream, length }: RawUpload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = length ?? 0;
  if (bytes <= LARGEST_FILE) {
    bytes = 0;
    // A destroyed request could not be answered.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > LARGEST_FILE) break;
      chunks.push(chunk);
    }
  }
  if (bytes <= LARGEST_FILE) return Buffer.concat(chunks);
  // What still comes is let go.
  stream.resume();
  throw new AppError("payload_too_large", `El archivo no puede superar los ${LARGEST_FILE / MB} MB`);
}

type Limited = { config: Pick<Config, "mediaLimit"> };

/**
 * Keeps files in an account, each once however often it is stored, and says how many are new. In a transaction, which must not
 * commit after the `limit_reached` that this throws where an account would then hold too much, nor before `settleMedia`.
 */
export async function storeMedia(
  ctx: Limited,
  transaction: Queryable,
  owner: OwnerId,
  files: readonly MediaFile[],
  now: Date,
): Promise<number> {
  const distinct = [...new Map(files.map((file) => [file.id, file])).values()];
  if (distinct.length === 0) return 0;
  const ids = distinct.map(({ id }) => id);
  const known = await selectKnownMedia(transaction, owner, ids);
  await insertMedia(transaction, owner, distinct, now);
  const added = ids.length - known.length;
  // What is there already is stored again whatever the limit says.
  if (added > 0) await requireRoom(ctx, transaction, owner);
  return added;
}

/** Looks at the limit for the last time: of two additions at once each could have counted without the other's. */
export async function settleMedia(ctx: Limited, transaction: Queryable, owner: OwnerId, added: number): Promise<void> {
  if (added === 0 || ctx.config.mediaLimit === 0) return;
  await lockMedia(transaction, owner);
  await requireRoom(ctx, transaction, owner);
}

async function requireRoom({ config: { mediaLimit } }: Limited, db: Queryable, owner: OwnerId): Promise<void> {
  if (mediaLimit > 0 && (await selectMediaBytes(db, owner)) > mediaLimit) throw limitReached(mediaLimit);
}

function limitReached(limit: number): AppError {
  const room = limit < 1024 * MB ? `${limit / MB} MB` : `${(limit / (1024 * MB)).toLocaleString("es")} GB`;
  return new AppError("limit_reached", `Tu cuenta tiene sitio para ${room} de imágenes y audio, y esto ya no cabe.`);
}

const ALWAYS = {
  "cache-control": "private, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "accept-ranges": "bytes",
};

export async function readMedia(ctx: Context, owner: OwnerId, id: string, asked: AskedPart): Promise<Download> {
  const file = await selectMedia(ctx.db, owner, id);
  if (!file) throw mediaNotFound();
  const { contentType, bytes } = file;
  // Bytes with this id never change.
  const etag = `"${id}"`;
  const always = { ...ALWAYS, etag };
  const wanted = wantedOf(asked, etag, bytes);
  if (wanted === "known") return { status: 304, headers: always, body: Buffer.alloc(0) };
  const headers = {
    ...always,
    "content-type": contentType,
    "content-disposition": `inline; filename="${id.slice(0, 16)}.${mediaExtensions[contentType as Media["contentType"]]}"`,
  };
  if (wanted === "none") {
    return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` }, body: Buffer.alloc(0) };
  }
  const { from, length } = wanted === "all" ? { from: 0, length: bytes } : wanted;
  const part = await selectMediaPart(ctx.db, owner, id, { from, length });
  if (!part) throw mediaNotFound();
  if (wanted === "all") return { headers, body: part };
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${from}-${from + length - 1}/${bytes}` },
    body: part,
  };
}

/** All of a file's bytes; undefined where there is no such file. */
export function readMediaFile(db: Queryable, owner: OwnerId, id: string): Promise<Uint8Array | undefined> {
  return selectMediaPart(db, owner, id, { from: 0, length: LARGEST_FILE });
}

function mediaNotFound(): AppError {
  return notFound("El archivo no existe");
}
