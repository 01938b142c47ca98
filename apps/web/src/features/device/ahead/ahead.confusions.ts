import { listConfusedPairs } from "@repasa/answers/confusions.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Confusion, Confusions, Rating } from "@repasa/contract/study.ts";

/** A rating of this device, which may have been undone. */
type NotedRating = Pick<Rating, "answerResult" | "confusedWith"> & {
  reviewId: string;
  cardId: number;
  at: number;
  undoneAt?: number;
};

/** An answer that was another card's, without the folder, which only the card's row knows. */
type Known = Omit<Confusion, "folderId">;

/** Adds the ratings of this device to those that the server knows, and takes the undone ones out. */
export function updateConfusions(
  known: readonly Confusion[],
  noted: readonly NotedRating[],
  dateOf: (at: number) => string,
): Known[] {
  const ids = new Set(known.map(({ reviewId }) => reviewId));
  const undone = new Set(noted.flatMap(({ reviewId, undoneAt }) => (undoneAt === undefined ? [] : [reviewId])));
  const given = noted.flatMap(({ reviewId, cardId, at, answerResult, confusedWith }): Known[] => {
    if (confusedWith === undefined || answerResult !== "incorrect" || ids.has(reviewId)) return [];
    return [{ reviewId, date: dateOf(at), cardId, otherId: confusedWith }];
  });
  return [...given.reverse(), ...known].filter(({ reviewId }) => !undone.has(reviewId));
}

/** Answers as the server does: without the cards that are gone, and with the questions of pairs that were confused repeatedly. */
export function describeConfusions(
  known: readonly (readonly [Known, card: Card | undefined, other: Card | undefined])[],
): Confusions {
  const cards = new Map<number, Card>();
  const confusions = known.flatMap(([{ reviewId, date }, card, other]): Confusion[] => {
    if (!card || !other) return [];
    cards.set(card.id, card).set(other.id, other);
    return [{ reviewId, date, cardId: card.id, folderId: card.folderId, otherId: other.id }];
  });
  const ids = new Set(listConfusedPairs(confusions).flatMap(({ cardId, otherId }) => [cardId, otherId]));
  const repeated = [...cards.values()].filter(({ id }) => ids.has(id));
  return { confusions, cards: repeated.map(({ id, front, format, variant }) => ({ id, front, format, variant })) };
}
