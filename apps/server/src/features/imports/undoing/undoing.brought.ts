import type { Context } from "#context.ts";
import { moveForExams } from "#features/exams/moving/moving.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { BroughtRows } from "#schema/imports.ts";
import { deleteBreaks, deleteExams, deleteSessions } from "./undoing.queries.ts";

/**
 * Deletes exams that were not changed since, breaks and study sessions. Preferences stay, because their previous values are not
 * stored, and an account that was empty hardly misses them.
 */
export async function removeBroughtRows(
  ctx: Pick<Context, "scheduleSettings">,
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  { exams, breaks, sessions }: BroughtRows,
): Promise<void> {
  const folderIds = await deleteExams(db, owner, exams);
  // Cards that stay return to the due dates that they would have without the exam.
  if (folderIds.length > 0) await moveForExams(ctx, db, owner, moment, folderIds);
  await deleteBreaks(db, owner, breaks);
  await deleteSessions(db, owner, sessions);
}
