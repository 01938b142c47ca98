import type { GapView } from "@repasa/card-text/gap-view.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";

/** A text to be drawn. `gaps` is present only if the text may contain gaps. */
export type CardSide = { text: string; format: CardFormat; gaps?: GapView };

type Texts = Pick<Card, "front" | "back" | "format" | "variant">;

/** Returns the question of a card. */
export function getQuestion({ front, format, variant }: Omit<Texts, "back">): CardSide {
  const number = parseGapVariant(variant);
  return number === null ? createSide(front, format) : { text: front, format, gaps: { number, hidden: true } };
}

/** Returns the answer of a card; for a card with a gap, the text with the gap filled in. */
export function getAnswer({ front, back, format, variant }: Texts): CardSide {
  const number = parseGapVariant(variant);
  return number === null ? createSide(back, format) : { text: front, format, gaps: { number, hidden: false } };
}

/** Returns the text below the answer of a card with a gap; empty for all other cards. */
export function getExtraText({ back, variant }: Pick<Card, "back" | "variant">): string {
  return parseGapVariant(variant) === null ? "" : back;
}

/** Returns a side in which no gap is asked. */
export function createSide(text: string, format: CardFormat): CardSide {
  return format === "plain" ? { text, format } : { text, format, gaps: { number: null, hidden: false } };
}
