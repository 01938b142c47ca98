import {
  type AuthorCard,
  type AuthorText,
  createFollowedCard,
  type FollowedCard,
  type FollowedText,
  hasReverse,
  type Id,
  isLive,
  isMember,
  type LiveCard,
  shownBy,
} from "#followed-text.ts";
import { takeAuthorsCards } from "#members.ts";
import { mergeText } from "#merging.ts";
import { addTags, omitTags } from "#tags.ts";
import { type Field, isSameText, type Text, turnSides } from "#text.ts";

/** How many cards a pull brought, changed, kept against the author's new text, and suspended. */
export type PullCounts = { added: number; changed: number; kept: number; suspended: number };

/** A text before a pull, null if the pull brought it, and what it became: several texts if the author has divided its cards. */
export type PulledText = { readonly before: FollowedText | null; readonly after: readonly FollowedText[] };

/**
 * Pulls what the author has changed into followed texts. A text that has not changed becomes an equal one.
 *
 * @param followed The texts of which a card may have changed.
 * @param present The author's present texts that have a source of a followed card, and new ones, each once. A source that is missing
 *   counts as deleted.
 * @returns One text for each followed one, in the same order, then those that are new to the follower; new cards have no id.
 */
export function pullTexts(
  followed: readonly FollowedText[],
  present: readonly AuthorText[],
): { counts: PullCounts; texts: PulledText[] } {
  const authors = turnLoneReverses(present, followed);
  const authorOf = new Map(authors.flatMap((author) => author.cards.map(({ id }) => [id, author] as const)));
  const divided = followed.map((before) => ({ before, parts: divideText(before, authorOf) }));
  const parts = divided.flatMap((one) => one.parts);
  const known = new Set(parts.flatMap(({ part }) => part.cards.map(({ source }) => source)));
  const unknown = new Map(authors.map((author) => [author, author.cards.filter(({ id }) => !known.has(id))]));
  const texts: PulledText[] = divided.map(({ before, parts }) => ({
    before,
    after: parts.map(({ part, author }) => {
      if (!author || !isFollowed(part)) return part;
      const added = unknown.get(author) ?? [];
      unknown.delete(author);
      return mergeAuthor({ ...part, cards: [...part.cards, ...added.map(createWaiting)] }, author.text);
    }),
  }));
  for (const [{ text }, cards] of unknown) {
    const state = { pulled: text, earlier: [], kept: [], text };
    if (cards.length > 0) texts.push({ before: null, after: [{ ...state, cards: cards.map(createFollowedCard) }] });
  }
  return { counts: countChanges(texts), texts };
}

/** Turns back what has become an ordinary card of the author, because she deleted its sibling, but is followed as a reverse. */
function turnLoneReverses(authors: readonly AuthorText[], followed: readonly FollowedText[]): AuthorText[] {
  const variants = new Map(
    followed.flatMap(({ cards }) => cards.map((one) => [one.source, one.sourceVariant] as const)),
  );
  return authors.map(({ text, cards }) => {
    const [card] = cards;
    const isReverse = cards.length === 1 && card?.variant === null && variants.get(card.id) === "reverse";
    return isReverse ? { text: turnSides(text, "reverse"), cards: [{ ...card, variant: "reverse" }] } : { text, cards };
  });
}

type Part = { part: FollowedText; author: AuthorText | undefined };

/** Divides a text whose cards belong to several texts of the author: the part of the first one keeps what is not the author's. */
function divideText(followed: FollowedText, authorOf: ReadonlyMap<Id | null, AuthorText>): Part[] {
  const { cards } = followed;
  const first =
    cards.find((one) => isMember(one) && authorOf.has(one.source)) ?? cards.find(({ source }) => authorOf.has(source));
  const main = authorOf.get(first?.source ?? null);
  const authorOfCard = ({ source, state }: FollowedCard) =>
    state === "waiting" ? main : (authorOf.get(source) ?? main);
  return [...new Set([main, ...cards.map(authorOfCard)])].map((author) => {
    const sources = new Map(author?.cards.map((card) => [card.id, card]));
    const own = cards.filter((card) => authorOfCard(card) === author);
    return { author, part: { ...followed, cards: own.flatMap((one) => updateCard(one, sources)) } };
  });
}

function mergeAuthor(followed: FollowedText, author: Text): FollowedText {
  return takeAuthorsCards(mergeText(followed, author, hasReverse(followed)), followed.text);
}

/** Returns whether a text has a card that follows the author. Without one it is no longer merged: nobody would see it. */
function isFollowed({ cards }: FollowedText): boolean {
  return cards.some((one) => isMember(one) && one.source !== null && one.state === "same");
}

function createWaiting(author: AuthorCard): FollowedCard {
  return { ...createFollowedCard(author), state: "waiting", card: null };
}

/** Brings a card up to date with its source. One that the follower has deleted stays as it is, in case she undoes that. */
function updateCard(one: FollowedCard, sources: ReadonlyMap<Id | null, AuthorCard>): FollowedCard[] {
  const source = sources.get(one.source);
  if (one.state === "waiting")
    return source ? [{ ...one, sourceVariant: source.variant, sourceTags: source.tags }] : [];
  if (one.source === null || one.state === "own" || !isLive(one)) return [one];
  if (!source) return [one.state === "deleted" ? one : markDeleted(one)];
  const tags = addTags(one.card.tags, omitTags(source.tags, one.sourceTags));
  const isResumed = one.suspendedByPull && one.card.suspended;
  const card = { ...one.card, suspended: one.card.suspended && !isResumed, tags };
  const seen = { sourceVariant: source.variant, sourceTags: source.tags };
  return [{ ...one, ...seen, state: "same", suspendedByPull: false, card }];
}

function markDeleted(one: LiveCard): FollowedCard {
  const card = { ...one.card, suspended: true };
  return { ...one, state: "deleted", suspendedByPull: !one.card.suspended, card };
}

function countChanges(texts: readonly PulledText[]): PullCounts {
  const counts = { added: 0, changed: 0, kept: 0, suspended: 0 };
  for (const { before, after } of texts) {
    const cardsBefore = new Map(before?.cards.filter(isLive).map((one) => [one.card.id, one]));
    for (const text of after) {
      const keeps = before !== null && listNewlyKept(before, text).length > 0;
      for (const one of text.cards.filter(isLive)) {
        const was = cardsBefore.get(one.card.id);
        if (!before || !was || one.card.id === null) counts.added += 1;
        else {
          if (hasChanged(one, was) || !isSameText(shownBy(before, was), shownBy(text, one))) counts.changed += 1;
          if (keeps && isMember(one) && one.source !== null && one.state === "same") counts.kept += 1;
          if (one.card.suspended && !was.card.suspended) counts.suspended += 1;
        }
      }
    }
  }
  return counts;
}

function hasChanged(one: LiveCard, was: LiveCard): boolean {
  return one.card.tags.length !== was.card.tags.length || (was.card.suspended && !one.card.suspended);
}

/** Returns the fields that are kept against a value that the last pull has not seen. */
function listNewlyKept(before: FollowedText, after: FollowedText): Field[] {
  return after.kept.filter((field) => after.pulled[field] !== before.pulled[field]);
}
