import type { PastReview } from "@repasa/contract/study.ts";
import { summarizeLastReview } from "#features/cards/cards.memory.ts";
import { describeNextDates, explainPractice, explainWhyToday } from "#features/cards/cards.wording.ts";
import type { ActiveSession, StudyCard } from "#features/study/study.state.ts";

type Known = {
  today: string;
  /** The desired retention, 0 to 1; null if it is unknown. */
  retention: number | null;
  /** The card's reviews, the latest first; undefined if they are not loaded. */
  reviews: readonly PastReview[] | undefined;
};

/** Explains why the session asks a card. */
export function explainWhyAsked(session: ActiveSession, card: StudyCard, { reviews, ...known }: Known): string {
  if (isAskedAgain(session, card)) return "La fallaste en esta sesión, y por eso vuelve ya.";
  if (session.round > 1) return "La repites en esta sesión porque lo has pedido.";
  const why = session.mode === "study" ? explainWhyToday : explainPractice;
  // A session that an earlier version has stored has no recall.
  return why(summarizeLastReview(card, card.recall ?? null, reviews), { ...known, exam: card.exam });
}

/** Describes when each rating would make the card due again; null if its intervals are unknown. */
export function describeReturn({ nextIntervals }: StudyCard, today: string): string | null {
  return nextIntervals && describeNextDates(nextIntervals, today);
}

/** Returns whether the reviews have to be loaded, because only they distinguish a hard rating from a forgotten card. */
export function needsReviews(session: ActiveSession, card: StudyCard): boolean {
  return card.difficulty === "hard" && session.round === 1 && !isAskedAgain(session, card);
}

function isAskedAgain({ ratings }: ActiveSession, { id }: StudyCard): boolean {
  return ratings.some(({ cardId }) => cardId === id);
}
