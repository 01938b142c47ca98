// Folders that are followed as an import, because they are too large for a call.
import { randomUUID } from "node:crypto";
import type { ImportResult } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import { isDatabaseUnavailable, isOutOfTime } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ImportFailure } from "#schema/imports.ts";
import {
  type ImportRow,
  insertImport,
  lockUploads,
  selectImport,
  selectRunningShareImport,
  updateImport,
  updateProgress,
  updateUploadedFile,
} from "./imports.queries.ts";

type Shared = { readonly author: OwnerId; readonly folderId: number };

/**
 * Returns the import that brings an author's folder now. Until the transaction ends no other begins, so that the caller can add one if
 * there is none.
 */
export async function findShareImport(
  transaction: Queryable,
  owner: OwnerId,
  { author, folderId }: Shared,
): Promise<ImportRow | undefined> {
  await lockUploads(transaction, owner);
  return selectRunningShareImport(transaction, owner, { author, folderId });
}

/** Adds a running import of an author's folder with a number of cards. The caller enqueues its job. */
export async function addShareImport(
  transaction: Queryable,
  owner: OwnerId,
  moment: Moment,
  { author, folderId, name, cards }: Shared & { name: string; cards: number },
): Promise<ImportRow> {
  const id = randomUUID();
  await insertImport(transaction, owner, { id, createdAt: moment.now, timeZone: moment.timeZone });
  // Nothing is uploaded: an import without a byte counts as one that has not arrived.
  await updateUploadedFile(transaction, owner, id, { fileName: name, fileBytes: 1 });
  const options = { shared: { author, folderId } };
  const running = { status: "running", format: "share", options, done: 0, total: cards, aliveAt: moment.now } as const;
  return (await updateImport(transaction, owner, id, "reading", running)) as ImportRow;
}

/** Notes a further link through which the folder of a running import was asked for. */
export async function addLink(
  transaction: Queryable,
  owner: OwnerId,
  { id, options }: ImportRow,
  link: number,
): Promise<void> {
  const { shared } = options ?? {};
  if (!shared) return;
  const links = [...new Set([...(shared.links ?? []), link])];
  await updateImport(transaction, owner, id, "running", { options: { ...options, shared: { ...shared, links } } });
}

/** Returns the further links through which the folder of an import was asked for until now. */
export async function listLinks({ db }: Context, owner: OwnerId, id: string): Promise<readonly number[]> {
  return (await selectImport(db, owner, id))?.options?.shared?.links ?? [];
}

/** Thrown within the work of an import that its user has cancelled, so that its transaction leaves nothing behind. */
class Cancelled extends Error {}

type Ended = Pick<Partial<ImportRow>, "status" | "done" | "result" | "error">;
type Report = (done: number) => Promise<void>;
type Outcome = Pick<ImportResult, "cards"> & { folderId: number; missingMedia: string[] };

/** Runs the work of an import of a folder. The work reports each portion, after which a cancelled import ends. */
export async function runShareImport(
  ctx: Context,
  owner: OwnerId,
  id: string,
  work: (row: ImportRow, report: Report) => Promise<Outcome>,
): Promise<void> {
  const row = await selectImport(ctx.db, owner, id);
  if (row?.status !== "running") return;
  const end = (change: Ended) => updateImport(ctx.db, owner, id, "running", { ...change, options: null });
  const report = async (done: number) => {
    const present = await updateProgress(ctx.db, owner, id, "running", { aliveAt: ctx.clock.now(), done });
    if (!present || present.cancelled) throw new Cancelled();
  };
  try {
    await report(0);
    const { cards, folderId, missingMedia } = await work(row, report);
    const none = { updated: 0, skipped: 0, reviews: 0, media: 0, kept: 0 };
    const result = { folders: 1, cards, ...none, folderId, missingMedia };
    await end({ status: "done", done: row.total, result });
  } catch (error) {
    if (isDatabaseUnavailable(error) || isOutOfTime(error)) throw error;
    await end(
      error instanceof Cancelled
        ? { status: "cancelled" }
        : { status: "failed", error: describeFailure(ctx, id, error) },
    );
  }
}

function describeFailure(ctx: Context, importId: string, error: unknown): ImportFailure {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  ctx.log.error({ err: error, importId }, "a folder could not be followed");
  return { code: "internal", key: "internal" };
}
