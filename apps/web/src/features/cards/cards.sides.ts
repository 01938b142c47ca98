import type { GapView } from "@repasa/card-text/gap-view.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";

/** A text as it is drawn. `gaps` is only there where it may have some. */
export type CardSide = { text: string; format: CardFormat; gaps?: GapView };

type Texts = Pick<Card, "front" | "back" | "format" | "variant">;

/** What a card asks. */
export function questionOf({ front, format, variant }: Omit<Texts, "back">): CardSide {
  const number = parseGapVariant(variant);
  return number === null ? sideOf(front, format) : { text: front, format, gaps: { number, hidden: true } };
}

/** What a card answers: where a gap is asked, its text with the gap filled in. */
export function answerOf({ front, back, format, variant }: Texts): CardSide {
  const number = parseGapVariant(variant);
  return number === null ? sideOf(back, format) : { text: front, format, gaps: { number, hidden: false } };
}

/** What stands below the answer of a gap; empty for all other cards. */
export function extraOf({ back, variant }: Pick<Card, "back" | "variant">): string {
  return parseGapVariant(variant) === null ? "" : back;
}

/** A text that asks nothing by itself. */
export function sideOf(text: string, format: CardFormat): CardSide {
  return format === "plain" ? { text, format } : { text, format, gaps: { number: null, hidden: false } };
}
