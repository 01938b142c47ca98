import type { QueuedCard } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { loadCards } from "#features/study/study.portions.ts";
import type { StudyQueue } from "#features/study/study.session.ts";
import { ApiError } from "#lib/api-error.ts";

/** Loads the cards of an exam with the lowest forecast recall, due or not; none if the exam is over or does not exist. */
export async function loadWeakest(
  queryClient: QueryClient,
  examId: number,
  unsentCards: () => Promise<ReadonlySet<number>>,
): Promise<StudyQueue> {
  const weakest = await loadWeakestIds(queryClient, examId);
  const unsent = await unsentCards();
  const cardIds = weakest.filter((id) => !unsent.has(id));
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
