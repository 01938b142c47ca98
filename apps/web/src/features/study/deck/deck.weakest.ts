import type { QueuedCard } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { quizQuery } from "#features/quizzes/quizzes.api.ts";
import { loadCards, type UnsentCards } from "#features/study/study.portions.ts";
import type { StudyQueue } from "#features/study/study.state.ts";
import { ApiError, isNotFound } from "#lib/api-error.ts";

/** The most cards that one call takes. */
const MAX_CARDS = 50;

/**
 * Loads the cards of an exam with the lowest forecast recall, or those that were missed in a quiz, due or not. There are none if the
 * exam is over, the quiz is not finished, or either does not exist.
 */
export async function loadWeakest(
  queryClient: QueryClient,
  { examId, quizId }: { examId: number | null; quizId: number | null },
  unsentCards: UnsentCards,
): Promise<StudyQueue> {
  const ids =
    quizId === null ? await loadWeakestIds(queryClient, Number(examId)) : await loadMissedIds(queryClient, quizId);
  const unsent = await unsentCards();
  const cardIds = ids.filter((id) => id > 0 && !unsent.has(id)).slice(0, MAX_CARDS);
  if (cardIds.length === 0) return { practice: [] };
  const due = await loadCardsById(cardIds);
  return due.length === 0 ? { practice: [] } : { due, left: 0, mode: "weakest" };
}

/** Loads cards by id. A response contains only some of them if their texts are long, so the cursor is followed. */
async function loadCardsById(cardIds: readonly number[], after?: string): Promise<QueuedCard[]> {
  const query = { cardIds: cardIds.join(), ...(after !== undefined && { after }) };
  const { cards, next } = await loadCards(query, cardIds.length);
  return next === null ? cards : [...cards, ...(await loadCardsById(cardIds, next))];
}

async function loadMissedIds(queryClient: QueryClient, quizId: number): Promise<number[]> {
  try {
    const quiz = await queryClient.fetchQuery(quizQuery(quizId));
    return "right" in quiz
      ? [...new Set(quiz.questions.filter(({ right }) => !right).map(({ cardId }) => cardId))]
      : [];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

async function loadWeakestIds(queryClient: QueryClient, examId: number): Promise<number[]> {
  try {
    const { weakest } = await queryClient.fetchQuery(examForecastQuery(examId));
    return weakest.map(({ cardId }) => cardId);
  } catch (error) {
    // The exam is over, or was deleted.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return [];
    throw error;
  }
}
