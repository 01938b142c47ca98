import { fillGaps } from "@repasa/card-text/gap-view.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { type AskedCard, listAnswers } from "#card-answers.ts";
import { renderAnswer } from "#short-answers.ts";

/**
 * Returns the front of a card in its format, with the gaps that it asks for hidden and the others filled in. If its brackets do not
 * show how many answers it asks for, as many line breaks follow, which Markdown does not draw: `countAnswers` reads them.
 *
 * @example writePrompt({ front: "{{c1::París}} y {{c2::Roma}}", variant: "c1", … }) // "[...] y Roma"
 * @example writePrompt({ front: "{{c1::París}} [1] y Roma [2]", variant: "c1", … }) // "[...] [1] y Roma [2]\n"
 */
export function writePrompt(card: AskedCard): string {
  const { front, format, variant } = card;
  const number = parseGapVariant(variant);
  const prompt = number === null && format === "plain" ? front : fillGaps(front, { number, hidden: number !== null });
  if (format === "plain") return prompt;
  const text = prompt.trimEnd();
  const answers = Math.max(1, listAnswers(card).length);
  return countAnswers(text, format) === answers ? text : text + "\n".repeat(answers);
}

/** Returns the question of a card as plain text, with its hidden gap as `writePrompt` writes it. */
export function renderPrompt(card: AskedCard): string {
  return renderAnswer({ text: writePrompt(card), format: card.format });
}

/** A gap as `writePrompt` writes it, but not the text of a link. It may be something else in brackets too. */
const LABEL = /\[[^\][\n]+\](?!\()/g;

/**
 * Returns how many answers a prompt asks for, each of which is typed by itself: one, or as many as it has hidden gaps.
 *
 * @param prompt Written by `writePrompt`.
 * @param format The format of the card.
 */
export function countAnswers(prompt: string, format: AskedCard["format"]): number {
  if (format === "plain") return 1;
  const lineBreaks = prompt.length - prompt.trimEnd().length;
  return lineBreaks || Math.max(1, prompt.match(LABEL)?.length ?? 0);
}
