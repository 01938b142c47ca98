// What is stored of a followed text, as values of `packages/following`, and back.
import type { Upstream } from "@repasa/contract/following.rows.ts";
import {
  type FollowedCard,
  type FollowedText,
  isLive,
  isMember,
  type LiveCard,
  type OwnCard,
  textOf,
} from "@repasa/following/followed-text.ts";
import { type Text, turnSides, type Variant } from "@repasa/following/text.ts";
import type { CardRow } from "#schema/cards.ts";
import type { FollowedCardRow, TextRow } from "./followed.queries.ts";

const REVERSE = "reverse";

function textOfRow({ front, back, format }: CardRow, variant: Variant): Text {
  return turnSides({ front, back, format }, variant);
}

/** A reverse that has lost its sibling is stored without a variant, and remains the reverse of the author's text. */
function variantOf({ variant, groupId }: CardRow, sourceVariant: Variant): Variant {
  return variant === null && groupId === null && sourceVariant === REVERSE ? REVERSE : variant;
}

/** @param rows The follower's cards by id. One that is missing was deleted. */
export function toFollowedText(
  { pulled, earlier, kept }: TextRow,
  followed: readonly FollowedCardRow[],
  rows: ReadonlyMap<number, CardRow>,
): FollowedText {
  const cards = followed.map((one): FollowedCard => {
    const { source, sourceVariant, sourceTags, state, suspendedByPull, formerText: left, cardId } = one;
    const row = rows.get(cardId ?? 0);
    return { source, sourceVariant, sourceTags, state, suspendedByPull, left, card: row ? toOwnCard(row, one) : null };
  });
  const member = followed.find(({ cardId, formerText }) => formerText === null && rows.has(cardId ?? 0));
  const row = rows.get(member?.cardId ?? 0);
  // Without a card nobody sees the text, and no pull merges it.
  const text = member && row ? textOfRow(row, variantOf(row, member.sourceVariant)) : pulled;
  return { pulled, earlier, kept: kept.filter((field) => text[field] !== pulled[field]), text, cards };
}

function toOwnCard(row: CardRow, { sourceVariant, formerText }: FollowedCardRow): OwnCard {
  const { id, tags, suspended } = row;
  const variant = variantOf(row, sourceVariant);
  return { id, variant, tags, suspended, text: formerText === null ? null : textOfRow(row, variant) };
}

/** A card as its row has to be. */
export type ShownCard = Pick<
  CardRow,
  "front" | "back" | "format" | "tags" | "suspended" | "groupId" | "variant" | "upstream"
>;

/** @param groupId That of the text's cards, null if it has only one. */
export function toShownCard(text: FollowedText, one: LiveCard, groupId: string | null): ShownCard {
  const { variant, tags, suspended } = one.card;
  const group = isMember(one) ? groupId : null;
  return {
    ...turnSides(textOf(text, one), variant),
    tags: [...tags],
    suspended,
    groupId: group,
    variant: variant === REVERSE && group === null ? null : variant,
    upstream: describeUpstream(text, one),
  };
}

/** Returns how a card follows the author's, as clients see it. */
export function describeUpstream({ pulled, kept }: FollowedText, one: LiveCard): Upstream | null {
  const { source, sourceVariant: variant, state, left } = one;
  if (source === null || state === "own") return null;
  if (state === "deleted") return { state: "deleted" };
  if (left !== null || kept.length === 0) return { state: "same" };
  const { front, back, format } = turnSides(pulled, variant);
  return { state: "changed", front, back, format, variant };
}

export function listLive({ cards }: FollowedText): LiveCard[] {
  return cards.filter(isLive);
}
