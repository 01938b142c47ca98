import { Readable } from "node:stream";
import { type MediaFile, prepareMedia } from "@repasa/card-files/media/media-file.ts";
import type { Media } from "@repasa/contract/media.ts";
import { type Context, perContext } from "#context.ts";
import { hasConfirmedAddress } from "#features/auth/auth.service.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Download, RawUpload, RequestedPart } from "#platform/http/call.ts";
import type { Config } from "#platform/process/config.ts";
import {
  insertMedia,
  insertSharedMedia,
  lockMedia,
  selectKnownMedia,
  selectMedia,
  selectMediaBytes,
  selectMediaPart,
  selectMediaRows,
  shareBytes,
} from "./media.queries.ts";
import { resolveRange } from "./media.ranges.ts";
import { receiveFile } from "./media.upload.ts";

const MB = 1024 * 1024;
const MAX_FILE_BYTES = 5 * MB;

/** The limit of accounts without a confirmed address, of which anybody can have many. */
const UNCONFIRMED_BYTES = 50 * MB;

/** The file name extension for each content type. */
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

export function addMedia(ctx: Context, owner: OwnerId, upload: RawUpload, now: Date): Promise<Media> {
  return receiveFile(ctx, owner, upload, MAX_FILE_BYTES, (data) => addFile(ctx, owner, data, now));
}

async function addFile(ctx: Context, owner: OwnerId, data: Buffer, now: Date): Promise<Media> {
  if (data.length === 0) throw new AppError("validation_failed", "El archivo está vacío");
  const file = await prepareMedia(data);
  if (!file) {
    throw new AppError(
      "unsupported_media_type",
      "Este archivo no se puede usar. Se admiten imágenes PNG, JPEG, GIF, WebP y AVIF, y audio MP3, OGG, WAV y M4A.",
    );
  }
  await ctx.db.transaction(async (transaction) => {
    const added = await storeMedia(ctx, transaction, owner, [file], now);
    await recheckMediaLimit(ctx, transaction, owner, added);
  });
  const { data: _, ...described } = file;
  return described;
}

type Limited = { config: Pick<Config, "mediaLimit"> };

/**
 * Stores files in an account, each of them once, and returns how many are new. Throws `limit_reached` if the account would then exceed
 * its limit, and `conflict` if it would exceed that of an account whose address is not confirmed; the transaction must not commit after that, nor before `recheckMediaLimit`.
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
  // Files that are already stored may be stored again, whatever the limit is.
  if (added > 0) await requireRoom(ctx, transaction, owner);
  return added;
}

/** Checks the limit again under a lock, as two concurrent additions could each have missed the other's rows. */
export async function recheckMediaLimit(
  ctx: Limited,
  transaction: Queryable,
  owner: OwnerId,
  added: number,
): Promise<void> {
  if (added === 0) return;
  await lockMedia(transaction, owner);
  await requireRoom(ctx, transaction, owner);
}

/**
 * Gives an account those of an author's files that it lacks, as far as there is room for them. Their bytes are stored once for all
 * accounts. Must be called at the end of a transaction: it locks the account's files.
 *
 * @returns The ids of the files for which there is no room. Those that the author lacks are not among them.
 */
