import { fillGaps } from "@repasa/card-text/gap-view.ts";
import { findGaps, type Gap } from "@repasa/card-text/gaps.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { OptionCard } from "#distractors.ts";
import { hasFormula, renderAnswer, type WrittenAnswer } from "#short-answers.ts";

/**
 * The parts of a card that make a question and its answer. `variant` names the gaps that the card asks for; null if it asks for its
 * back.
 */
export type AskedCard = {
  readonly front: string;
  readonly back: string;
  readonly format: "plain" | "markdown";
  readonly variant: string | null;
};

/** A card whose answer may be an option. Cards with the same `groupId` are siblings. */
export type AskedOption = AskedCard & {
  readonly id: number;
  readonly tags: readonly string[];
  readonly groupId: string | null;
};

const ALL_FILLED = { number: null, hidden: false };

/**
 * Returns the answer of a card, or that of each gap that it asks for, in the order of the text.
 *
 * @example listAnswers({ front: "{{c1::París}} y {{c2::Roma}}", variant: "c1", … }) // [{ text: "París", format: "markdown" }]
 */
export function listAnswers({ front, back, format, variant }: AskedCard): WrittenAnswer[] {
  const number = parseGapVariant(variant);
  if (number !== null) return findAskedGaps(front, number).map(({ text }) => ({ text: fillAll(text), format }));
  return [{ text: format === "plain" ? back : fillAll(back), format }];
}

/** Returns the answers of a card as the plain texts that are judged. */
export function renderAnswers(card: AskedCard): string[] {
  return listAnswers(card).map(renderAnswer);
}

/** Returns the gaps with a number that are in no other one with it. */
function findAskedGaps(text: string, number: number): Gap[] {
  const gaps = findGaps(text).filter((gap) => gap.number === number);
  return gaps
    .filter((gap) => !gaps.some(({ start, end }) => start < gap.start && gap.end < end))
    .sort((a, b) => a.start - b.start);
}

function fillAll(text: string): string {
  return fillGaps(text, ALL_FILLED);
}

/** The longest option, in characters: four of them fit on a phone. */
const MAX_OPTION_LENGTH = 200;

/** Returns the card as a possible option; null if it has several answers, or a long one. */
export function toOptionCard(card: AskedOption): OptionCard | null {
  const [answer, ...others] = listAnswers(card);
  if (answer === undefined || others.length > 0) return null;
  const text = renderAnswer(answer);
  if (text.length > MAX_OPTION_LENGTH) return null;
  return { id: card.id, answer: text, tags: card.tags, siblings: card.groupId, hasFormula: hasFormula(answer.text) };
}
