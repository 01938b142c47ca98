import type { Context } from "#context.ts";
import { moveForExams } from "#features/exams/moving/moving.service.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ImportedRows } from "#schema/imports.ts";
import { resetPace } from "../arriving/arriving.queries.ts";
import { deleteBreaks, deleteExams, deleteQuizzes, deleteSessions } from "./undoing.queries.ts";

/**
 * Deletes imported breaks, study sessions, quizzes, and exams that were not changed since. The preferences of a copied account stay,
 * because their previous values are not stored; the account was empty when the import replaced them.
 */
export async function deleteImportedRows(
  { noted, ...ctx }: Pick<Context, "scheduleSettings"> & { noted: NotedChanges },
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  { exams, breaks, sessions, tests: quizzes = [], pace }: ImportedRows,
): Promise<void> {
  const { examIds, folderIds } = await deleteExams(db, owner, exams);
  noted.gone("exam", examIds, moment.now);
  // Cards that stay return to the due dates that they would have without the exam.
  if (folderIds.length > 0) noted.changed("card", await moveForExams(ctx, db, owner, moment, folderIds));
  await deleteBreaks(db, owner, breaks);
  await deleteSessions(db, owner, sessions);
  await deleteQuizzes(db, owner, quizzes);
  if (!pace) return;
  noted.preferencesChanged();
  await resetPace(db, owner, pace);
}