export async function takeMedia(
  ctx: Limited,
  transaction: Queryable,
  owner: OwnerId,
  { author, ids, now }: { author: OwnerId; ids: readonly string[]; now: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = new Set(await selectKnownMedia(transaction, owner, ids));
  const rows = await selectMediaRows(
    transaction,
    author,
    ids.filter((id) => !known.has(id)),
  );
  if (rows.length === 0) return [];
  await lockMedia(transaction, owner);
  let room = (await findMediaLimit(ctx, transaction, owner)) - (await selectMediaBytes(transaction, owner));
  const taken = rows.filter(({ bytes }) => {
    const fits = bytes <= room;
    if (fits) room -= bytes;
    return fits;
  });
  const takenIds = taken.map(({ id }) => id);
  if (taken.length > 0) await shareBytes(transaction, author, takenIds, now);
  await insertSharedMedia(transaction, owner, taken, now);
  return rows.map(({ id }) => id).filter((id) => !takenIds.includes(id));
}

async function findMediaLimit({ config: { mediaLimit } }: Limited, db: Queryable, owner: OwnerId): Promise<number> {
  const limit = mediaLimit > 0 ? mediaLimit : Number.POSITIVE_INFINITY;
  return (await hasConfirmedAddress({ db }, owner)) ? limit : Math.min(limit, UNCONFIRMED_BYTES);
}

async function requireRoom({ config: { mediaLimit } }: Limited, db: Queryable, owner: OwnerId): Promise<void> {
  const bytes = await selectMediaBytes(db, owner);
  if (mediaLimit > 0 && bytes > mediaLimit) throw limitReached(mediaLimit);
  if (bytes > UNCONFIRMED_BYTES && !(await hasConfirmedAddress({ db }, owner))) {
    throw new AppError(
      "conflict",
      `Confirma tu correo para guardar más de ${UNCONFIRMED_BYTES / MB} MB de imágenes y audio: abre el enlace que te enviamos o pide otro en Ajustes.`,
    );
  }
}

function limitReached(limit: number): AppError {
  const room = limit < 1024 * MB ? `${limit / MB} MB` : `${(limit / (1024 * MB)).toLocaleString("es")} GB`;
  return new AppError("limit_reached", `Tu cuenta tiene sitio para ${room} de imágenes y audio, y esto ya no cabe.`);
}

const FILE_HEADERS = {
  "cache-control": "private, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "accept-ranges": "bytes",
};

export async function readMedia(ctx: Context, owner: OwnerId, id: string, requested: RequestedPart): Promise<Download> {
  const file = await selectMedia(ctx.db, owner, id);
  if (!file) throw mediaNotFound();
  const { contentType, bytes } = file;
  // Bytes with this id never change.
  const etag = `"${id}"`;
  const baseHeaders = { ...FILE_HEADERS, etag };
  const wanted = resolveRange(requested, etag, bytes);
  if (wanted === "known") return { status: 304, headers: baseHeaders, body: Buffer.alloc(0) };
  const headers = {
    ...baseHeaders,
    "content-type": contentType,
    "content-disposition": `inline; filename="${id.slice(0, 16)}.${mediaExtensions[contentType as Media["contentType"]]}"`,
  };
  if (wanted === "none") {
    return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` }, body: Buffer.alloc(0) };
  }
  const { from, length } = wanted === "all" ? { from: 0, length: bytes } : wanted;
  const body = await readBody(ctx, owner, id, { from, length });
  const sized = { ...headers, "content-length": String(length) };
  if (wanted === "all") return { headers: sized, body };
  return {
    status: 206,
    headers: { ...sized, "content-range": `bytes ${from}-${from + length - 1}/${bytes}` },
    body,
  };
}

/** The part of a file that is held in memory while a slow client reads it. */
const PIECE_BYTES = 128 * 1024;
/** Clients that read many files must not use up the connections to the database. */
const pieceTurns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 8, perAccount: 2, maxWaiting: 100_000 }));

async function readBody(
  ctx: Context,
  owner: OwnerId,
  id: string,
  { from, length }: { from: number; length: number },
): Promise<Uint8Array | Readable> {
  const pieceAt = async (at: number) => {
    const part = { from: from + at, length: Math.min(PIECE_BYTES, length - at) };
    const piece = await pieceTurns(ctx).run(owner, () => selectMediaPart(ctx.db, owner, id, part));
    // If the file was deleted in the meantime, the response is cut off.
    if (!piece) throw mediaNotFound();
    return piece;
  };
  const first = await pieceAt(0);
  if (length <= PIECE_BYTES) return first;
  async function* pieces() {
    yield first;
    for (let at = PIECE_BYTES; at < length; at += PIECE_BYTES) yield await pieceAt(at);
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Returns all bytes of a file; undefined if it does not exist. */
export function readMediaFile(db: Queryable, owner: OwnerId, id: string): Promise<Uint8Array | undefined> {
  return selectMediaPart(db, owner, id, { from: 0, length: MAX_FILE_BYTES });
}

export function mediaNotFound(): AppError {
  return notFound("El archivo no existe");
}
