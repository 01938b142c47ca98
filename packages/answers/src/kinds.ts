import { dropArticle } from "#forms.ts";
import { findWords } from "#languages.ts";
import { readList } from "#lists.ts";
import { normalize } from "#normal-form.ts";
import { hasFormula } from "#short-answers.ts";

/** What an answer is at first sight. Options of one kind do not give the right one away. */
export type AnswerKind = "number" | "year" | "formula" | "word" | "phrase" | "list";

const YEARS = { first: 1000, last: 2100 };
/** A normalised number: digits with their separators and signs, and a unit such as "km/h". */
const NUMBER = /^[-+±≈<>]?\d[^\s\p{L}]*(?:\p{L}{1,3}(?!\p{L})[^\s\p{L}]*){0,3}$/u;
const ROMAN_NUMERAL = /^[IVXLCDM]{2,}$/;

/**
 * Returns the kind of an answer. An article and text in parentheses do not count. A number may have a unit, or be Roman.
 *
 * @param answer As the card has it, or as plain text.
 * @param language A BCP 47 tag; Spanish by default.
 * @example findKind("1492 (América)") // "year"
 * @example findKind("la mitocondria") // "word"
 */
export function findKind(answer: string, language?: string | null): AnswerKind {
  if (hasFormula(answer)) return "formula";
  if (readList(answer)) return "list";
  const shown = answer.replace(/\([^()]*\)/g, " ").trim() || answer.trim();
  const words = findWords(language);
  const normal = normalize(shown, words);
  const bare = dropArticle(normal, words);
  const count = shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (/^\d{4}$/.test(bare) && Number(bare) >= YEARS.first && Number(bare) <= YEARS.last) return "year";
  if (NUMBER.test(bare) || ROMAN_NUMERAL.test(shown)) return "number";
  const hasArticle = bare !== normal && normal.slice(0, -bare.length).endsWith(" ");
  return count - Number(hasArticle) > 1 ? "phrase" : "word";
}
