import { removeCodeSigns } from "@repasa/card-text/code.ts";
import { describeMarkdown } from "@repasa/card-text/gap-view.ts";
import { findGaps } from "@repasa/card-text/gaps.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { type CardSide, getQuestion } from "#features/cards/text/text.sides.ts";

type Texts = Pick<Card, "front" | "back" | "format" | "variant">;

/** Returns a side as plain words, without the syntax of its format. */
export function formatLine({ text, format, gaps }: CardSide): string {
  return format === "plain" ? removeCodeSigns(text) : describeMarkdown(text, gaps);
}

/** Returns the question of a card as plain words. */
export function formatQuestionLine(card: Omit<Texts, "back">): string {
  return formatLine(getQuestion(card));
}

/** Returns the answer of a card as plain words; for a card with a gap, only the hidden text. */
export function formatAnswerLine(card: Texts): string {
  const number = parseGapVariant(card.variant);
  if (number === null) return formatLine({ text: card.back, format: card.format });
  const hidden = findGaps(card.front).filter((gap) => gap.number === number);
  return hidden.map(({ text }) => describeMarkdown(text)).join(", ");
}
