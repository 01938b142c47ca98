import { isConfused } from "#confused-words.ts";
import { exchangeEndings } from "#endings.ts";
import { DENIALS, isNegation, type Words } from "#languages.ts";
import { foldAccents, MATHEMATICAL_SIGNS } from "#normal-form.ts";
import { exchangeParts } from "#word-parts.ts";

const WORDS = new RegExp(`[${MATHEMATICAL_SIGNS}]|[^ ${MATHEMATICAL_SIGNS}]+`, "g");

/**
 * Splits a normalised text into words. The letters after a number are a word of their own, because a space between the two does
 * not count: "10km". So are mathematical signs.
 */
export function splitWords(text: string): string[] {
  return (text.match(WORDS) ?? []).flatMap((word) => word.split(/(?<=\d)(?=\p{L})/u));
}

/**
 * Returns whether a typed text differs from an answer by small slips alone. The words are compared in their order. A slip is no
 * more than a typing error: one letter in a word of 5 to 9, two in a longer one, none in a number or a negation. Another word,
 * another form of the same one, and a prefix of denial are no slips.
 *
 * @param answer The words of the answer, normalised; with accents if these count.
 * @param typed The words of the typed text.
 */
export function hasOnlySlips(answer: readonly string[], typed: readonly string[], words: Words): boolean {
  if (answer.length !== typed.length) return false;
  // The order counts, even where neighbours are alike: "chose – chosen" is not "chosen – chose".
  const known = new Set(answer);
  return answer.every((word, index) => {
    const other = typed[index] as string;
    return word === other || (!known.has(other) && isSlip(word, other, words));
  });
}

/** The shortest phrase, in words, in which small words may be missing or added. */
const LONG_PHRASE = 4;

/** Returns whether a typed text is an answer of several words apart from its small words: articles, "de", "of". */
export function differsInSmallWords(answer: readonly string[], typed: readonly string[], words: Words): boolean {
  if (answer.length < LONG_PHRASE || answer.some((word) => MATHEMATICAL_SIGNS.includes(word))) return false;
  const listLarge = (text: readonly string[]) => text.filter((word) => isNegation(word) || !words.small.has(word));
  const [wanted, given] = [listLarge(answer), listLarge(typed)];
  return wanted.length > 1 && (wanted.join(" ") === given.join(" ") || hasOnlySlips(wanted, given, words));
}

/** A number with its unit, which has up to three words and is no number of its own ("5 millones"). */
const COUNTED =
  /^(?:artículo )?([-+]?\d[\d.,]*)(?:%|°[cf]?|| ?(?!mill?[eoi]|b?[tr]*ill|cien|do[cz]e|hund|thou|taus)\p{L}{4,}(?: \p{L}+){0,2})$/u;

/** Returns whether one text is a number, and the other the same with a percent or degree sign, or with what is counted. */
export function differsInUnit(answer: string, typed: string): boolean {
  const [one, other] = [answer, typed].map((text) => COUNTED.exec(text)?.[1]);
  return one === typed || other === answer;
}

