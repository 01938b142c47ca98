import {
  canReturn,
  type FollowedCard,
  type FollowedText,
  isMember,
  type LiveCard,
  type OwnCard,
} from "#followed-text.ts";
import { addTags } from "#tags.ts";
import { asksFor, hasSameFront, listGapVariants, type Text, turnSides, type Variant } from "#text.ts";

// Which cards a new text has. The author's text brings the author's cards; a text that the follower has written brings the cards of
// its gaps, as any edit does (decision 058).

/**
 * Gives a text with the author's front the author's cards: each of the follower's cards gets the variant of its source, those of
 * other gaps leave the group with their former text, and those that left it or waited return. With another front, nothing changes.
 *
 * @param former The follower's text before.
 */
export function takeAuthorsCards(followed: FollowedText, former: Text): FollowedText {
  const { text, pulled } = followed;
  if (!hasSameFront(text, pulled)) return followed;
  const isAuthors = (one: FollowedCard): one is LiveCard =>
    one.source !== null && one.state === "same" && (isMember(one) || canReturn(one));
  const taken = new Set(followed.cards.filter(isAuthors).map(({ sourceVariant }) => sourceVariant));
  const cards = followed.cards.map((one) => {
    if (isAuthors(one)) return enterGroup(one, one.sourceVariant);
    if (!isMember(one) || (asksFor(text, one.card.variant) && !taken.has(one.card.variant))) return one;
    return leaveGroup(one, former);
  });
  return { ...followed, cards: fillSources(cards) };
}

/**
 * Gives each waiting card of the author a card of the follower. If she has a card of the gap that follows nothing, because she made
 * it herself or the author has deleted its source, it is that one; otherwise a new one.
 */
function fillSources(cards: readonly FollowedCard[]): FollowedCard[] {
  const isFree = (one: FollowedCard): one is LiveCard =>
    isMember(one) && (one.source === null || one.state === "deleted");
  const free = new Map(cards.filter(isFree).map((one) => [one.card.variant, one]));
  const used = new Set<FollowedCard>();
  const filled = cards.map((one): FollowedCard => {
    if (one.state !== "waiting") return one;
    const found = free.get(one.sourceVariant);
    if (!found) return { ...one, state: "same", card: createCard(one.sourceVariant, one.sourceTags) };
    used.add(found);
    const { card, suspendedByPull } = found;
    const tags = addTags(card.tags, one.sourceTags);
    return { ...one, state: "same", card: { ...card, tags, suspended: card.suspended && !suspendedByPull } };
  });
  return filled.filter((one) => !used.has(one));
}

/**
 * Gives a text that the follower has edited the cards of its gaps. The card of a removed gap is deleted, and a new gap gets the card
 * that left the group with it, or a new one. If no card of a gap remains, the edited card becomes that of the first one. One that
 * follows a reverse becomes a reverse again once the text has no gaps, and shows the sides that she has written.
 *
 * @param found The text on which the edit was made. If pulls have changed it since, the author's cards that they brought wait, as if
 *   the edit had come before them, and the card of a gap that she removed is deleted although it has left the group.
 */
export function takeEditedCards(
  followed: FollowedText,
  edited: LiveCard,
  { former, found }: { former: Text; found: Text },
): FollowedText {
  const { text, pulled } = followed;
  const gaps = listGapVariants(text);
  const isLate = found !== former && !hasSameFront(text, pulled);
  const fits = (one: FollowedCard) => isMember(one) && asksFor(text, one.card.variant);
  const becomesFirst = !followed.cards.some(fits);
  const added = new Set(gaps.filter((gap) => becomesFirst || !asksFor(former, gap)));
  if (becomesFirst) added.delete(gaps[0] ?? "");
  const isReverse = becomesFirst && gaps.length === 0 && edited.sourceVariant === "reverse";
  const firstVariant = isReverse ? "reverse" : (gaps[0] ?? null);
  const change = (one: FollowedCard): FollowedCard[] => {
    if (one === edited) return becomesFirst ? [enterGroup(edited, firstVariant)] : keepOrDelete(edited, text);
    if (isMember(one)) {
      const cameLater = isLate && one.source !== null && !asksFor(found, one.card.variant);
      if (!cameLater) return keepOrDelete(one, text);
      return [{ ...one, state: "waiting", card: null }, ...(fits(one) ? [createOwn(one.card)] : [])];
    }
    if (!canReturn(one)) return [one];
    const { variant } = one.card;
    if (!asksFor(former, variant) && added.delete(variant ?? "")) return [enterGroup(one, variant)];
    const isRemoved = isLate && asksFor(found, variant) && !asksFor(text, variant);
    return [isRemoved ? { ...one, card: null } : one];
  };
  const cards = followed.cards.flatMap(change);
  const present = new Set(cards.filter(isMember).map(({ card }) => card.variant));
  const own = [...added].filter((gap) => !present.has(gap)).map((gap) => createOwn(createCard(gap, edited.card.tags)));
  return { ...(isReverse ? turnText(followed) : followed), cards: [...cards, ...own] };
}

/** Exchanges the sides of a text that the follower has written, so that what a reverse of it shows remains the same. */
export function turnText(followed: FollowedText): FollowedText {
  const text = turnSides(followed.text, "reverse");
  return { ...followed, text, kept: followed.kept.filter((field) => text[field] !== followed.pulled[field]) };
}

/** Deletes a card whose gap the text no longer has. If it came from the author, its source stays, so that no pull brings it again. */
function keepOrDelete(one: LiveCard, text: Text): FollowedCard[] {
  if (asksFor(text, one.card.variant)) return [one];
  return one.source === null ? [] : [{ ...one, card: null }];
}

function enterGroup(one: LiveCard, variant: Variant): LiveCard {
  return { ...one, left: null, card: { ...one.card, variant, text: null } };
}

function leaveGroup(one: LiveCard, text: Text): LiveCard {
  return { ...one, left: text, card: { ...one.card, text } };
}

function createCard(variant: Variant, tags: readonly string[]): OwnCard {
  return { id: null, variant, tags, suspended: false, text: null };
}

/** A card of a gap that only the follower's text has. */
function createOwn(card: OwnCard): FollowedCard {
  return { source: null, sourceVariant: null, sourceTags: [], state: "same", suspendedByPull: false, left: null, card };
}
