import { listAccepted, splitAlternatives } from "#alternatives.ts";
import { findWords } from "#languages.ts";
import { readList } from "#lists.ts";

/**
 * The letters that hints give away, as the answer has them.
 *
 * - `first`: the first letter.
 * - `half`: the first half of the letters, rounded up. The same as `first` if there are one or two.
 */
export type LetterHints = { readonly first: string; readonly half: string };

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Returns the letters that hints give away, without a leading article. Of alternatives it is the first, without what is optional
 * in it, and of a list the first item, so that hints never contain a whole answer, unless it has a single letter.
 *
 * @param answer Plain text, as `renderAnswer` returns it.
 * @param language As in `judge`.
 * @example giveLetters("el fémur", "es") // { first: "f", half: "fém" }
 */
export function giveLetters(answer: string, language: string | null | undefined): LetterHints {
  const parts = splitGraphemes(dropArticle(chooseText(answer), language));
  const letters = parts.flatMap((part, index) => (LETTER.test(part) ? [index + 1] : []));
  const ends = letters.length > 0 ? letters : parts.map((_, index) => index + 1);
  const beginWith = (count: number) => parts.slice(0, ends[count - 1]).join("");
  return { first: beginWith(1), half: beginWith(Math.ceil(ends.length / 2)) };
}

/** Returns the shortest of the texts that the first item or alternative of an answer accepts. */
function chooseText(answer: string): string {
  const first = readList(answer)?.items[0] ?? splitAlternatives(answer).find((part) => /\S/.test(part)) ?? "";
  return listAccepted(first).reduce((shortest, one) => (one.length < shortest.length ? one : shortest), first);
}

/** Returns the text in single spaces, without an article at its beginning. */
function dropArticle(text: string, language: string | null | undefined): string {
  const { article } = findWords(language);
  const line = text.normalize("NFC").replace(/\s+/g, " ").trim();
  // The pattern is for normalised texts, which have small letters and plain apostrophes.
  const [found = ""] = article ? (new RegExp(article.source, "i").exec(line.replaceAll("’", "'")) ?? []) : [];
  return line.slice(found.length);
}

function splitGraphemes(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}
