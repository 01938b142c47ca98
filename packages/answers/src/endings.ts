/**
 * Endings with a meaning of their own, by language: number, gender, person, tense or case. A word that differs from an answer in
 * one of them is another form, and not a slip. Each line has a context, which is a regular expression, and the endings that are
 * exchanged behind it; `_` is none.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  // niño, niña; canta, cante; cantan; profesor, profesora; hablaron, hablaran; hablaremos, hablaríamos.
  es: "/a o e,/as os es,/an en on,[ae]/_ n,[^aeiou]/_ a o,/aron aran,/emos iamos,/aba ara",
  // broken, lived, houses, walked; worked, works.
  en: "/_ n,/_ d,/_ s,/_ ed,/s ed d n",
  // petit, petite; parle, parles, parlent; parlons, parlions; parlé, parler, parlez; parlais, parlait.
  fr: "/_ e,e/_ s nt,/ons ions eons,/ez iez,/e er ez,ai/s t ent",
  // kleine, kleinen, kleinem, kleiner, kleines.
  de: "e/_ n m r s",
  // menino, menina; fala, falam; falo, falou, falei; cantor, cantora; falaram, falarão.
  pt: "/a o e,/as os es,/o ou ei,/ao a oes,[aeo]/_ m,[^aeiou]/_ a,/aram arao",
  // ragazzo, ragazza, ragazzi, ragazze.
  it: "/a o e i",
  // noi, noia; canta, cante, canten, cantem.
  ca: "/a o e i,/es os,[ae]/_ n m,[^aeiou]/_ a",
};

const RULES = new Map(
  Object.entries(ENDINGS).map(([language, rules]) => [
    language,
    rules.split(",").map((rule) => {
      const [context = "", endings = ""] = rule.split("/");
      const parts = endings.split(" ").map((ending) => (ending === "_" ? "" : ending));
      return { context: new RegExp(`${context || "\\p{L}"}$`, "u"), parts };
    }),
  ]),
);

/**
 * Lists the words that a typed word becomes with another ending.
 *
 * @param answer The word of the answer. In languages with many cases its last two letters are the ending.
 */
export function exchangeEndings(typed: string, answer: string, language: string): string[] {
  if (/^(?:la|el|ru|uk|pl|cs)$/.test(language)) {
    return typed.slice(-2) === answer.slice(-2) ? [] : [typed.slice(0, answer.length - 2) + answer.slice(-2)];
  }
  return (RULES.get(language) ?? []).flatMap(({ context, parts }) =>
    parts.flatMap((part) => {
      const stem = typed.slice(0, typed.length - part.length);
      if (!typed.endsWith(part) || !context.test(stem)) return [];
      return parts
        .filter((other) => other !== part && answer.endsWith(stem.slice(-1) + other))
        .map((other) => stem + other);
    }),
  );
}
