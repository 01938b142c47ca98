import type { ExportedAccount, ExportedExam } from "@repasa/card-files/repasa/exported-account.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { countExamsLeft } from "#features/exams/exams.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { ImportedRows } from "#schema/imports.ts";
import type { RestoredIds } from "./restoring.ids.ts";
import { insertExam, insertMoves, selectExamNames } from "./restoring.queries.ts";

type Options = {
  readonly today: LocalDate;
  /** True if the account was empty. In this case exams are added even if none of their folders exists. */
  readonly isEmpty: boolean;
};

type AddedExam = ImportedRows["exams"][number];

/** Adds the exams that the account does not have, up to its limit, and returns them by their ids in the export. */
export async function importExams(
  db: Queryable,
  owner: OwnerId,
  account: ExportedAccount,
  { findFolderId, findAddedCardId }: RestoredIds,
  { today, isEmpty }: Options,
): Promise<Map<number, AddedExam>> {
  const known = new Set((await selectExamNames(db, owner)).map(formatKey));
  let room = await countExamsLeft(db, owner, today);
  const added = new Map<number, AddedExam>();
  for (const exam of account.exams) {
    const folderIds = exam.folderIds.map(findFolderId).filter((id) => id !== undefined);
    if (!isEmpty && (folderIds.length === 0 || known.has(formatKey(exam)))) continue;
    if (exam.date > today && room-- <= 0) continue;
    const id = await insertExam(db, owner, exam, [...new Set(folderIds)]);
    added.set(exam.id, { id, updatedAt: exam.updatedAt });
  }
  const moves = account.examMoves.flatMap((move) => {
    const cardId = findAddedCardId(move.cardId);
    return cardId === undefined ? [] : [{ ...move, cardId }];
  });
  await insertMoves(db, owner, moves);
  return added;
}

function formatKey({ name, date }: Pick<ExportedExam, "name" | "date">): string {
  return `${date} ${name}`;
}
