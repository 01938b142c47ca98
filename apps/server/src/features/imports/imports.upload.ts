import { randomUUID } from "node:crypto";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { FormPart, FormUpload } from "#platform/http/call.ts";
import { bytesOf } from "#platform/http/files.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { importJobs } from "./imports.jobs.ts";
import {
  deleteImport,
  deletePieces,
  insertImport,
  insertPiece,
  lockUploads,
  selectUnfinishedImports,
  updateImport,
  updateUploadedFile,
} from "./imports.queries.ts";

const PIECE_BYTES = 1024 * 1024;
const MAX_UNFINISHED = 3;
/** An upload that takes longer is considered broken. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;
const MAX_FILE_NAME_LENGTH = 255;

/** Stores the file or text of a form in pieces and enqueues reading it. An invalid or interrupted upload is deleted. */
export async function storeUpload(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { parts }: FormUpload,
): Promise<string> {
  const importId = randomUUID();
  await reserveUpload(ctx, owner, moment, importId);
  const arrived = { fileName: null as string | null, fileBytes: 0 };
  try {
    for await (const part of parts) {
      if (!isFileOrText(part)) {
        if ("file" in part) part.file.resume();
        continue;
      }
      if (arrived.fileBytes > 0) throw invalid("Envía un archivo o un texto, no varios");
      arrived.fileName = "file" in part ? cleanFileName(part.fileName) : null;
      arrived.fileBytes = await storePieces(ctx, owner, importId, part);
    }
    if (arrived.fileBytes === 0) throw invalid("Falta el archivo, o un texto");
    await ctx.db.transaction(async (transaction) => {
      await updateUploadedFile(transaction, owner, importId, arrived);
      await ctx.enqueue(transaction, importJobs.read, [{ userId: owner, importId }]);
    });
    return importId;
  } catch (error) {
    await deleteImport(ctx.db, owner, importId);
    throw error;
  }
}

function isFileOrText(part: FormPart): boolean {
  return "file" in part ? part.name === "file" : part.name === "text" && part.text.trim() !== "";
}

/** Inserts the import. If the account has `MAX_UNFINISHED` unfinished ones, cancels the oldest that was not started. */
function reserveUpload(ctx: Context, owner: OwnerId, { now, timeZone }: Moment, importId: string): Promise<void> {
  return ctx.db.transaction(async (transaction) => {
    await lockUploads(transaction, owner);
    await cancelOldest(transaction, owner, new Date(now.getTime() - UPLOAD_TIMEOUT_MS));
    await insertImport(transaction, owner, { id: importId, createdAt: now, timeZone });
  });
}

async function cancelOldest(db: Queryable, owner: OwnerId, arrivingSince: Date): Promise<void> {
  const unfinished = await selectUnfinishedImports(db, owner, arrivingSince);
  if (unfinished.length < MAX_UNFINISHED) return;
  const oldest = unfinished.find(({ status }) => status === "ready");
  if (!oldest) throw new AppError("conflict", "Ya hay varias importaciones en marcha. Espera a que terminen.");
  await updateImport(db, owner, oldest.id, "ready", { status: "cancelled" });
  await deletePieces(db, owner, oldest.id);
}

async function storePieces(ctx: Context, owner: OwnerId, importId: string, part: FormPart): Promise<number> {
  const limit = ctx.config.importLimitBytes;
  let bytes = 0;
  let pieces = 0;
  const chunks = "file" in part ? bytesOf(part.file) : [Buffer.from(part.text.toWellFormed())];
  // Each piece is stored before the next one is read, so that a client sends no faster than the database writes.
  for await (const piece of splitIntoPieces(chunks)) {
    bytes += piece.length;
    if (bytes > limit) throw tooLarge(limit);
    await insertPiece(ctx.db, owner, importId, pieces++, piece);
  }
  if (bytes === 0) throw invalid("El archivo está vacío");
  return bytes;
}

async function* splitIntoPieces(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + PIECE_BYTES - bytes);
      collected.push(taken);
      bytes += taken.length;
      from += taken.length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(collected);
      collected = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(collected);
}

/** Returns the last part of a path, without control characters. */
function cleanFileName(sent: string | undefined): string {
  const last = (sent ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/\p{Cc}/gu, "").trim();
  return name.slice(-MAX_FILE_NAME_LENGTH).toWellFormed() || "archivo";
}

function invalid(message: string): AppError {
  return new AppError("validation_failed", message);
}

function tooLarge(limit: number): AppError {
  return new AppError("payload_too_large", `El archivo puede tener hasta ${Math.round(limit / 1024 / 1024)} MB`);
}
