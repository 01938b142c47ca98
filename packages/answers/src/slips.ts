import { DENIALS, isNegation } from "#languages.ts";
import { foldAccents, MATHEMATICAL_SIGNS } from "#normal-form.ts";

const WORDS = new RegExp(`[${MATHEMATICAL_SIGNS}]|[^ ${MATHEMATICAL_SIGNS}]+`, "g");

/**
 * Splits a normalised text into words. The letters after a number are a word of their own, because a space between the two does
 * not count: "10km". So are mathematical signs.
 */
export function splitWords(text: string): string[] {
  return (text.match(WORDS) ?? []).flatMap((word) => word.split(/(?<=\d)(?=\p{L})/u));
}

/**
 * Returns whether a typed text differs from an answer by small slips alone. The words are compared in their order. A slip
 * is no more than a typing error: one letter in a word of 5 to 9, two in a longer one, none in a number, a negation
 * or a prefix of denial.
 *
 * @param answer The words of the answer, normalised; with accents if these count.
 * @param typed The words of the typed text.
 */
export function hasOnlySlips(answer: readonly string[], typed: readonly string[]): boolean {
  return (
    answer.length === typed.length &&
    // The order counts, even where neighbours are alike: "chose – chosen" is not "chosen – chose".
    answer.toSorted().join() !== typed.toSorted().join() &&
    answer.every((word, index) => word === typed[index] || isSlip(word, typed[index] as string))
  );
}

function isSlip(answer: string, typed: string): boolean {
  const letters = answer.match(/\p{L}/gu)?.length ?? 0;
  const limit = letters >= 10 ? 2 : Number(letters >= 5);
  if (limit === 0 || !isWithin([...answer], [...typed], limit)) return false;
  const [one, other] = [foldAccents(answer), foldAccents(typed)];
  return !differsInNumber(one, other) && ![one, other].some(isDenying) && !differsInDenial(one, other, limit);
}

const ROMAN = /^m*(?:cm|cd|d?c*)(?:xc|xl|l?x*)(?:ix|iv|v?i*)$/;

/** Returns whether either word has a digit, or their Roman numerals differ: "xviii", "xviii-xix". */
function differsInNumber(one: string, other: string): boolean {
  return /\p{N}/u.test(one + other) || listRomanNumerals(one) !== listRomanNumerals(other);
}

/** Single letters are no numerals inside a word: "l'eau", "e-mail". */
function listRomanNumerals(word: string): string {
  const parts = word.split(/[^\p{L}]+/u);
  return parts.filter((part) => part.length > 1 && ROMAN.test(part)).join();
}

function isDenying(word: string): boolean {
  return isNegation(word.replace(/[^\p{L}]/gu, ""));
}

/** Returns whether one word is the other with a prefix of denial, apart from further slips. */
function differsInDenial(one: string, other: string, limit: number): boolean {
  const isDenial = (denied: string, word: string, prefix: string) =>
    denied.startsWith(prefix) &&
    prefix.length <= limit &&
    isWithin([...denied.slice(prefix.length)], [...word], limit - prefix.length);
  return DENIALS.some((prefix) => isDenial(one, other, prefix) || isDenial(other, one, prefix));
}

/**
 * Returns whether the Damerau-Levenshtein distance of two words, the unrestricted one, is within a limit. A step inserts, deletes
 * or replaces a letter, or exchanges two neighbours. Takes time proportional to the length, because it follows the words only as
 * far as they are equal or the limit allows.
 *
 * Source: F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7 (1964).
 *
 * @param limit At most 2.
 */
export function isWithin(a: readonly string[], b: readonly string[], limit: number, from = 0, to = 0): boolean {
  let i = from;
  let j = to;
  while (i < a.length && a[i] === b[j]) {
    i++;
    j++;
  }
  const [restA, restB] = [a.length - i, b.length - j];
  if (Math.abs(restA - restB) > limit) return false;
  if (restA === 0 || restB === 0) return true;
  const follow = (stepA: number, stepB: number, cost: number) =>
    cost <= limit && isWithin(a, b, limit - cost, i + stepA, j + stepB);
  return (
    follow(1, 1, 1) ||
    follow(1, 0, 1) ||
    follow(0, 1, 1) ||
    (a[i] === b[j + 1] && a[i + 1] === b[j] && follow(2, 2, 1)) ||
    // Two neighbours are exchanged, and a letter was inserted or deleted between them.
    (a[i] === b[j + 2] && a[i + 1] === b[j] && follow(2, 3, 2)) ||
    (a[i] === b[j + 1] && a[i + 2] === b[j] && follow(3, 2, 2))
  );
}
