import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { examForecastQuery } from "#features/exams/exams.api.ts";
import { quizQuery } from "#features/quizzes/quizzes.api.ts";
import { loadCards, type UnsentCards } from "#features/study/study.portions.ts";
import type { StudyCard, StudyQueue } from "#features/study/study.state.ts";
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
  if (quizId === null) {
    const due = await loadPresent(await loadWeakestIds(queryClient, Number(examId)), unsentCards);
    return due.length === 0 ? { practice: [] } : { due, left: 0, mode: "weakest" };
  }
  const missed = await loadMissed(queryClient, quizId);
  const due = await loadPresent([...missed.keys()], unsentCards);
  if (due.length === 0) return { practice: [] };
  const asTested = due.map((card): StudyCard => (missed.get(card.id) === "type" ? { ...card, isTyped: true } : card));
  return { due: asTested, left: 0, mode: "missed" };
}

/**
 * Loads two cards that are taken for each other, due or not. They may have been rated a moment ago, so their intervals are asked for
 * once the server has the ratings.
 */
export async function loadPair(pair: readonly [number, number]): Promise<StudyQueue> {
  const cards = await loadCardsById(pair);
  if (cards.length === 0) return { practice: [] };
  return { due: cards.map((card) => ({ ...card, nextIntervals: null })), left: 0, mode: "confused" };
}

/** Loads those of the cards that exist and whose ratings were sent, at most `MAX_CARDS`. */
async function loadPresent(ids: readonly number[], unsentCards: UnsentCards): Promise<QueuedCard[]> {
  const unsent = await unsentCards();
  const cardIds = ids.filter((id) => id > 0 && !unsent.has(id)).slice(0, MAX_CARDS);
  return cardIds.length === 0 ? [] : loadCardsById(cardIds);
}

/** Loads cards by id. A response contains only some of them if their texts are long, so the cursor is followed. */
async function loadCardsById(cardIds: readonly number[], after?: string): Promise<QueuedCard[]> {
  const query = { cardIds: cardIds.join(), ...(after !== undefined && { after }) };
  const { cards, next } = await loadCards(query, cardIds.length);
  return next === null ? cards : [...cards, ...(await loadCardsById(cardIds, next))];
}

/** Returns the missed cards of a quiz, and how each was asked. */
async function loadMissed(queryClient: QueryClient, quizId: number): Promise<Map<number, QuizKind>> {
  try {
    const quiz = await queryClient.fetchQuery(quizQuery(quizId));
    const missed = "right" in quiz ? quiz.questions.filter(({ right }) => !right) : [];
    return new Map(missed.map(({ cardId, kind }) => [cardId, kind]));
  } catch (error) {
    if (isNotFound(error)) return new Map();
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
