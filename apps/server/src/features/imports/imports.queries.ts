import type { ImportStatus } from "@repasa/contract/imports.ts";
import { dayStartHour } from "#features/schedule/schedule.queries.ts";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, UPLOADS_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { importCards, importFiles, importFolders, imports, type StoredOptions } from "#schema/imports.ts";

/** Digests the contents and the schedule of a row of `cards` named `card`, but not its memory state, which new weights change too. */
export const cardDigest = sql`md5(concat_ws(chr(31), card.folder_id, card.front, card.back, card.format, card.tags::text,
  card.suspended, card.review_count, extract(epoch from card.last_reviewed_at), card.next_review_date))`;

export type ImportRow = typeof imports.$inferSelect;

const isImport = (owner: OwnerId, id: string) => isOwn(imports, owner, { id });
/** SQL that is false while the file is still being uploaded. */
const hasArrived = gt(imports.fileBytes, 0);

const FINAL_STATUSES: ImportStatus[] = ["done", "undone", "failed", "cancelled"];

/** Locks an account's imports that begin until the transaction ends, because two concurrent ones would not count each other. */
export async function lockUploads(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(UPLOADS_LOCK, owner)})`);
}

export async function selectImports(db: Queryable, owner: OwnerId, limit: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.userId, owner), hasArrived))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit);
}

export async function selectImport(db: Queryable, owner: OwnerId, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(isImport(owner, id), hasArrived));
  return row;
}

/** Returns an import with the hour at which its user's days begin. */
export async function selectImportWithDayStart(db: Queryable, owner: OwnerId, id: string) {
  const [row] = await db
    .select({ row: imports, dayStartHour: dayStartHour(owner) })
    .from(imports)
    .where(isImport(owner, id));
  return row;
}

/** Returns the imports that have not ended, the oldest first. Omits unfinished uploads that began before `arrivingSince`. */
export async function selectUnfinishedImports(db: Queryable, owner: OwnerId, arrivingSince: Date) {
  return db
    .select({ id: imports.id, status: imports.status })
    .from(imports)
    .where(
      and(
        eq(imports.userId, owner),
        inArray(imports.status, ["reading", "ready", "running"]),
        or(hasArrived, gte(imports.createdAt, arrivingSince)),
      ),
    )
    .orderBy(asc(imports.createdAt), asc(imports.id));
}

/** Returns the import that brings an author's folder now. */
export async function selectRunningShareImport(
  db: Queryable,
  owner: OwnerId,
  shared: NonNullable<StoredOptions["shared"]>,
): Promise<ImportRow | undefined> {
  const isWanted = sql`${imports.options} @> ${JSON.stringify({ shared })}::jsonb`;
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.userId, owner), eq(imports.status, "running"), eq(imports.cancelled, false), isWanted));
  return row;
}

type NewImport = Pick<ImportRow, "id" | "createdAt" | "timeZone">;

/** Inserts an import whose file is still being uploaded. It is not listed yet. */
export async function insertImport(db: Queryable, owner: OwnerId, values: NewImport): Promise<void> {
  await db.insert(imports).values({ ...values, userId: owner, status: "reading", fileBytes: 0 });
}

export async function insertPiece(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  piece: number,
  data: Buffer,
): Promise<void> {
  await db.insert(importFiles).values({ userId: owner, importId, piece, data });
}

export async function selectPiece(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  piece: number,
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ data: importFiles.data })
    .from(importFiles)
    .where(isOwn(importFiles, owner, { importId, piece }));
  return row?.data;
}

export async function updateUploadedFile(
  db: Queryable,
  owner: OwnerId,
  id: string,
  arrived: Pick<ImportRow, "fileName" | "fileBytes">,
): Promise<void> {
  await db.update(imports).set(arrived).where(isImport(owner, id));
}

export async function deleteImport(db: Queryable, owner: OwnerId, id: string): Promise<void> {
  await db.delete(imports).where(isImport(owner, id));
}

type Change = Partial<Omit<ImportRow, "userId" | "id" | "fileName" | "fileBytes" | "createdAt">>;

/** Updates an import if it still has the status `from`; returns undefined otherwise. */
export async function updateImport(
  db: Queryable,
  owner: OwnerId,
  id: string,
  from: ImportStatus,
  change: Change,
): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(imports)
    .set(change)
    .where(and(isImport(owner, id), eq(imports.status, from)))
    .returning();
  return row;
}

/** Stores the progress of an import if it still has the given status; returns undefined otherwise. */
export async function updateProgress(
  db: Queryable,
  owner: OwnerId,
  id: string,
  status: ImportStatus,
  change: Pick<ImportRow, "aliveAt"> & Partial<Pick<ImportRow, "done" | "total">>,
): Promise<{ cancelled: boolean } | undefined> {
  const [row] = await db
    .update(imports)
    .set(change)
    .where(and(isImport(owner, id), eq(imports.status, status)))
    .returning({ cancelled: imports.cancelled });
  return row;
}

/** Updates an import as `updateImport` does, unless it was cancelled. Returns whether it was updated. */
export async function updateUncancelled(
  db: Queryable,
  owner: OwnerId,
  id: string,
  from: ImportStatus,
  change: Change,
): Promise<boolean> {
  const rows = await db
    .update(imports)
    .set(change)
    .where(and(isImport(owner, id), eq(imports.status, from), eq(imports.cancelled, false)))
    .returning({ id: imports.id });
  return rows.length > 0;
}

export async function deletePieces(db: Queryable, owner: OwnerId, importId: string): Promise<void> {
  await db.delete(importFiles).where(isOwn(importFiles, owner, { importId }));
}

// ---- What undoing needs ----

/** What a row of `import_cards` takes beside the former card. */
const UNDO_ROW_BYTES = 150;

/**
 * Deletes what undoing a user's oldest imports would need, until that of the others fits into a number of bytes. The given import
 * keeps its own, and those that are being undone, too.
 */
export async function deleteLargeUndoData(db: Queryable, owner: OwnerId, newest: string, bytes: number): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with stored as (
      select import_id, sum(coalesce(pg_column_size(before), 0) + ${sql.raw(String(UNDO_ROW_BYTES))}) as bytes
      from ${importCards} where user_id = ${owner} group by import_id
    ), large as (
      select id from (
        select import.id, sum(stored.bytes) over (order by import.id <> ${newest}::uuid, import.created_at desc, import.id) as total
        from ${imports} as import join stored on stored.import_id = import.id where import.user_id = ${owner}
      ) as summed where total > ${bytes} and id <> ${newest}::uuid
    )
    select id from ${imports} where user_id = ${owner} and status = 'done' and id in (select id from large)
    order by id for update skip locked`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const brought = sql`coalesce(${imports.brought}, '{}') || '{"lostUndoData": true}'`;
  await db
    .update(imports)
    .set({ brought })
    .where(and(eq(imports.userId, owner), inArray(imports.id, ids)));
  await db.delete(importCards).where(and(eq(importCards.userId, owner), inArray(importCards.importId, ids)));
  await db.delete(importFolders).where(and(eq(importFolders.userId, owner), inArray(importFolders.importId, ids)));
}

