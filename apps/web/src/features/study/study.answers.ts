import { renderAnswer, type WrittenAnswer } from "@repasa/answers/short-answers.ts";
import { findGaps } from "@repasa/card-text/gaps.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { Card } from "@repasa/contract/cards.ts";

export type AnsweredCard = Pick<Card, "id" | "front" | "back" | "format" | "variant">;

/** Lists what a student types for a card: its back, or the gaps that it asks for, in the order of the text. */
export function listAnswers({ front, back, format, variant }: Omit<AnsweredCard, "id">): WrittenAnswer[] {
  const number = parseGapVariant(variant);
  if (number === null) return [{ text: back, format }];
  const gaps = findGaps(front).filter((gap) => gap.number === number);
  // A gap inside another one with the same number is a part of that one.
  const isOutermost = ({ start, end }: (typeof gaps)[number]) =>
    !gaps.some((other) => other.start < start && end < other.end);
  const outermost = gaps.filter(isOutermost).sort((one, other) => one.start - other.start);
  return outermost.map(({ text }) => ({ text, format: "markdown" }));
}

/** Returns the answers of a card as the plain texts that are judged. */
export function renderAnswers(card: Omit<AnsweredCard, "id">): string[] {
  return listAnswers(card).map(renderAnswer);
}
