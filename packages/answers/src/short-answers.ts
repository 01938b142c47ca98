import { removeCodeSigns, splitCodeBlocks, splitInlineCode } from "@repasa/card-text/code.ts";
import { FORMULA_IN_DOLLARS } from "@repasa/card-text/formulas.ts";
import { describeMarkdown } from "@repasa/card-text/gap-view.ts";
import { findWords } from "#languages.ts";
import { normalize } from "#normal-form.ts";

/** What a student types into one field: the answer of a card, or the text of one of its gaps, with the signs that the card has. */
export type WrittenAnswer = { readonly text: string; readonly format: "plain" | "markdown" };

/** How a folder's cards are answered: `mix` and `adapt` mean that only those with a short answer are typed. */
export type AnswerMode = "flip" | "type" | "mix" | "adapt";

/** The longest answer that is short, in characters and in words, and the longest that is typed at all. */
const SHORT = { characters: 40, words: 6 };
const LONGEST = 200;

/** Images and sounds are written alike. */
const MEDIA = /!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g;
const BULLETS = /^[-*+][ \t][^\n]*(?:\n\s*[-*+][ \t][^\n]*)+$/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/m;
const FORMULA = new RegExp(String.raw`=|\$\$|\\[([]|\\[a-zA-Z]{2}|${FORMULA_IN_DOLLARS}`, "u");

/**
 * Returns an answer as plain text, as `judge` reads it. An image or a sound is no text.
 *
 * @example renderAnswer({ text: "La **célula** ![una célula](media:1)", format: "markdown" }) // "La célula"
 */
export function renderAnswer({ text, format }: WrittenAnswer): string {
  if (format === "plain") return removeCodeSigns(text).trim();
  const rendered = describeMarkdown(text.replace(MEDIA, "")).trim();
  // Bullets are not text, but without them two lines would be alternatives.
  return BULLETS.test(text.trim()) ? rendered.replace(/^(?=.*\S)/gm, "- ") : rendered;
}

/** Returns whether a text contains a formula: LaTeX, or an equals sign. */
export function hasFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * Returns whether an answer is short enough to be typed on a phone: at most 40 characters and 6 words on one line, without a
 * list, formula, code, image or sound. The whole answer counts, because it is accepted beside each of its alternatives.
 */
export function isShortAnswer(answer: WrittenAnswer): boolean {
  const { text, format } = answer;
  if (hasFormula(text) || hasCode(text)) return false;
  if (format === "markdown" && (text.search(MEDIA) !== -1 || LIST_ITEM.test(text))) return false;
  const rendered = renderAnswer(answer);
  const words = rendered.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (
    hasText(rendered) &&
    !/[\n\r]/.test(rendered) &&
    [...rendered.normalize("NFC")].length <= SHORT.characters &&
    words.length <= SHORT.words
  );
}

/**
 * Returns whether a card is typed; otherwise it is turned over.
 *
 * @param answers The answer of the card, or those of all gaps that it asks for.
 */
export function isTyped(mode: AnswerMode, answers: readonly WrittenAnswer[]): boolean {
  if (mode === "flip" || answers.length === 0) return false;
  return answers.every(mode === "type" ? canBeTyped : isShortAnswer);
}

function canBeTyped(answer: WrittenAnswer): boolean {
  const rendered = renderAnswer(answer);
  return hasText(rendered) && !isLongerThanTyped(rendered);
}

/** Returns whether an answer is too long for any student to type it. */
export function isLongerThanTyped(rendered: string): boolean {
  return [...rendered.normalize("NFC")].length > LONGEST;
}

/** Returns whether anything is left of a rendered answer that a student could type. */
export function hasText(text: string): boolean {
  return normalize(text, findWords("es")) !== "";
}

function hasCode(text: string): boolean {
  return (
    text.includes("~~~") ||
    splitCodeBlocks(text).some(({ code }) => code) ||
    splitInlineCode(text).some(({ code }) => code)
  );
}
