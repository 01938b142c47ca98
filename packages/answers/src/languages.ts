/** The words of a language that a judge of answers has to know. */
export type Words = {
  /** Matches an article at the beginning of a normalised text, if something follows it. */
  readonly article: RegExp | null;
  /** Separates groups of three digits, as the characters of a class in a regular expression. */
  readonly thousands: string;
  /** The sign before decimals in a normalised text. */
  readonly decimal: "," | ".";
  readonly lower: (text: string) => string;
};

/** French has an article that is joined to its noun by an apostrophe. */
const ARTICLES: Record<string, string> = {
  es: "(?:el|la|los|las|un|una|unos|unas) ",
  en: "(?:the|an?) ",
  fr: "(?:(?:le|la|les|une?|des) |l')",
  de: "(?:der|die|das|eine?) ",
  pt: "(?:o|a|os|as|um|uma) ",
};

/**
 * Returns the words of a language.
 *
 * @param tag A BCP 47 tag, of which the first part counts: `es-MX` is Spanish. Without one, it is Spanish. A language that is
 *   not listed has no articles.
 */
export function findWords(tag: string | null | undefined): Words {
  const language = (tag || "es").split(/[-_]/, 1)[0]?.toLowerCase() ?? "";
  const article = ARTICLES[language];
  // In these languages letters change case differently. Everywhere else the rules are Unicode's.
  const hasOwnCase = language === "tr" || language === "az";
  return {
    article: article ? new RegExp(`^${article}(?=[^ -])`) : null,
    thousands: language === "en" ? "," : ". ",
    decimal: language === "en" ? "." : ",",
    lower: (text) => (hasOwnCase ? text.toLocaleLowerCase(language) : text.toLowerCase()),
  };
}

const NEGATIONS = new Set(
  (
    "no ni nunca jamas nadie nada ninguno ninguna ningun tampoco sin not never none nobody nothing neither nor without " +
    "ne pas jamais aucun aucune personne rien sans nicht nichts nie niemals kein keine keinen niemand ohne " +
    "nao nem ninguem nenhum nenhuma sem"
  ).split(" "),
);

/** Returns whether a word without accents denies, in any of the languages: cards often mix two. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

/** Prefixes that turn a word into its opposite: "inorgánico". Those of three letters are never within the distance of a slip. */
export const DENIALS: readonly string[] = ["a", "an", "des", "dis", "i", "im", "in", "ir", "un"];
