import type { Rating } from "@repasa/contract/study.ts";

export type IdentifiedRating = Rating & { reviewId: string };

/** `at` is the wall-clock time of this device when the entry was made, in milliseconds since 1970. */
type Envelope = { userId: number; cardId: number; reviewId: string; at: number };

/** The entry is flat, because an open tab may still run the previous version, which reads the same database. */
export type RatingEntry = IdentifiedRating & Envelope & { kind: "review" };

export type UndoEntry = Envelope & { kind: "undo" };

export type OutboxEntry = RatingEntry | UndoEntry;

/** `attempted` is true for an entry from the journal that has been sent before. */
export type NewEntry = OutboxEntry & { attempted?: boolean };

/** `seq` orders the entries of all tabs; `attempted` is true after the entry was sent, whatever the result. */
export type StoredEntry = OutboxEntry & { seq: number; attempted: boolean };

/** Returns the part of an entry that is sent to the server. */
export function toRating({
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
