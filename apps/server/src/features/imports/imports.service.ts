import { isLossOfCards } from "@repasa/card-files/losses.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { importEndpoints, TableReading } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import { createLimitError, readRemainingRoom } from "#features/billing/billing.limits.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { WorkEnded } from "#platform/concurrency/workers.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { FormUpload } from "#platform/http/call.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ImportFailure, StoredPreview } from "#schema/imports.ts";
import { importJobs } from "./imports.jobs.ts";
import { rereadInProcess } from "./imports.processes.ts";
import { deletePieces, type ImportRow, selectImport, selectImports, updateImport } from "./imports.queries.ts";
import { storeUpload } from "./imports.upload.ts";
import { wordFailure } from "./imports.wording.ts";

const MAX_LISTED = 20;
const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;

export async function listImports(ctx: Context, owner: OwnerId): Promise<ImportRow[]> {
  return selectImports(ctx.db, owner, MAX_LISTED);
}

export async function readImport(ctx: Context, owner: OwnerId, id: string): Promise<ImportRow> {
  return requireImport(ctx, owner, id);
}

export async function createImport(ctx: Context, owner: OwnerId, moment: Moment, form: FormUpload): Promise<ImportRow> {
  return readImport(ctx, owner, await storeUpload(ctx, owner, moment, form));
}

export async function startImport(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: string,
  { options }: BodyOf<typeof importEndpoints.start>,
): Promise<ImportRow> {
  const row = await requireImport(ctx, owner, id);
  if (row.status !== "ready" || row.preview === null) throw conflict("Esta importación no está lista para empezar");
  if (options.folderId !== undefined) await requireFolder(ctx, owner, options.folderId);
  const preview = await previewWithOptions(ctx, owner, moment, row, options);
  await requireRoomForImport(ctx, owner, preview, options);
  const started = await ctx.db.transaction(async (transaction) => {
    const catchUp = preview.study?.catchUp;
    const change = {
      status: "running",
      options: { ...options, ...(catchUp && { catchUp }) },
      preview,
      error: null,
      timeZone: moment.timeZone,
      done: 0,
      total: preview.cards,
    } as const;
    const running = await updateImport(transaction, owner, id, "ready", { ...change, aliveAt: moment.now });
    if (running) await ctx.enqueue(transaction, importJobs.write, [{ userId: owner, importId: id }]);
    return running;
  });
  if (!started) throw conflict("Esta importación ya ha empezado");
  return started;
}

export async function cancelImport(ctx: Context, owner: OwnerId, id: string): Promise<ImportRow> {
  const row = await requireImport(ctx, owner, id);
  for (const status of ["reading", "ready"] as const) {
    const cancelled = await ctx.db.transaction(async (transaction) => {
      const changed = await updateImport(transaction, owner, id, status, { status: "cancelled" });
      if (changed) await deletePieces(transaction, owner, id);
      return changed;
    });
    if (cancelled) return cancelled;
  }
  // The import process checks this flag while it writes, and again before it commits.
  const marked = await updateImport(ctx.db, owner, id, "running", { cancelled: true });
  if (!marked)
    throw conflict(row.status === "cancelled" ? "Esta importación ya se canceló" : "Esta importación ya ha terminado");
  return marked;
}

export async function undoImport(ctx: Context, owner: OwnerId, moment: Moment, id: string): Promise<ImportRow> {
  const row = await requireImport(ctx, owner, id);
  if (row.format === "share") throw conflict("Esto no se puede deshacer: elimina la carpeta si ya no la quieres");
  if (row.status !== "done") throw conflict("Solo se puede deshacer una importación terminada, y una vez");
  if (moment.now.getTime() - row.createdAt.getTime() > UNDO_DAYS * DAY_MS) {
    throw conflict(`Una importación se puede deshacer durante ${UNDO_DAYS} días`);
  }
  const undoing = await ctx.db.transaction(async (transaction) => {
    const change = { status: "undoing", timeZone: moment.timeZone, aliveAt: moment.now } as const;
    const changed = await updateImport(transaction, owner, id, "done", change);
    if (changed?.brought?.lostUndoData) {
      throw conflict("Esta importación ya no se puede deshacer: has importado mucho después");
    }
    if (changed) await ctx.enqueue(transaction, importJobs.undo, [{ userId: owner, importId: id }]);
    return changed;
  });
  if (!undoing) throw conflict("Esta importación ya se está deshaciendo");
  return undoing;
}

