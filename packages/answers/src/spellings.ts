import type { Words } from "#languages.ts";

/** Latin has one letter for each of these pairs, German writes its umlauts in two ways. Ligatures, fractions and powers are alike in all. */
const LIGATURES: Record<string, string> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  "½": "1/2",
  "¼": "1/4",
  "¾": "3/4",
  ⁿ: "^n",
  ˣ: "^x",
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

type Spelling = readonly [RegExp, string];

const ABBREVIATIONS: readonly Spelling[] = [
  [/(?<!\p{L})(\p{L}{1,2})\. ?(?=\p{L}{1,2}(?!\p{L}))/gu, "$1"],
  [/(?<=\p{L})\.(?= |$)/gu, ""],
];

/** Signs that keyboards lack, and what stands for them. */
const SIGNS: readonly Spelling[] = [
  [/ ?-> ?/g, "→"],
  [/<=/g, "≤"],
  [/>=/g, "≥"],
  [/\+\/?-/g, "±"],
  [/(?<!\p{L})pi(?!\p{L})/gu, "π"],
  // "F = m·a" is "F = ma", and "2·x" is "2x"; words and numbers that are multiplied need their sign.
  [/(?<=(?<!\p{L})\p{L}\d?|[\d)])·(?=\p{L}(?!\p{L})|[(√])/gu, ""],
  [/(?<=(?<!\p{L})(?:sen|sin|cos|tan|tg|cot|sec|log|ln)) ?\((\d*π?\p{L})\)/gu, " $1"],
  [/\.(?=[°ª])/g, ""],
  [/(?<=\d) ?π ?(?=\p{L}|\d)|π ?(?=\p{L}(?!\p{L}))/gu, "π"],
  [/(^|[^\d.,])([.,])(?=\d)/g, "$10$2"],
  [/(?<=\p{L}{3}) ?\(([ivx]{2,}|[iv])\)/gu, " $1"],
  [/(?<=\d) ?: ?(?=\d)/g, ":"],
];

const SPANISH: readonly Spelling[] = [
  [/(?<!\p{L})s(?:\. ?| )(?=[ivxl]+(?!\p{L}))/gu, "siglo "],
  [/(?<=\d) ?grados?(?!\p{L})/gu, "°"],
  [/(?<=\d°) ?(?:cent[ií]grados?|celsius)/gu, "c"],
  [/(?<!\p{L})arts?\.? ?(?=\d)/gu, "artículo "],
];

/** "-our" after a short stem is another word: "four", "your". "-ise" is a spelling of "-ize" after a stem of its own. */
const ENGLISH: readonly Spelling[] = [
  [/(?<=^\p{L}{3,}|^od)our(?=(?:s|ed|ing|ful|able|ite|less)?$)/gu, "or"],
  [/(?<=^\p{L}{4,}|^real)is(?=(?:e|es|ed|er|ers|ing|ations?)$)/gu, "iz"],
  [/(?<=l)ys(?=(?:e|es|ed|ing)$)/gu, "yz"],
  [/(?<=^\p{L}{2,})tre(?=[sd]?$)/gu, "ter"],
  [/^grey/gu, "gray"],
  [/(?<=^\p{L}{3,}o)gue(?=s?$)/gu, "g"],
  [/(?<=^\p{L}{5,}m)me(?=s?$)/gu, ""],
];
/** Words in which -is-, and at the end -our, are a part of the stem: `advise`, `contour`. */
const FIXED = new RegExp(
  [
    "^(?:.*(?:[aouv]|pr|chand|prom|rc)|sunr|moonr|ar|parad|treat|advert|pract|expert|prem|dem|surm|prec|conc|exc|inc",
    "|circumc|franch|chem)is(?:e|es|ed|er|ers|ing|ations?)$|^(?:con|de)tours?$",
  ].join(""),
);

const VERBS: Record<string, string> = { m: "am", re: "are", ve: "have", ll: "will", d: "would" };
const VERB = /'(m|re|ve|ll|d)(?!\p{L})|(?<=(?<!\p{L})(?:he|she|it|that|there|here|what|who|where|how))'s(?!\p{L})/gu;
const CONTRACTIONS: readonly Spelling[] = [
  [/(?<!\p{L})(?:can't|cannot)(?!\p{L})/gu, "can not"],
  [/(?<!\p{L})won't(?!\p{L})/gu, "will not"],
  [/(?<!\p{L})shan't(?!\p{L})/gu, "shall not"],
  [/n't(?!\p{L})/gu, " not"],
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
  if (language !== "en") return text;
  return apply(text, CONTRACTIONS).replace(VERB, (_, verb: string) => ` ${VERBS[verb] ?? "is"}`);
}

/**
 * Replaces spellings that are equal by one of them, except umlauts and apostrophes. Doing it again changes nothing.
 *
 * @param text Normalised.
 */
export function unifySpellings(text: string, { language }: Words): string {
  let unified = text.replace(/[œæßⁿˣ]|(?<!\d)[½¼¾]/g, (letter) => LIGATURES[letter] as string);
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
 * Removes signs without meaning from a text with numbers: a comma before a word ("Ley 39/2015, de 1 de octubre"), a hyphen between a number
 * and a word ("2-metilbutano"), spaces in "½ m v²", "B 12", "C5 - C6" and "(2, 3)".
 */
export function joinTerms(text: string): string {
  return (/^[([{]/.test(text) ? text.replaceAll(", ", ",") : text)
    .replace(
      /(?<=\d)(?:, (?=\p{L}{2})|-(?=\p{L}{3}))|(?<=(?<!\p{L})\p{L}\d?) (?=\p{L}(?!\p{L}))|(?<=(?<!\p{L})[b-df-np-xz]) (?=\d)/gu,
      "",
    )
    .replace(/, (?=\p{L}{2})|(?<=\p{L}{3})-(?=\d)/gu, " ")
    .replace(/ ?- /g, "-");
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
    .replace(/(?<=^| )\(([^()]*)\)(?= |$)/g, "$1")
    .replace(/ +/g, " ")
    .trim();
}
