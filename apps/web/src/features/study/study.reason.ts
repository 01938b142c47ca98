import type { PastReview } from "@repasa/contract/study.ts";
import { seenOf } from "#features/cards/cards.memory.ts";
import { whenRated, whyPractised, whyToday } from "#features/cards/cards.wording.ts";
import type { ActiveSession, StudyCard } from "#features/study/study.session.ts";

type Known = {
  today: string;
  /** The share of cards that the student wants to recall, 0 to 1; null if it is not known. */
  retention: number | null;
  /** The card's reviews, the latest first, if they are known. */
  reviews: readonly PastReview[] | undefined;
};

/** Why the session asks a card. */
export function reasonOf(session: ActiveSession, card: StudyCard, { reviews, ...known }: Known): string {
  if (isAskedAgain(session, card)) return "La fallaste en esta sesión, y por eso vuelve ya.";
  if (session.round > 1) return "La repites en esta sesión porque lo has pedido.";
  const why = session.mode === "study" ? whyToday : whyPractised;
  // A session from before the queue told it goes on without.
  return why(seenOf(card, card.recall ?? null, reviews), { ...known, exam: card.exam });
}

/** When the card would come back by each button, where that is known. */
export function returnOf({ nextIntervals }: StudyCard, today: string): string | null {
  return nextIntervals && whenRated(nextIntervals, today);
}

/** Whether only the card's reviews tell if it was difficult or not recalled. */
export function needsReviews(session: ActiveSession, card: StudyCard): boolean {
  return card.difficulty === "hard" && session.round === 1 && !isAskedAgain(session, card);
}

function isAskedAgain({ ratings }: ActiveSession, { id }: StudyCard): boolean {
  return ratings.some(({ cardId }) => cardId === id);
}
