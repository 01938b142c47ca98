import type { Words } from "#languages.ts";

/** Latin has one letter for each of these pairs, German writes its umlauts in two ways. Ligatures are letters in all languages. */
const LIGATURES: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss" };
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

type Spelling = readonly [RegExp, string];

const ABBREVIATIONS: readonly Spelling[] = [
  [/(?<!\p{L})(\p{L}{1,2})\. ?(?=\p{L}{1,2}(?!\p{L}))/gu, "$1"],
  [/(?<=\p{L})\.(?= |$)/gu, ""],
];

/** Signs that keyboards lack, and what stands for them. */
const SIGNS: readonly Spelling[] = [
  [/ ?-> ?/g, "→"],
  [/(?<!\p{L})pi(?!\p{L})/gu, "π"],
  [/(?<=\d) ?π ?(?=\p{L}|\d)|π ?(?=\p{L}(?!\p{L}))/gu, "π"],
  [/(^|[^\d.,])([.,])(?=\d)/g, "$10$2"],
  [/(?<=\p{L}{3}) ?\(([ivx]{2,}|[iv])\)/gu, " $1"],
  [/(?<=\d) ?: ?(?=\d)/g, ":"],
];

const SPANISH: readonly Spelling[] = [
  [/(?<!\p{L})s(?:\. ?| )(?=[ivxl]+(?!\p{L}))/gu, "siglo "],
  [/(?<=\d) ?grados?(?!\p{L})/gu, "°"],
];

/** "-our" after a short stem is another word: "four", "your". "-ise" is a spelling of "-ize" after a stem of its own. */
const ENGLISH: readonly Spelling[] = [
  [/(?<=^\p{L}{3,}|^od)our(?=(?:s|ed|ing|ful|able|ite|less)?$)/gu, "or"],
  [/(?<=^\p{L}{4,}|^real)is(?=(?:e|es|ed|er|ers|ing|ations?)$)/gu, "iz"],
  [/(?<=l)ys(?=(?:e|es|ed|ing)$)/gu, "yz"],
  [/(?<=^\p{L}{2,})tre(?=[sd]?$)/gu, "ter"],
  [/^grey/gu, "gray"],
];
/** Words in which -is-, and at the end -our, are a part of the stem: `advise`, `contour`. */
const FIXED = new RegExp(
  [
    "^(?:.*(?:vis|guis|nois|rais|prais|pois|cruis|bruis)|(?:.*p|sun|moon|a)ris|paradis|.*chandis|treatis|advertis",
    "|practis|expertis|.*promis|premis|demis|surmis|exercis|precis|concis|excis|incis|circumcis|franchis|chemis)",
    "(?:e|es|ed|er|ers|ing|ations?)$|^(?:con|de)tours?$",
  ].join(""),
);

const CONTRACTIONS: readonly Spelling[] = [
  [/(?<!\p{L})(?:can't|cannot)(?!\p{L})/gu, "can not"],
  [/(?<!\p{L})won't(?!\p{L})/gu, "will not"],
  [/(?<!\p{L})shan't(?!\p{L})/gu, "shall not"],
  [/n't(?!\p{L})/gu, " not"],
  [/(?<=(?<!\p{L})i)'m(?!\p{L})/gu, " am"],
  [/'re(?!\p{L})/gu, " are"],
  [/'ve(?!\p{L})/gu, " have"],
  [/'ll(?!\p{L})/gu, " will"],
  [/(?<=(?<!\p{L})(?:he|she|it|that|there|here|what|who|where|how))'s(?!\p{L})/gu, " is"],
  [/(?<!\p{L})let's(?!\p{L})/gu, "let us"],
];

function apply(text: string, spellings: readonly Spelling[]): string {
  return spellings.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Writes abbreviations without points: "a. C." is "aC". */
export function joinAbbreviations(text: string): string {
  return apply(text, ABBREVIATIONS);
}

/** Writes out the contractions of English: "don't" is "do not". */
export function expandContractions(text: string, { language }: Words): string {
  return language === "en" ? apply(text, CONTRACTIONS) : text;
}

/**
 * Replaces spellings that are equal by one of them, except umlauts and apostrophes. Doing it again changes nothing.
 *
 * @param text Normalised.
 */
export function unifySpellings(text: string, { language }: Words): string {
  let unified = text.replace(/[œæß]/g, (letter) => LIGATURES[letter] as string);
  if (language === "es") unified = apply(unified, SPANISH);
  unified = joinAbbreviations(apply(unified, SIGNS));
  if (language === "la") unified = unified.replaceAll("j", "i").replaceAll("v", "u");
  if (language !== "en") return unified;
  return unified.replace(/\p{L}+/gu, (word) => (FIXED.test(word) ? word : apply(word, ENGLISH)));
}

/** Writes umlauts as German does without them. With any other accent, they are letters with a mark. */
export function spellUmlauts(text: string, { language }: Words): string {
  return language === "de" ? text.replace(/[äöü]/g, (letter) => UMLAUTS[letter] as string) : text;
}

/**
 * Replaces signs between words by spaces. A hyphen inside a word becomes a space or nothing.
 *
 * @param hyphen What a hyphen inside a word becomes.
 */
export function dropSigns(text: string, hyphen: " " | ""): string {
  return text
    .replace(/(?<=(?<!\p{L})[ivxlcdm]{1,8})-(?=[ivxlcdm]{1,8}(?!\p{L}))/gu, " ")
    .replace(/(?<=[\p{L}\p{M}])-(?=\p{L})/gu, hyphen)
    .replace(/[,;…/]|\.{3}|(?<= )-(?= )|(?<=\p{L})-(?= |$)|(?<= |^)-(?=\p{L})/gu, " ")
    .replace(/ +/g, " ")
    .trim();
}
