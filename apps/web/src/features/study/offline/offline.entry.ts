import type { Rating } from "@repasa/contract/study.ts";

export type IdentifiedRating = Rating & { reviewId: string };

/** `at` is the wall-clock time of this device when the entry was made, in milliseconds since 1970. */
type Envelope = { userId: number; cardId: number; reviewId: string; at: number };

/** Flat, because an open tab may still run the previous version, and both read the same database. */
export type RatingEntry = IdentifiedRating & Envelope & { kind: "review" };

export type UndoEntry = Envelope & { kind: "undo" };

export type OutboxEntry = RatingEntry | UndoEntry;

/** An entry that is read back from the journal may have been sent before. */
export type NewEntry = OutboxEntry & { attempted?: boolean };

/** `seq` is the order over all tabs; `attempted` is true once it was sent, whatever the result. */
export type StoredEntry = OutboxEntry & { seq: number; attempted: boolean };

/** The part of an entry that the server takes, whether or not the entry has been stored. */
export function ratingOf({
  kind,
  userId,
  cardId,
  at,
  seq,
  attempted,
  ...rating
}: RatingEntry & { seq?: number; attempted?: boolean }): IdentifiedRating {
  return rating;
}
