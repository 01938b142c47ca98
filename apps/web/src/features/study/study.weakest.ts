import type { QueuedCard } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { loadCards } from "#features/study/study.portions.ts";
import type { StudyQueue } from "#features/study/study.session.ts";
import { ApiError } from "#lib/api-error.ts";

/** The cards of an exam that are most at risk, due or not. None where there is no such exam to come. */
export async function loadWeakest(
  queryClient: QueryClient,
  examId: number,
  unsentCards: () => Promise<ReadonlySet<number>>,
): Promise<StudyQueue> {
  const weakest = await weakestOf(queryClient, examId);
  const unsent = await unsentCards();
  const cardIds = weakest.filter((id) => !unsent.has(id));
  if (cardIds.length === 0) return { practice: [] };
  const due = await loadById(cardIds);
  return due.length === 0 ? { practice: [] } : { due, left: 0, mode: "weakest" };
}

/** Where texts are long, one answer holds only some of the cards. */
async function loadById(cardIds: readonly number[], after?: string): Promise<QueuedCard[]> {
  const query = { cardIds: cardIds.join(), ...(after !== undefined && { after }) };
  const { cards, next } = await loadCards(query, cardIds.length);
  return next === null ? cards : [...cards, ...(await loadById(cardIds, next))];
}

async function weakestOf(queryClient: QueryClient, examId: number): Promise<number[]> {
  try {
    const { weakest } = await queryClient.fetchQuery(examForecastQuery(examId));
    return weakest.map(({ cardId }) => cardId);
  } catch (error) {
    // The exam is over, or was deleted.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return [];
    throw error;
  }
}
