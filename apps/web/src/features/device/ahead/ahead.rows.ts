import type { Card } from "@repasa/contract/cards.ts";
import { toLocalDate } from "@repasa/scheduler/days.ts";
import type { UndoneCard } from "@repasa/study-queue/ratings.ts";
import type { StudyCard, StudyDay } from "@repasa/study-queue/study-day.ts";

export type ShowRatings = (row: Card) => Card;

/** The ratings that `replay` applied, and the cards of which it took some back. `at`: in milliseconds since 1970. */
type Rated = {
  readonly ratings: readonly { readonly cardId: number; readonly at: number }[];
  readonly undone: readonly UndoneCard[];
};

/**
 * Returns a function that gives a row the schedule that its card has after the ratings on this device. Rows that contain them
 * already stay as they are, and so do those of cards that the week does not contain.
 *
 * @param cards The cards as `replay` computes them.
 */
export function createShowRatings({ ratings, undone }: Rated, { cards }: StudyDay): ShowRatings {
  const ratedAt = new Map(ratings.map(({ cardId, at }) => [cardId, at]));
  const undoneIds = new Set(undone.map(({ before }) => before.id));
  return (row) => {
    const isConcerned = ratedAt.has(row.id) || undoneIds.has(row.id);
    const card = isConcerned ? cards.get(row.id) : undefined;
    if (!card || card.reviewCount === row.reviewCount) return row;
    // A row with more reviews is newer, unless some of them were undone here.
    const isOutdated = card.reviewCount > row.reviewCount || undoneIds.has(row.id);
    return isOutdated ? showSchedule(row, card, ratedAt.get(row.id)) : row;
  };
}

/** @param ratedAt When the card was last rated on this device, in milliseconds since 1970. */
function showSchedule(row: Card, card: StudyCard, ratedAt: number | undefined): Card {
  const { dueDay, lastReviewDay, difficulty, reviewCount } = card;
  const nextReviewDate = dueDay === null ? null : toLocalDate(dueDay);
  const knownReview = reviewCount === 0 ? null : row.lastReviewedAt;
  return {
    ...{ ...row, difficulty, reviewCount, nextReviewDate },
    interval: dueDay === null || lastReviewDay === null ? 0 : dueDay - lastReviewDay,
    nextReviewAt: nextReviewDate && new Date(`${nextReviewDate}T12:00`).toISOString(),
    lastReviewedAt: ratedAt === undefined ? knownReview : new Date(ratedAt).toISOString(),
  };
}
