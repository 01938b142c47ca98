import { isMathematics, listAccepted } from "#alternatives.ts";
import { findWords, type Words } from "#languages.ts";
import { foldAccents, IGNORED, normalize, trimEnds } from "#normal-form.ts";
import { dropSigns, expandContractions, joinTerms, spellUmlauts, unifySpellings } from "#spellings.ts";
import { areEqual, readValue, type Value } from "#values.ts";

/**
 * A text in the forms in which it is compared.
 *
 * - `written`: the text itself.
 * - `full`: normalised, with its articles and signs. Empty for a text without content.
 * - `articles`: the article of each stretch; empty where there is none.
 * - `forms`: the text in each of the ways in which it can be read, with accents.
 * - `folded`: the same without accents.
 * - `value`: what it says, as a number or a date if it plainly is one.
 */
export type ReadText = {
  readonly written: string;
  readonly full: string;
  readonly articles: readonly string[];
  readonly forms: readonly string[];
  readonly folded: readonly string[];
  readonly value: Value;
};

/** Reads texts by the rules of one language. */
export type Reader = {
  readonly words: Words;
  /** The same for readers that read alike. */
  readonly rules: string;
  /** Reads a text beside an answer: in one with a digit or a mathematical sign, all signs count. */
  readonly readText: (text: string, isMathematical: boolean) => ReadText;
  /** Reads what was typed for an answer. */
  readonly readTyped: (typed: string, answer: string) => ReadText;
  /** Reads all texts that an answer accepts. */
  readonly readAnswer: (answer: string) => ReadText[];
};

/**
 * Creates a reader for a language.
 *
 * @param language A tag such as `es-ES`; without one, Spanish.
 */
export function createReader(language: string | null | undefined): Reader {
  const words = findWords(language);
  const readText = (written: string, isMathematical: boolean): ReadText => {
    const full = normalize(written, words);
    const { articles, bare } = dropArticles(full, words);
    const forms = new Set<string>();
    const folded = new Set<string>();
    for (const text of new Set([full, bare])) {
      const spelled = unifySpellings(text, words);
      for (const hyphen of isMathematical ? ([null] as const) : ([" ", ""] as const)) {
        const form = hyphen === null ? joinTerms(spelled) : dropSigns(spelled, hyphen);
        const expanded = expandContractions(form, words);
        forms.add(spellUmlauts(expanded, words));
        folded.add(foldAccents(expanded));
      }
    }
    return {
      written,
      full,
      articles,
      forms: [...forms],
      folded: [...folded],
      value: readValue(foldAccents(joinTerms(unifySpellings(full, words))), words.language),
    };
  };
  return {
    words,
    rules: `${language}`,
    readText,
    readTyped: (typed, answer) => readText(alignDecimals(typed, answer, words), isMathematics(answer)),
    readAnswer: (answer) => {
      const isMathematical = isMathematics(answer);
      return listAccepted(answer).map((text) => readText(text, isMathematical));
    },
  };
}

/** Reads three decimals behind a point as the answer does, not as thousands: keyboards have no comma beside their digits. */
function alignDecimals(typed: string, answer: string, { decimal }: Words): string {
  return typed.replace(IGNORED, "").replace(/(?<![\d.,])\d{1,3}\.\d{3}(?!\d|[.,]\d)/g, (number) => {
    const aligned = number.replace(".", decimal);
    return answer.includes(aligned) ? aligned : number;
  });
}

/** Removes an article from the beginning of a normalised text, if something follows it. */
export function dropArticle(text: string, { article }: Words): string {
  return article?.test(text) ? trimEnds({ text: text.replace(article, ""), at: [] }).text : text;
}

/** Removes the article of each stretch, which "y" delimits too, and lists them. */
function dropArticles(full: string, words: Words): { articles: string[]; bare: string } {
  const articles: string[] = [];
  const stretches = full.split(/(, ?| - | (?:y|and|et|und) )/).map((stretch, at) => {
    if (at % 2 === 1) return stretch;
    const rest = dropArticle(stretch, words);
    articles.push(stretch.slice(0, stretch.length - rest.length).trim());
    return rest;
  });
  return { articles, bare: stretches.join("") };
}

/** Returns whether forms have one in common: "la casa" is "casa", and "La La Land" is "La Land". */
export function readsAlike(forms: readonly string[], others: readonly string[]): boolean {
  return forms.some((form) => form !== "" && others.includes(form));
}

/** Returns whether no article of a typed text differs from the answer's, where articles tell the gender. */
export function haveSameArticles(answer: ReadText, typed: ReadText, { hasGender }: Words): boolean {
  return (
    !hasGender ||
    answer.articles.every((article, at) => !article || !typed.articles[at] || article === typed.articles[at])
  );
}

/** Returns whether a text is an accepted one, accents included (`forms`) or aside (`folded`). */
export function isAccepted(answer: ReadText, typed: ReadText, form: "forms" | "folded", words: Words): boolean {
  return (
    (readsAlike(answer[form], typed[form]) && haveSameArticles(answer, typed, words)) ||
    areEqual(answer.value, typed.value)
  );
}
