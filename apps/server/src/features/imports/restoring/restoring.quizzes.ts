import type { ExportedAccount } from "@repasa/card-files/repasa/exported-account.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type RestoredIds, toDeletedId } from "./restoring.ids.ts";
import { insertQuiz } from "./restoring.queries.ts";

/**
 * Adds the quizzes of an export, and returns their ids. Those that are not finished can be continued; their effects come at their end. The
 * effects of finished ones are in the log.
 */
export async function importQuizzes(
  db: Queryable,
  owner: OwnerId,
  { quizzes }: ExportedAccount,
  { findFolderId, findAddedCardId }: RestoredIds,
  findExamId: (source: number) => number | undefined,
): Promise<number[]> {
  const ids: number[] = [];
  const toCard = (source: number) => findAddedCardId(source) ?? toDeletedId(source);
  const toFolder = (source: number) => findFolderId(source) ?? toDeletedId(source);
  for (const { examId, folderIds, startedAt, endsAt, finishedAt, ...quiz } of quizzes()) {
    const end = endsAt === null ? null : new Date(endsAt);
    const id = await insertQuiz(db, owner, {
      ...quiz,
      examId: examId === null ? null : (findExamId(examId) ?? toDeletedId(examId)),
      folderIds: folderIds.map(toFolder),
      startedAt: new Date(startedAt),
      endsAt: end,
      finishedAt: finishedAt === null ? null : new Date(finishedAt),
      attentionAt: finishedAt === null ? end : null,
      questionCount: quiz.questions.length,
      questions: quiz.questions.map((question) => ({
        ...question,
        cardId: toCard(question.cardId),
        folderId: toFolder(question.folderId),
        ...(question.optionCards && { optionCards: question.optionCards.map(toCard) }),
      })),
    });
    ids.push(id);
  }
  return ids;
}
