import type { Card } from "@repasa/contract/cards.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Noun } from "@repasa/contract/endpoint.ts";
import type { Rating } from "@repasa/contract/study.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** Ids of things that exist on this device only begin here, above those of any server. */
export const LOCAL_IDS_FROM = 900_000_000_000_000;

export const isLocalId = (id: number): boolean => id >= LOCAL_IDS_FROM;

export type IdentifiedRating = Rating & { reviewId: string };

/** `at` is the wall-clock time of this device when the entry was made, in milliseconds since 1970. */
type Envelope = { userId: number; cardId: number; reviewId: string; at: number };

/** The entry is flat, because an open tab may still run the previous version, which reads the same database. */
export type RatingEntry = IdentifiedRating & Envelope & { kind: "review" };

export type UndoEntry = Envelope & { kind: "undo" };

/**
 * An edit of folders, cards or preferences: the call that makes it, as the server will get it. `reviewId` is an id of its own,
 * and `cardId` the card or folder that it is about, 0 for neither. Devices store it with the kind of earlier versions.
 */
export type EditEntry = Envelope & {
  kind: "change";
  call: { method: ClientEndpoint["method"]; path: ClientEndpoint["path"]; changes: readonly Noun[] };
  input: AnyInput;
  /** The id that a thing that the call creates has on this device until the server gives it one. */
  localId?: number;
  /** The edited cards after the edit. If one of them has been deleted elsewhere, it is created again with these texts. */
  edited?: readonly CardTexts[];
  /** A card's front or a folder's name, which the lists of edits show. */
  subject: string;
};

/**
 * - `copyId`: the client's id of a card that is created with these texts; entries of earlier versions lack it.
 * - `siblings`: the ids of the cards of the other gaps of the text, when it was edited.
 */
export type CardTexts = Pick<Card, "id" | "folderId" | "front" | "back" | "tags" | "format"> & {
  copyId?: string;
  siblings?: readonly number[];
};

export type OutboxEntry = RatingEntry | UndoEntry | EditEntry;

type WithoutEnvelope<Entry> = Entry extends OutboxEntry ? Omit<Entry, "userId" | "at"> & { at?: number } : never;

/** An entry as it is added to the outbox of its user. Without `at` it was made now. */
export type AddedEntry = WithoutEnvelope<OutboxEntry>;

export type AddedEdit = WithoutEnvelope<EditEntry>;

/**
 * - `attempted`: true after the entry was sent, whatever the result.
 * - `failures`: how often the server has failed with it although it answered other calls; see `countFailure`.
 * - `failedAt`: when that was last counted, in milliseconds since 1970.
 */
type Fate = { attempted: boolean; failures?: number; failedAt?: number };

export type StoredEntry = OutboxEntry & Fate;

/** An entry with which the server has failed. */
export type FailedEntry = OutboxEntry & Required<Fate>;

/** The place of the entry in the database, by which entries are ordered. One that is added again has its former place. */
export type Placed = { seq?: number };

/** One from the journal may have been sent before. */
export type NewEntry = OutboxEntry & Placed & Partial<Fate>;

/**
 * Returns an entry without what has happened to it in the outbox, so that it can be added again. Its place there stays, because what
 * was added after it may need it.
 */
export function renewEntry<Entry extends OutboxEntry>(entry: Entry & Partial<Fate>): Entry {
  const { attempted, failures, failedAt, ...rest } = entry;
  return rest as unknown as Entry;
}

/** Returns the part of an entry that is sent to the server. */
export function toRating(entry: RatingEntry & Placed): IdentifiedRating {
  const { kind, userId, cardId, at, seq, ...rating } = renewEntry(entry);
  return rating;
}
