import { type Field, isSameText, type Text, turnSides, type Variant } from "#text.ts";

export type Id = number;

/** A text of the author, with those of its cards that are in the shared folder. */
export type AuthorText = { readonly text: Text; readonly cards: readonly AuthorCard[] };

export type AuthorCard = { readonly id: Id; readonly variant: Variant; readonly tags: readonly string[] };

/**
 * A text in a followed folder, with its cards. Once the author has divided a text, each of its parts is a text of its own.
 *
 * - `pulled`: the author's text as the last pull saw it.
 * - `earlier`: what it replaced, the newest first, as far back as `MAX_EARLIER` allows.
 * - `kept`: the fields in which the follower's value is kept against the author's.
 * - `text`: the follower's text.
 */
export type FollowedText = {
  readonly pulled: Text;
  readonly earlier: readonly Text[];
  readonly kept: readonly Field[];
  readonly text: Text;
  readonly cards: readonly FollowedCard[];
};

/**
 * A card of the author and the follower's card that came of it.
 *
 * - `source`: the author's card; null for a card that only the follower's text has.
 * - `sourceVariant`, `sourceTags`: those of the author's card as the last pull saw them.
 * - `state`: `waiting` for a card of a gap that the follower's kept text lacks; `deleted` once the author has deleted it or moved
 *   it out of the folder; `own` once the follower has resumed such a card; otherwise `same`.
 * - `suspendedByPull`: a pull has suspended the card, and may resume it.
 * - `left`: the text with which the card left its group; null for a card of the group.
 * - `card`: null for a card that is waiting, and for one that the follower has deleted.
 */
export type FollowedCard = {
  readonly source: Id | null;
  readonly sourceVariant: Variant;
  readonly sourceTags: readonly string[];
  readonly state: "same" | "waiting" | "deleted" | "own";
  readonly suspendedByPull: boolean;
  readonly left: Text | null;
  readonly card: OwnCard | null;
};

/** `id`: null for a card that is to be inserted. `text`: that of a card that has left its group; null for the group's. */
export type OwnCard = {
  readonly id: Id | null;
  readonly variant: Variant;
  readonly tags: readonly string[];
  readonly suspended: boolean;
  readonly text: Text | null;
};

export type LiveCard = FollowedCard & { readonly card: OwnCard };

/** Returns whether the follower has a card: it neither waits for its gap, nor has been deleted. */
export function isLive(followed: FollowedCard): followed is LiveCard {
  return followed.card !== null;
}

/** Returns whether a card has the group's text. */
export function isMember(followed: FollowedCard): followed is LiveCard {
  return isLive(followed) && followed.left === null;
}

/** Returns whether a card has left its group, and its text was not edited since. It can return to the group then. */
export function canReturn(followed: FollowedCard): followed is LiveCard {
  const { left, card, state } = followed;
  return state !== "own" && left !== null && card !== null && card.text !== null && isSameText(card.text, left);
}

/** Returns whether the group has a reverse, so that its text may have no gaps. */
export function hasReverse({ cards }: FollowedText): boolean {
  return cards.some((one) => isMember(one) && one.card.variant === "reverse");
}

/** Returns the text that a card shows: its own if it has left its group, otherwise the group's. */
export function textOf({ text }: FollowedText, { card }: LiveCard): Text {
  return card.text ?? text;
}

/** Returns what a card shows: its text, with the sides exchanged for a reverse. */
export function shownBy(followed: FollowedText, one: LiveCard): Text {
  return turnSides(textOf(followed, one), one.card.variant);
}

/** Returns a new card that follows one of the author's. It is not suspended, whatever the author's is. */
export function createFollowedCard({ id, variant, tags }: AuthorCard): LiveCard {
  return {
    source: id,
    sourceVariant: variant,
    sourceTags: tags,
    state: "same",
    suspendedByPull: false,
    left: null,
    card: { id: null, variant, tags, suspended: false, text: null },
  };
}

/** Makes a card an ordinary one, which no pull suspends or resumes: the follower has resumed it after the author deleted it. */
export function resumeCard(followed: LiveCard): LiveCard {
  const card = { ...followed.card, suspended: false };
  return followed.state === "deleted"
    ? { ...followed, state: "own", suspendedByPull: false, card }
    : { ...followed, card };
}
