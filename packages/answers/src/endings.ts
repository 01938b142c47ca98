/**
 * Endings with a meaning of their own, by language: number, gender, person, tense or case. A word that differs from an answer in
 * one of them is another form, and not a slip. Each line has a context, which is a regular expression, and the endings that are
 * exchanged behind it; `_` is none.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  // niño, niña; canta, cante; cantan; profesor, profesora; hablaron, hablaran; hablamos, hablábamos; cantarás, cantarías.
  es:
    "/a o e,/as os es,/an en on,[ae]/_ n,[^aeiou]/_ a o,/amos emos imos iamos abamos aramos,/ais eis," +
    "/aba ara,/abas aras,/aban aran,[aei]r/a ia,[aei]r/as ias,[aei]r/an ian",
  // broken, lived, houses, walked; worked, works; knives. No form ends in -mn or -nd: "autum" and "thousan" are slips.
  en: "[aeiouwr]/_ n,[er]/_ d,/_ s,/_ ed,/s ed d n,/ves fes",
  // petit, petite; parle, parles, parlent; parlons, parlions; parlé, parler, parlez; parlais, parlait; parlerai, parlerais.
  fr: "/_ e,e/_ s nt,/ons ions eons,/ez iez,/e er ez,ai/s t ent,rai/_ s",
  // kleine, kleinen, kleinem, kleiner, kleines; Autos.
  de: "e/_ n m r s,/_ s",
  // menino, menina; fala, falam; falo, falou, falei; cantor, cantora; falaram, falarão; falamos, falemos.
  pt: "/a o e,/as os es,/o ou ei,/ao a oes,[aeo]/_ m,[^aeiou]/_ a,/aram arao,/amos emos imos",
  // ragazzo, ragazza, ragazzi, ragazze; parlano, parlino; parlate; parleremo, parleremmo.
  it: "/a o e i,/ano ono ino,/ate ete ite,/emo emmo",
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

const LATIN_ENDING = /[aeiouy]{1,2}[^aeiouy]*$/;

/**
 * Lists the words that a typed word becomes with another ending.
 *
 * @param answer The word of the answer. In languages with many cases its last two letters are the ending, in Latin also its last
 *   vowels and what follows: "rosarum", "rosarium".
 */
export function exchangeEndings(typed: string, answer: string, language: string): string[] {
  // An -s too much is a plural in French, but one that is missing may be no ending: "toujours".
  if (language === "fr" && typed === `${answer}s`) return [answer];
  if (/^(?:la|el|ru|uk|pl|cs)$/.test(language)) {
    const exchanged =
      typed.slice(-2) === answer.slice(-2) ? [] : [typed.slice(0, answer.length - 2) + answer.slice(-2)];
    const ending = LATIN_ENDING.exec(answer)?.[0];
    return language === "la" && ending && LATIN_ENDING.exec(typed)?.[0] !== ending
      ? [...exchanged, typed.replace(LATIN_ENDING, ending)]
      : exchanged;
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
