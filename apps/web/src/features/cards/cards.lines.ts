import { findGaps } from "@repasa/card-text/gaps.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { withoutCodeSigns } from "#features/cards/cards.code.ts";
import { type CardSide, gapOf, questionOf } from "#features/cards/cards.sides.ts";
import { markdownLine } from "#features/cards/markdown/markdown.line.ts";

type Texts = Pick<Card, "front" | "back" | "format" | "variant">;

/** A side as words, without the signs that only say how it is drawn. */
export function lineOf({ text, format, gaps }: CardSide): string {
  return format === "plain" ? withoutCodeSigns(text) : markdownLine(text, gaps);
}

/** What a card asks, as words. */
export function questionLine(card: Omit<Texts, "back">): string {
  return lineOf(questionOf(card));
}

/** What a card answers, as words: of a gap only what it hides. */
export function answerLine(card: Texts): string {
  const number = gapOf(card.variant);
  if (number === null) return lineOf({ text: card.back, format: card.format });
  const hidden = findGaps(card.front).filter((gap) => gap.number === number);
  return hidden.map(({ text }) => markdownLine(text)).join(", ");
}