/** Returns the preview under the chosen options. The file is read again if they change how its table is read. */
async function previewWithOptions(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  row: ImportRow,
  options: ImportOptions,
): Promise<StoredPreview> {
  const preview = row.preview as StoredPreview;
  const room = await readRemainingRoom(ctx, owner);
  // The chosen folder decides which cards are duplicates, and their number matters if there is a limit.
  const mustRecount = options.folderId !== undefined && room.cards !== null;
  if (!mustRecount && !isReadDifferently(preview.table, options)) {
    if (row.error) throw invalid(wordFailure(row.error).message);
    return preview;
  }
  const work = { owner, importId: row.id, fileName: row.fileName, moment: () => moment, options };
  const outcome = await rereadInProcess(ctx, work).catch((error: unknown) => {
    if (error instanceof WorkEnded) throw invalid("Leer el archivo así tarda demasiado");
    throw error;
  });
  if (outcome.what === "failed") throw invalid(wordFailure(outcome.error).message);
  if (outcome.what !== "read") throw new Error(`reading came to ${outcome.what}`);
  if (outcome.preview.cards === 0) throw invalid("Leído así, el archivo no tiene ninguna carta");
  return outcome.preview;
}

function isReadDifferently(table: TableReading | undefined, { separator, header, columns }: ImportOptions): boolean {
  // A list that was recognised as notes is read as a table if a separator is requested.
  if (table === undefined) return Boolean(separator);
  const formatColumns = ({ front, back, tags, folder, extra }: NonNullable<ImportOptions["columns"]>) =>
    String([front, back, tags ?? null, folder ?? null, extra ?? null]);
  return (
    (separator !== undefined && separator !== table.separator) ||
    (header !== undefined && header !== table.header) ||
    (columns !== undefined && formatColumns(columns) !== formatColumns(table.columns))
  );
}

/** Throws if the account has no room. Writing checks this again, because cards may be added before. */
async function requireRoomForImport(
  ctx: Context,
  owner: OwnerId,
  preview: StoredPreview,
  options: ImportOptions,
): Promise<void> {
  const room = await readRemainingRoom(ctx, owner);
  const cards = preview.cards - (options.duplicates === "add" ? 0 : preview.duplicates);
  const folders = options.folderId === undefined ? preview.folders.filter(({ existing }) => !existing).length : 0;
  if (room.cards !== null && cards > room.cards) throw createLimitError(ctx, "cards");
  if (room.folders !== null && folders > room.folders) throw createLimitError(ctx, "folders");
}

async function requireImport(ctx: Context, owner: OwnerId, id: string): Promise<ImportRow> {
  const row = id === NOT_A_UUID ? undefined : await selectImport(ctx.db, owner, id);
  if (!row) throw notFound("La importación no existe");
  return row;
}

/** Returns the reason why a file has no cards to import; null if it has some. A table may still be read differently. */
export function findNoCardsFailure({ cards, folders, reviews, unsupported }: StoredPreview): ImportFailure | null {
  if (cards > 0) return null;
  const [main] = unsupported
    .flatMap((loss) => ("key" in loss && isLossOfCards(loss.key) ? [{ key: loss.key, count: loss.count }] : []))
    .toSorted((a, b) => b.count - a.count);
  // A copy of an account whose cards were all deleted still has folders or reviews to import.
  if (main === undefined && folders.length + reviews > 0) return null;
  return { code: "no_cards", key: "noImportableCards", loss: main?.key ?? null, count: main?.count ?? 0 };
}

function conflict(message: string): AppError {
  return new AppError("conflict", message);
}

function invalid(message: string): AppError {
  return new AppError("validation_failed", message);
}
