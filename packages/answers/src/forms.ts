import { listAccepted } from "#alternatives.ts";
import { findWords, type Words } from "#languages.ts";
import { foldAccents, normalize, trimEnds } from "#normal-form.ts";

/**
 * A text in the forms in which it is compared.
 *
 * - `written`: the text itself.
 * - `full`: normalised, with its article.
 * - `forms`: `full`, and the same without an article if it begins with one.
 * - `folded`: `forms` without accents, at the same indices.
 */
export type ReadText = {
  readonly written: string;
  readonly full: string;
  readonly forms: readonly string[];
  readonly folded: readonly string[];
};

/** Reads texts by the rules of one language. */
export type Reader = {
  /** The same for readers that read alike. */
  readonly rules: string;
  readonly readText: (text: string) => ReadText;
  /** Reads all texts that an answer accepts. */
  readonly readAnswer: (answer: string) => ReadText[];
};

/**
 * Creates a reader.
 *
 * @param texts The texts that are to be compared. If one of them is in capitals, in which ß is SS, the two are the same.
 */
export function createReader(language: string | null | undefined, texts: readonly string[] = []): Reader {
  const words = findWords(language);
  const isInCapitals = texts.some((text) => text.includes("SS") && text === text.toUpperCase());
  const readText = (written: string): ReadText => {
    const normal = normalize(written, words);
    const full = isInCapitals ? normal.replaceAll("ß", "ss") : normal;
    const forms = [...new Set([full, dropArticle(full, words)])];
    return { written, full, forms, folded: forms.map(foldAccents) };
  };
  return { rules: `${language} ${isInCapitals}`, readText, readAnswer: (answer) => listAccepted(answer).map(readText) };
}

/** Removes an article from the beginning of a normalised text, if something follows it. */
export function dropArticle(text: string, { article }: Words): string {
  return article?.test(text) ? trimEnds({ text: text.replace(article, ""), at: [] }).text : text;
}

/** Returns whether two texts have a form in common: "la casa" is "casa", and "La La Land" is "La Land". */
export function readsAlike(forms: readonly string[], others: readonly string[]): boolean {
  return forms.some((form) => form !== "" && others.includes(form));
}
