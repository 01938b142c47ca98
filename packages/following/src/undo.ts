import {
  type FollowedCard,
  type FollowedText,
  type Id,
  isLive,
  isMember,
  type LiveCard,
  shownBy,
  textOf,
} from "#followed-text.ts";
import type { PulledText } from "#pull.ts";
import { isSameText } from "#text.ts";

/** The cards of some texts by id, each with its text. */
type Shown = ReadonlyMap<Id | null, { one: LiveCard; text: FollowedText }>;

/**
 * Undoes what a pull has done to a text. Each card whose text, tags and suspension are as the pull left them goes back to what it
 * was; siblings share a text, so they go back together or not at all. A card that the pull brought disappears, unless it was
 * changed, suspended or rated since. One that stays while its siblings go back leaves their group with the text that it has.
 *
 * @param pulled The text before and after the pull; the cards that it brought have their ids.
 * @param present The texts that have come of it until now.
 * @param rated The ids of the cards that were rated since the pull.
 * @returns The texts that remain, and how many cards went back to something else or disappeared.
 */
export function undoPull(
  { before, after }: PulledText,
  present: readonly FollowedText[],
  rated: ReadonlySet<Id | null>,
): { texts: FollowedText[]; changed: number } {
  const was = indexCards(before ? [before] : []);
  const now = indexCards(present);
  const { back, disappearing } = findUndone(was, indexCards(after), { now, rated });
  const stays = ({ card }: LiveCard) => !back.has(card.id) && !disappearing.has(card.id);
  const isStuck = (text: FollowedText) =>
    back.size === 0 || text.cards.some((one) => isMember(one) && was.has(one.card.id) && stays(one));
  const isRemaining = (one: FollowedCard) => (isLive(one) ? stays(one) : true);
  const stuck = present.filter(isStuck).map((text) => ({ ...text, cards: text.cards.filter(isRemaining) }));
  const others = present.filter((text) => !isStuck(text));
  const texts = before && back.size > 0 ? [restoreText(before, { back, stuck, others, stays }), ...stuck] : stuck;
  const changed = [...back].filter((id) => !isSameCard(was, now, id)).length + disappearing.size;
  return { texts: texts.filter(({ cards }) => cards.length > 0), changed };
}

type Situation = {
  back: ReadonlySet<Id | null>;
  /** Texts that stay as they are. */
  stuck: readonly FollowedText[];
  /** Texts that go back to the former one. */
  others: readonly FollowedText[];
  stays: (one: LiveCard) => boolean;
};

/** Returns the former text with the cards that go back, what the follower has deleted since, and the cards that stay by themselves. */
function restoreText(before: FollowedText, { back, stuck, others, stays }: Situation): FollowedText {
  const staying = others.flatMap((text) =>
    text.cards.flatMap((one): FollowedCard[] => {
      if (!isLive(one)) return one.state === "waiting" ? [] : [one];
      return stays(one)
        ? [{ ...one, left: one.left ?? text.text, card: { ...one.card, text: textOf(text, one) } }]
        : [];
    }),
  );
  const present = new Set([...stuck.flatMap(({ cards }) => cards), ...staying].map(({ source }) => source));
  const restored = before.cards.filter((one) =>
    isLive(one) ? back.has(one.card.id) : others.length > 0 && one.state === "waiting" && !present.has(one.source),
  );
  return { ...before, cards: [...restored, ...staying] };
}

/** Returns the ids of the cards that go back to what they were, and of those that disappear. */
function findUndone(was: Shown, left: Shown, { now, rated }: { now: Shown; rated: ReadonlySet<Id | null> }) {
  const unchanged = new Set([...left.keys()].filter((id) => isSameCard(left, now, id)));
  const changedMembers = [...left].filter(
    ([id, { one }]) => isMember(one) && was.has(id) && now.has(id) && !unchanged.has(id),
  );
  const changedTexts = new Set(changedMembers.map(([, { text }]) => text));
  const back = [...left].filter(
    ([id, { one, text }]) => was.has(id) && unchanged.has(id) && !(isMember(one) && changedTexts.has(text)),
  );
  const disappearing = [...left.keys()].filter((id) => !was.has(id) && unchanged.has(id) && !rated.has(id));
  return { back: new Set(back.map(([id]) => id)), disappearing: new Set(disappearing) };
}

function indexCards(texts: readonly FollowedText[]): Shown {
  return new Map(
    texts.flatMap((text) => text.cards.filter(isLive).map((one) => [one.card.id, { one, text }] as const)),
  );
}

/** Returns whether a card has the same text, tags and suspension at two times. */
function isSameCard(then: Shown, later: Shown, id: Id | null): boolean {
  const one = then.get(id);
  const other = later.get(id);
  if (!one || !other) return false;
  const { tags, suspended } = one.one.card;
  const { card } = other.one;
  return (
    isSameText(shownBy(one.text, one.one), shownBy(other.text, other.one)) &&
    suspended === card.suspended &&
    tags.length === card.tags.length &&
    tags.every((tag, at) => tag === card.tags[at])
  );
}