// ---- Cleaning up, for all users ----

/** Deletes uploads that never completed, for example because the server was killed. */
export async function deleteBrokenUploads(db: Queryable, before: Date): Promise<void> {
  await db.delete(imports).where(and(eq(imports.fileBytes, 0), lt(imports.createdAt, before)));
}

const lastActive = sql`coalesce(${imports.aliveAt}, ${imports.createdAt})`;
const wasLastActiveBefore = (instant: Date) => sql`${lastActive} < ${instant.toISOString()}::timestamptz`;

/** Returns imports that have been ready to start since before `ready`, and running ones that were last active before `working`. */
export async function selectStaleImports(db: Queryable, { ready, working }: { ready: Date; working: Date }) {
  return db
    .select({ userId: imports.userId, id: imports.id, status: imports.status })
    .from(imports)
    .where(
      or(
        and(eq(imports.status, "ready"), wasLastActiveBefore(ready)),
        and(
          inArray(imports.status, ["reading", "running", "undoing"]),
          gt(imports.fileBytes, 0),
          wasLastActiveBefore(working),
        ),
      ),
    );
}

/** Deletes previews and files of imports that ended before an instant. They may hold cards that were never imported. */
export async function deleteOldContents(db: Queryable, before: Date): Promise<void> {
  const isFinished = and(
    inArray(imports.status, FINAL_STATUSES),
    lt(imports.createdAt, before),
    wasLastActiveBefore(before),
  );
  await db
    .update(imports)
    .set({ preview: null })
    .where(and(isNotNull(imports.preview), isFinished));
  await db.delete(importFiles).where(
    sql`(${importFiles.userId}, ${importFiles.importId}) in (
      select ${imports.userId}, ${imports.id} from ${imports} where ${isFinished})`,
  );
}

/** Deletes the undo data of imports that were created before an instant. */
export async function deleteUndoData(db: Queryable, before: Date): Promise<void> {
  const isFinished = sql`(user_id, import_id) in (
    select ${imports.userId}, ${imports.id} from ${imports} where ${imports.createdAt} < ${before.toISOString()}::timestamptz
      and ${inArray(imports.status, FINAL_STATUSES)})`;
  await db.delete(importCards).where(isFinished);
  await db.delete(importFolders).where(isFinished);
}
