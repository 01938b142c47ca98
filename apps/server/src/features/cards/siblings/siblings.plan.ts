import { randomUUID } from "node:crypto";
import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { formatGapVariant, parseGapVariant, REVERSE } from "@repasa/card-text/variants.ts";
import { GAP_NUMBERS, hasSides, hasValidGaps } from "@repasa/contract/cards.checks.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { CARD_SIDES_REQUIRED } from "@repasa/contract/cards.limits.ts";
import { AppError } from "#platform/http/app-error.ts";

export type Texts = { front: string; back: string; format: CardFormat };

/** A card of a group, or one without siblings. */
type Member = Texts & { id: number; groupId: string | null; variant: string | null };

export type Variant = string | null;

/** The changes to a card and its siblings that a new text requires. */
export type GroupChange = {
  /** Null if one card remains. */
  groupId: string | null;
  remaining: { id: number; variant: Variant; swapped: boolean }[];
  deleted: number[];
  added: Variant[];
};

const REVERSE_WITHOUT_GAPS = "Una carta con reverso no puede tener huecos";

/** Returns the variants of the cards of a new text, in their order. */
export function planVariants(texts: Texts, reverse: boolean): Variant[] {
  requireTexts(texts);
  if (reverse) requireNoGaps(texts, "reverse");
  const gaps = findGaps(texts);
  if (gaps.length > 0) return gaps.map(formatGapVariant);
  return reverse ? [null, REVERSE] : [null];
}

/**
 * Computes what a change of one card's texts does to the card and its siblings. The card of a removed gap is deleted, and a new
 * gap gets a card, but not a gap whose card was deleted before. If no card of a gap remains, the changed card becomes the card of
 * the first gap, or a card without siblings if the text has no gaps.
 */
export function planChange(card: Member, siblings: readonly Member[], texts: Texts): GroupChange {
  requireTexts(texts);
  const gaps = findGaps(texts).map(formatGapVariant);
  if (parseGapVariant(card.variant) !== null) return planGapChange(card, siblings, gaps);
  if (siblings.length > 0) requireNoGaps(texts, "front");
  else if (gaps.length > 0) return planFirstGap(card, [], gaps, gaps.slice(1));
  const isSwapped = (sibling: Member) => (sibling.variant === REVERSE) !== (card.variant === REVERSE);
  return {
    groupId: card.groupId,
    remaining: [card, ...siblings].map((one) => ({ id: one.id, variant: one.variant, swapped: isSwapped(one) })),
    deleted: [],
    added: [],
  };
}

function planGapChange(card: Member, siblings: readonly Member[], gaps: readonly string[]): GroupChange {
  const before = new Set(findGaps(card).map(formatGapVariant));
  const newGaps = gaps.filter((gap) => !before.has(gap));
  const remaining = [card, ...siblings].filter(({ variant }) => gaps.includes(variant ?? ""));
  const deleted = [card, ...siblings].filter((one) => !remaining.includes(one)).map(({ id }) => id);
  if (remaining.length === 0) {
    const others = deleted.filter((id) => id !== card.id);
    return planFirstGap(card, others, gaps, gaps.slice(1));
  }
  const added = newGaps.filter((gap) => remaining.every(({ variant }) => variant !== gap));
  return {
    groupId: chooseGroupId(card, remaining.length + added.length),
    remaining: remaining.map(({ id, variant }) => ({ id, variant, swapped: false })),
    deleted,
    added,
  };
}

function planFirstGap(card: Member, deleted: number[], gaps: readonly string[], added: string[]): GroupChange {
  return {
    groupId: chooseGroupId(card, 1 + added.length),
    remaining: [{ id: card.id, variant: gaps[0] ?? null, swapped: false }],
    deleted,
    added,
  };
}

function chooseGroupId({ groupId }: Member, size: number): string | null {
  return size > 1 ? (groupId ?? randomUUID()) : null;
}

function findGaps({ front, format }: Texts): number[] {
  return format === "markdown" ? gapNumbers(front) : [];
}

function requireTexts(texts: Texts): void {
  if (!hasValidGaps(texts, texts.format)) throw invalid("front", GAP_NUMBERS);
  if (texts.front === "" || !hasSides(texts, texts.format)) throw invalid("back", CARD_SIDES_REQUIRED);
}

/** Throws if a side has gaps. A card with a reverse may have none, because the reverse shows the hidden text. */
function requireNoGaps({ front, back, format }: Texts, path: string): void {
  const sides = [front, back].map((side) => findGaps({ front: side, back: "", format }));
  if (sides.some((gaps) => gaps.length > 0)) throw invalid(path, REVERSE_WITHOUT_GAPS);
}

function invalid(path: string, message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path, message }] });
}
