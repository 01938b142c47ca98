/** The words of a language that a judge of answers has to know. */
export type Words = {
  /** The language, in two letters. */
  readonly language: string;
  /** Matches an article at the beginning of a normalised text, if something follows it. */
  readonly article: RegExp | null;
  /** True if another article than the answer's is wrong, because it states another gender or number. */
  readonly hasGender: boolean;
  /** Words that may be missing or added in a long phrase. */
  readonly small: ReadonlySet<string>;
  /** Separates groups of three digits, as the characters of a class in a regular expression. */
  readonly thousands: string;
  /** The sign before decimals in a normalised text. */
  readonly decimal: "," | ".";
  readonly lower: (text: string) => string;
};

/** Some languages have an article that is joined to its noun by an apostrophe. */
const ARTICLES: Record<string, string> = {
  es: "(?:el|la|los|las|un|una|unos|unas) ",
  en: "(?:the|an?|to) ",
  fr: "(?:(?:le|la|les|une?|des) |l')",
  de: "(?:der|die|das|eine?) ",
  pt: "(?:o|a|os|as|um|uma) ",
  it: "(?:(?:il|lo|la|i|gli|le|uno?|una) |(?:l|un)')",
  ca: "(?:(?:el|la|els|les|una?|uns|unes) |l')",
};

const SMALL: Record<string, string> = {
  es: "el la los las un una unos unas lo a al de del y e en",
  en: "the a an of",
  fr: "le la les l un une des d de du au aux et",
  de: "der die das den dem des ein eine einen einem einer und",
  pt: "o a os as um uma de do da dos das ao e",
};

/**
 * Returns the words of a language.
 *
 * @param tag A BCP 47 tag, of which the first part counts: `es-MX` is Spanish. Without one, it is Spanish. A language that is
 *   not listed has no articles.
 */
export function findWords(tag: string | null | undefined): Words {
  const language = (tag || "es").split(/[-_]/, 1)[0]?.toLowerCase() ?? "";
  const words = known.get(language) ?? createWords(language);
  if (language in ARTICLES) known.set(language, words);
  return words;
}

/** The words of languages that have articles, because making them takes longer than judging a short text. */
const known = new Map<string, Words>();

function createWords(language: string): Words {
  const article = ARTICLES[language];
  // In these languages letters change case differently. Everywhere else the rules are Unicode's.
  const hasOwnCase = language === "tr" || language === "az";
  return {
    language,
    hasGender: /^(?:fr|de|it)$/.test(language),
    small: new Set(SMALL[language]?.split(" ")),
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

/** Prefixes that turn a word into its opposite: "inorgánico". */
export const DENIALS: readonly string[] = ["a", "an", "des", "dis", "i", "im", "in", "ir", "un"];
