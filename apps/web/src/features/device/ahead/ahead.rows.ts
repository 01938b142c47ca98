import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, PastReview } from "@repasa/contract/study.ts";
import { toLocalDate } from "@repasa/scheduler/days.ts";
import { predictRecall, predictStability } from "@repasa/scheduler/schedule.ts";
import { findDecidingExam } from "@repasa/study-queue/facts.ts";
import type { UndoneCard, WeekRating } from "@repasa/study-queue/ratings.ts";
import { findExam, type StudyCard, type StudyDay, toSchedule } from "@repasa/study-queue/study-day.ts";

export type ShowRatings = (row: Card) => Card;

/** `at`: the time of the rating, in milliseconds since 1970. `hints`: the steps of `Pista`, as in the contract. */
export type DeviceRating = WeekRating & { readonly at: number; readonly hints?: number | undefined };

/** The ratings that `WeekOnDevice` applied, and the cards of which it took some back. */
type Rated = {
  readonly ratings: readonly DeviceRating[];
  readonly undone: readonly UndoneCard[];
};

/**
 * Returns a function that gives a row the schedule that its card has after the ratings on this device. Rows that contain them
 * already stay as they are, and so do those of cards that the week does not contain.
 *
 * @param cards The cards as `WeekOnDevice` computes them.
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

/** Adds the ratings on this device to what the server last answered about a card, and computes its memory after them. */
export function updateHistory(history: CardHistory, rated: Rated, state: StudyDay): CardHistory {
  const card = createShowRatings(rated, state)(history.card);
  const known = new Set(history.reviews.map(({ reviewId }) => reviewId));
  const given = rated.ratings.filter((one) => one.cardId === card.id && !known.has(one.reviewId));
  const reviews = [...given.map(toPastReview).reverse(), ...history.reviews];
  const after = card === history.card ? undefined : state.cards.get(card.id);
  if (!after) return { ...history, reviews };
  const { exam: _, ...before } = history;
  const schedule = toSchedule(after);
  const exam = findDecidingExam(schedule, findExam(state, after.folderId), state.learner);
  return {
    ...before,
    card,
    reviews,
    nextReviewAt: card.nextReviewAt,
    recall: predictRecall(schedule, state.day, state.learner),
    stability: predictStability(schedule, state.learner),
    ...(exam && { exam }),
  };
}

function toPastReview(rating: DeviceRating): PastReview {
  const { reviewId, at, date, difficulty, answerResult = null, interval = 0, mode = "flip", hints = 0 } = rating;
  const reviewedAt = new Date(at).toISOString();
  return {
    reviewId,
    reviewedAt,
    date,
    difficulty,
    answerResult,
    interval,
    mode,
    hints,
    practice: false,
    undone: false,
  };
}

/** @param ratedAt When the card was last rated on this device, in milliseconds since 1970. */
function showSchedule(row: Card, card: StudyCard, ratedAt: number | undefined): Card {
  const { dueDay, lastReviewDay, difficulty, reviewCount } = card;
  const nextReviewDate = dueDay === null ? null : toLocalDate(dueDay);
  const knownReview = reviewCount === 0 ? null : row.lastReviewedAt;
  return {
    ...row,
    difficulty,
    reviewCount,
    nextReviewDate,
    interval: dueDay === null || lastReviewDay === null ? 0 : dueDay - lastReviewDay,
    nextReviewAt: nextReviewDate && new Date(`${nextReviewDate}T12:00`).toISOString(),
    lastReviewedAt: ratedAt === undefined ? knownReview : new Date(ratedAt).toISOString(),
  };
}
