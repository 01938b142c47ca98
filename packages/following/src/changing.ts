import { type FollowedText, hasReverse, type Id, isLive, isMember, type LiveCard } from "#followed-text.ts";
import { takeAuthorsCards, takeEditedCards, turnText } from "#members.ts";
import { chooseFields, editFields } from "#merging.ts";
import { isSameText, listGapVariants, makesCards, type Text, turnSides } from "#text.ts";

/**
 * Applies the follower's edit of a card to its text.
 *
 * - `cardId`: a card of the text.
 * - `edit`: the fields that she changed.
 * - `base`: the values that she found; it may lack fields. An edit that was made before a pull gives what it would have given if it
 *   had arrived before that pull.
 *
 * @returns Null if the text would make no card, or gaps beside a reverse.
 */
export function editText(
  followed: FollowedText,
  { cardId, edit, base = {} }: { cardId: Id; edit: Partial<Text>; base?: Partial<Text> },
): FollowedText | null {
  const edited = followed.cards.filter(isLive).find(({ card }) => card.id === cardId);
  if (!edited) return followed;
  if (!isMember(edited)) return editCardAlone(followed, edited, edit);
  const { state: written, found } = editFields(followed, edit, base, hasReverse(followed));
  const isUnchanged = isSameText(written.text, followed.text);
  const state = !isUnchanged && isAskedForGaps(written, edited) ? turnText(written) : written;
  if (!makesCards(state.text) || wouldReveal(followed, state.text)) return null;
  if (isUnchanged) return state;
  const result = takeEditedCards(state, edited, { former: followed.text, found });
  // The pulls that a late edit comes before may have made the text the author's.
  return found === followed.text ? result : takeAuthorsCards(result, followed.text);
}

/** Returns whether a reverse would show what the gaps of a text hide. */
function wouldReveal(followed: FollowedText, text: Text): boolean {
  return followed.cards.filter(isMember).length > 1 && hasReverse(followed) && listGapVariants(text).length > 0;
}

/** Returns whether a reverse that is alone shows a front with gaps. It becomes their card, as any other card would. */
function isAskedForGaps({ text, cards }: FollowedText, { card }: LiveCard): boolean {
  const isAlone = card.variant === "reverse" && cards.filter(isMember).length === 1;
  return isAlone && listGapVariants(turnSides(text, "reverse")).length > 0;
}

/** A card that has left its group has a text of its own. */
function editCardAlone(followed: FollowedText, edited: LiveCard, edit: Partial<Text>): FollowedText | null {
  const text = { ...(edited.card.text ?? followed.text), ...edit };
  if (!makesCards(text)) return null;
  const cards = followed.cards.map((one) => (one === edited ? { ...edited, card: { ...edited.card, text } } : one));
  return { ...followed, cards };
}

/**
 * Ends the conflict about the kept fields of a text: they stay as they are, or take the author's values, and with them the author's
 * cards.
 *
 * @returns Null if the author's values, with the follower's of the other fields, make no card.
 */
export function chooseText(followed: FollowedText, take: "mine" | "author"): FollowedText | null {
  const chosen = chooseFields(followed, take, hasReverse(followed));
  return chosen && take === "author" ? takeAuthorsCards(chosen, followed.text) : chosen;
}
