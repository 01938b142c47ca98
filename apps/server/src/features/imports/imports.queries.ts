import type { ImportStatus } from "@repasa/contract/imports.ts";
import { dayStartHour } from "#features/schedule/schedule.queries.ts";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, UPLOADS_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { importCards, importFiles, importFolders, imports } from "#schema/imports.ts";

/** Digests the contents and the schedule of a row of `cards` named `card`, but not its memory state, which new weights change too. */
export const cardDigest = sql`md5(concat_ws(chr(31), card.folder_id, card.front, card.back, card.format, card.tags::text,
  card.suspended, card.review_count, extract(epoch from card.last_reviewed_at), card.next_review_date))`;

export type ImportRow = typeof imports.$inferSelect;

const own = (owner: OwnerId, id: string) => and(eq(imports.userId, owner), eq(imports.id, id));
/** Not one whose file is still arriving. */
const hasArrived = gt(imports.fileBytes, 0);

const OVER: ImportStatus[] = ["done", "undone", "failed", "cancelled"];

/** Until the transaction ends: two uploads at once could each count without the other's. */
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
    .where(and(own(owner, id), hasArrived));
  return row;
}

/** With the hour at which its user's days begin. */
export async function selectWork(db: Queryable, owner: OwnerId, id: string) {
  const [row] = await db
    .select({ row: imports, dayStartHour: dayStartHour(owner) })
    .from(imports)
    .where(own(owner, id));
  return row;
}

/** Those that hold a file, the oldest first; not uploads that have been arriving since before an instant. */
export async function selectUnfinished(db: Queryable, owner: OwnerId, arrivingSince: Date) {
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

type NewImport = Pick<ImportRow, "id" | "createdAt" | "timeZone">;

/** An import whose file is still arriving: nobody sees it yet. */
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
    .where(and(eq(importFiles.userId, owner), eq(importFiles.importId, importId), eq(importFiles.piece, piece)));
  return row?.data;
}

export async function updateArrived(
  db: Queryable,
  owner: OwnerId,
  id: string,
  arrived: Pick<ImportRow, "fileName" | "fileBytes">,
): Promise<void> {
  await db.update(imports).set(arrived).where(own(owner, id));
}

export async function deleteImport(db: Queryable, owner: OwnerId, id: string): Promise<void> {
  await db.delete(imports).where(own(owner, id));
}

type Change = Partial<Omit<ImportRow, "userId" | "id" | "fileName" | "fileBytes" | "createdAt">>;

/** Moves an import on from a state; undefined when it is in another one by now. */
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
    .where(and(own(owner, id), eq(imports.status, from)))
    .returning();
  return row;
}

/** Tells how far the work on an import is; undefined when it is in another state by now. */
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
    .where(and(own(owner, id), eq(imports.status, status)))
    .returning({ cancelled: imports.cancelled });
  return row;
}

/** The same for the last step of what nobody has asked to stop. */
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
    .where(and(own(owner, id), eq(imports.status, from), eq(imports.cancelled, false)))
    .returning({ id: imports.id });
  return rows.length > 0;
}

export async function deletePieces(db: Queryable, owner: OwnerId, importId: string): Promise<void> {
  await db.delete(importFiles).where(and(eq(importFiles.userId, owner), eq(importFiles.importId, importId)));
}

// ---- Cleaning up, all users ----

/** Uploads that broke off without a word, as when the server died. */
export async function deleteBrokenUploads(db: Queryable, before: Date): Promise<void> {
  await db.delete(imports).where(and(eq(imports.fileBytes, 0), lt(imports.createdAt, before)));
}

const lastSeen = sql`coalesce(${imports.aliveAt}, ${imports.createdAt})`;
const seenBefore = (instant: Date) => sql`${lastSeen} < ${instant.toISOString()}::timestamptz`;

/** What nobody started, and what nobody works on although it is not over. */
export async function selectStale(db: Queryable, { ready, working }: { ready: Date; working: Date }) {
  return db
    .select({ userId: imports.userId, id: imports.id, status: imports.status })
    .from(imports)
    .where(
      or(
        and(eq(imports.status, "ready"), seenBefore(ready)),
        and(inArray(imports.status, ["reading", "running", "undoing"]), gt(imports.fileBytes, 0), seenBefore(working)),
      ),
    );
}

/** Previews and files of what was over before an instant: cards of somebody who may never have brought them in. */
export async function deleteOldContents(db: Queryable, before: Date): Promise<void> {
  const isOver = and(inArray(imports.status, OVER), lt(imports.createdAt, before), seenBefore(before));
  await db
    .update(imports)
    .set({ preview: null })
    .where(and(isNotNull(imports.preview), isOver));
  await db.delete(importFiles).where(
    sql`(${importFiles.userId}, ${importFiles.importId}) in (
      select ${imports.userId}, ${imports.id} from ${imports} where ${isOver})`,
  );
}

/** What undoing needs, of imports from before an instant. */
export async function deleteUndoing(db: Queryable, before: Date): Promise<void> {
  const isOver = sql`(user_id, import_id) in (
    select ${imports.userId}, ${imports.id} from ${imports} where ${imports.createdAt} < ${before.toISOString()}::timestamptz
      and ${inArray(imports.status, OVER)})`;
  await db.delete(importCards).where(isOver);
  await db.delete(importFolders).where(isOver);
}