/** Returns whether texts are the same but for apostrophes, which are missing or spaces in one of them. */
export function differsInApostrophes(answer: string, typed: string): boolean {
  return ["", " "].some((sign) => answer.replace(/(?<=\p{L})'(?=\p{L})/gu, sign) === typed);
}

function isSlip(answer: string, typed: string, words: Words): boolean {
  const letters = answer.match(/\p{L}/gu)?.length ?? 0;
  const limit = letters >= 10 ? 2 : Number(letters >= 5);
  if (limit === 0 || !isWithin([...answer], [...typed], limit)) return false;
  const [one, other] = [foldAccents(answer), foldAccents(typed)];
  if (limit > 1 && hasOtherEnding(one, other)) return false;
  if (differsInNumber(one, other) || [one, other].some(isDenying)) return false;
  return (
    !differsInDenial(one, other, limit) &&
    !isOtherWord(one, other, words, limit) &&
    (one[0] === other[0] || soundsAlikeAtFirst(one, other, letters))
  );
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
    denied[prefix.length] === word[0] &&
    isNearer(denied.slice(prefix.length), word, denied, limit);
  return DENIALS.some((prefix) => isDenial(one, other, prefix) || isDenial(other, one, prefix));
}

/** Two changes in so many last letters make another word: "psicología", "psicólogo"; "capitalismo", "capitalista". */
const ENDING = 3;

function hasOtherEnding(answer: string, typed: string): boolean {
  const stem = Math.max(answer.length, typed.length) - ENDING;
  return answer.slice(0, stem) === typed.slice(0, stem) && !isWithin([...answer], [...typed], 1);
}

const TWO_VOWELS = /^[aeiou]{2}$/;
/** A word of at most so many letters with another vowel is another word, or another tense: "ship", "shop"; "spricht", "sprach". */
const SHORT: Readonly<Record<string, number>> = { en: 6, de: 8 };

/** Returns whether a typed word is another one, or another form, which only looks like a slip. */
function isOtherWord(answer: string, typed: string, words: Words, limit: number): boolean {
  const { language } = words;
  if (isConfused(answer, typed, language)) return true;
  if (language === "de" && differsInDiphthong(answer, typed)) return true;
  if (answer.length <= (SHORT[language] ?? 0) && differsInVowel(answer, typed)) return true;
  return [...exchangeParts(typed), ...exchangeEndings(typed, answer, language)].some((exchanged) =>
    isNearer(exchanged, answer, typed, limit),
  );
}

/** The "ei" or "ie" in the last syllable of a German stem, before an ending such as "-en". */
const LAST_DIPHTHONG = /(?:ei|ie)(?=[^aeiou]+(?:e[^aeiou]{0,2})?$)/u;

/**
 * Returns whether German words differ in the last "ei" or "ie" alone, which is another tense or another word: "schreiben",
 * "schrieben". An exchange before it is a slip: "Friezeit".
 */
function differsInDiphthong(answer: string, typed: string): boolean {
  const [one, other] = [answer, typed].map((word) => word.replace(LAST_DIPHTHONG, "_"));
  return answer !== typed && one === other;
}

/** Returns whether words are the same but for one vowel in the place of another. */
function differsInVowel(answer: string, typed: string): boolean {
  if (answer.length !== typed.length) return false;
  const different = [...answer].flatMap((letter, at) => (letter === typed[at] ? [] : [letter + typed[at]]));
  return different.length === 1 && TWO_VOWELS.test(different[0] as string);
}

/** Returns whether a word needs fewer changes to be the wanted one than another does. */
function isNearer(word: string, wanted: string, than: string, limit: number): boolean {
  if (than === wanted) return false;
  const isNear = (one: string) => isWithin([...one], [...wanted], 1);
  return word === wanted || (limit > 1 && isNear(word) && !isNear(than));
}

/** First letters that sound alike in one of the languages. An h is silent. */
const ALIKE_AT_FIRST = ["bvw", "ckqszx", "gj", "iy"];
const LONG_WORD = 10;

function soundsAlikeAtFirst(answer: string, typed: string, letters: number): boolean {
  const [a, b] = [answer[0] as string, typed[0] ?? ""];
  const isAlike = (one: string, other: string) =>
    one === other || ALIKE_AT_FIRST.some((group) => group.includes(one) && group.includes(other));
  const lacksH = (one: string, other: string) => one.startsWith("h") && isAlike(one[1] ?? "", other[0] ?? "");
  if (isAlike(a, b) || lacksH(answer, typed) || lacksH(typed, answer)) return true;
  const isExchanged = a === typed[1] && b === answer[1];
  return letters >= LONG_WORD && (isExchanged || (b === answer[1] && typed[1] === answer[2]));
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
