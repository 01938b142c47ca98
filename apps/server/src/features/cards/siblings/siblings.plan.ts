import { randomUUID } from "node:crypto";
import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { formatGapVariant, parseGapVariant, REVERSE } from "@repasa/card-text/variants.ts";
import {
  CARD_SIDES_REQUIRED,
  type CardFormat,
  GAP_NUMBERS,
  hasSides,
  hasValidGaps,
} from "@repasa/contract/cards.forms.ts";
import { AppError } from "#platform/http/app-error.ts";

/** What a card shows. */
export type Texts = { front: string; back: string; format: CardFormat };

/** A card of a group, or one that may become so. */
type Member = Texts & { id: number; groupId: string | null; variant: string | null };

export type Variant = string | null;

/** Which cards a changed text asks for. */
export type Change = {
  /** Null where one card is left. */
  groupId: string | null;
  kept: { id: number; variant: Variant; swapped: boolean }[];
  gone: number[];
  added: Variant[];
};

const REVERSE_WITHOUT_GAPS = "Una carta con reverso no puede tener huecos";

/** The variants of a new text's cards, in their order. */
export function variantsOf(texts: Texts, reverse: boolean): Variant[] {
  requireTexts(texts);
  if (reverse) requireNoGaps(texts, "reverse");
  const gaps = gapsIn(texts);
  if (gaps.length > 0) return gaps.map(formatGapVariant);
  return reverse ? [null, REVERSE] : [null];
}

/**
 * What a change of one sibling's texts makes of all. A gap that is gone takes its card with it, one that comes new gains a
 * card; one whose card was deleted on its own stays without. Where no gap keeps its card, the changed card itself stays: as
 * the first of the gaps, or as a lone card if there are none.
 */
export function changeOf(card: Member, siblings: readonly Member[], texts: Texts): Change {
  requireTexts(texts);
  const gaps = gapsIn(texts).map(formatGapVariant);
  if (parseGapVariant(card.variant) !== null) return gapsChanged(card, siblings, gaps);
  if (siblings.length > 0) requireNoGaps(texts, "front");
  else if (gaps.length > 0) return becomesGaps(card, [], gaps, gaps.slice(1));
  const swapped = (sibling: Member) => (sibling.variant === REVERSE) !== (card.variant === REVERSE);
  return {
    groupId: card.groupId,
    kept: [card, ...siblings].map((one) => ({ id: one.id, variant: one.variant, swapped: swapped(one) })),
    gone: [],
    added: [],
  };
}

function gapsChanged(card: Member, siblings: readonly Member[], gaps: readonly string[]): Change {
  const before = new Set(gapsIn(card).map(formatGapVariant));
  const newGaps = gaps.filter((gap) => !before.has(gap));
  const kept = [card, ...siblings].filter(({ variant }) => gaps.includes(variant ?? ""));
  const gone = [card, ...siblings].filter((one) => !kept.includes(one)).map(({ id }) => id);
  if (kept.length === 0) {
    const others = gone.filter((id) => id !== card.id);
    return becomesGaps(card, others, gaps, gaps.slice(1));
  }
  const added = newGaps.filter((gap) => kept.every(({ variant }) => variant !== gap));
  return {
    groupId: groupOf(card, kept.length + added.length),
    kept: kept.map(({ id, variant }) => ({ id, variant, swapped: false })),
    gone,
    added,
  };
}

function becomesGaps(card: Member, gone: number[], gaps: readonly string[], added: string[]): Change {
  return {
    groupId: groupOf(card, 1 + added.length),
    kept: [{ id: card.id, variant: gaps[0] ?? null, swapped: false }],
    gone,
    added,
  };
}

function groupOf({ groupId }: Member, size: number): string | null {
  return size > 1 ? (groupId ?? randomUUID()) : null;
}

function gapsIn({ front, format }: Texts): number[] {
  return format === "markdown" ? gapNumbers(front) : [];
}

function requireTexts(texts: Texts): void {
  if (!hasValidGaps(texts, texts.format)) throw invalid("front", GAP_NUMBERS);
  if (texts.front === "" || !hasSides(texts, texts.format)) throw invalid("back", CARD_SIDES_REQUIRED);
}

/** Of a card and its reverse, which asks for what the other one shows. */
function requireNoGaps({ front, back, format }: Texts, path: string): void {
  const sides = [front, back].map((side) => gapsIn({ front: side, back: "", format }));
  if (sides.some((gaps) => gaps.length > 0)) throw invalid(path, REVERSE_WITHOUT_GAPS);
}

export function invalid(path: string, message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path, message }] });
}
