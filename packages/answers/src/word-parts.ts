/**
 * Parts of words that turn one term of a subject into another one, each with those that it is taken for: the exchange of two is
 * not a slip, however few letters they differ in. `-` stands where a word begins or ends.
 */
const WORD_PARTS =
  // Medicine and biology: more and less, inside and outside, between and within, around and beside.
  "hipo hiper,hypo hyper,intra inter,intra infra,intro inter,endo exo,endo ecto,endo epi,macro micro,-iso aniso,-peri para," +
  "blast clast,ostomi otomi,ostomi ectomi,otomi ectomi,itis- osis,-fago faco,mega micro,-supra infra,-eu dis,-tri bi,-ambi anfi,-hemi semi," +
  "nefr neur,neumol neurol,hepat hemat,artri arteri,-meso meta,-proto pro," +
  // Verbs and nouns of many subjects.
  "-ab ad,-ad a,-pre per,-pre pro,-per pro,-ante anti,-sub super,-sub supra,-mono poli,-mono poly,-homo hetero,-in ex,-im ex,-e in," +
  "-e im,-con contra,-trans tras," +
  // Chemistry: salts, acids, hydrocarbons, alcohols and aldehydes, sugars and the enzymes that split them.
  "ato- ito,ato- uro,ito- uro,ico- oso,ica- osa,ano- eno,ano- ino,eno- ino,anol- anal,ano- anol,eno- enol,onal- onol,asa- osa,ase- osa,ase- ose," +
  "ate- ite,ate- ide,ite- ide,ane- ene,ane- yne,ene- yne,ous- ic,ilo- ino," +
  // Law: who gives and who takes. Numbers: tens and teens.
  "ador- atario,ante- ado,teen- ty,zehn- zig";

type Exchange = { readonly from: string; readonly to: string; readonly begins: boolean; readonly ends: boolean };

const EXCHANGES: readonly Exchange[] = WORD_PARTS.split(",").flatMap((pair) => {
  const [from = "", to = ""] = pair.replaceAll("-", "").split(" ");
  const place = { begins: pair.startsWith("-"), ends: pair.includes("- ") };
  return [
    { from, to, ...place },
    { from: to, to: from, ...place },
  ];
});

/** Lists the words that a word becomes when one of its parts is exchanged for the one that is taken for it. */
export function exchangeParts(word: string): string[] {
  return EXCHANGES.flatMap(({ from, to, begins, ends }) => {
    const stem = ends && word.endsWith("s") && !from.endsWith("s") ? word.slice(0, -1) : word;
    const at = ends ? stem.length - from.length : stem.indexOf(from);
    const isThere = begins ? stem.startsWith(from) : at >= Number(ends) && stem.startsWith(from, at);
    return isThere ? [word.slice(0, at) + to + word.slice(at + from.length)] : [];
  });
}

/** Lists the pairs of parts that are taken for each other, for the tests. */
export function listParts(): readonly Exchange[] {
  return EXCHANGES;
}
