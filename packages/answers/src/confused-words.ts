import { foldAccents } from "#normal-form.ts";

/**
 * Words of school subjects that are taken for each other, or that differ in a letter or two and mean something else. Those that
 * other rules tell apart, as their parts or endings or their short length, are not repeated here, but among the tests
 * (`testing/told-apart.txt`). Accents do not count. All are words: a misspelling of one is a slip.
 */
const CONFUSED: Readonly<Record<string, string>> = {
  es:
    // Numbers and places.
    "sesenta setenta,seiscientos setecientos,austria australia,iran irak," +
    // Anatomy and medicine.
    "aduccion abduccion,metacarpo metatarso,ileon ilion,mitosis meiosis miosis,arteria arteriola,cubito subito," +
    "infeccion inyeccion infestacion,peritoneo perineo,palatino paladino,disfagia disfasia,afasia afagia," +
    "bronquio bronquiolo,nefrona neurona,inspiracion espiracion expiracion,insulina inulina,timina tiamina," +
    "retina resina,cornea corneta,encia encina,calor color,bazo brazo," +
    // Chemistry, physics, geology.
    "estalactita estalagmita,meteoro meteorito,fision fusion,fosil fusil,arcilla ardilla," +
    // Law, history and the language itself.
    "actor autor,cesion sesion seccion,consejo concejo,actitud aptitud,revelar rebelar,infligir infringir," +
    "israeli israelita,vasta basta,cien sien,caza casa,abrazar abrasar,hojear ojear,votar botar,vello bello," +
    "casar cazar,cocer coser,asesinato asesinado,acto actor,cerrar serrar,expirar espirar,grabar gravar," +
    "alimento aliento,colision coalicion,perjurio perjuicio,romanico romantico,capitel capital,bula burla," +
    "ciervo siervo,baron varon,esoterico exoterico,espiar expiar",
  en:
    "quite quiet,desert dessert,through though thorough thought tough,lose loose,advice advise,angel angle," +
    "diary dairy,principal principle,breath breathe,house horse,three tree,where were,later latter,country county," +
    "dinner diner,fell feel,form from,heard heart,lead led,month mouth,price prize,personal personnel,quit quite," +
    "skirt shirt,stationary stationery,trial trail,world word,your youre,its it's,historic historical,moral morale," +
    "human humane,complement compliment,device devise,practice practise,lighting lightning,past paste,bath bathe," +
    "choose chose,aunt ant,latter letter,staring starring,bought brought,collage college,decent descent",
  fr:
    "poisson poison,dessert desert,cheveux chevaux,coussin cousin,gagner gager,moins mains,tout toux,jaune jeune," +
    "dessus dessous,livre libre,monter montrer",
  de:
    "kirche kirsche,kirchen kirschen,kuchen kuche,leiter liter,stadt staat,statt stadt,bitten bieten,beten bieten," +
    "bieten bitten,wieder wider,konnen kennen,leben lieben,lehrer leerer,nacht nackt,reisen reissen,sieben sieden," +
    "seite saite,seit seid,waren wahren,werden wurden,wollen wolle,juni juli,schliessen schiessen,liegen legen," +
    "legen lügen,gestern gesten",
  pt:
    "cumprimento comprimento,quatro quadro,ratificar retificar,soar suar,infligir infringir,despensa dispensa," +
    "cavaleiro cavalheiro,conserto concerto",
  la: "servus cervus,dicere ducere,parere parare",
};

const GROUPS = new Map(
  Object.entries(CONFUSED).map(([language, groups]) => [
    language,
    (language === "la" ? groups.replace(/v/g, "u") : foldAccents(groups)).split(",").map((group) => group.split(" ")),
  ]),
);

/** Returns whether two words, without accents, are taken for each other in a language. Both may be in the plural. */
export function isConfused(one: string, other: string, language: string): boolean {
  const singular = (word: string, isPlural: boolean) => (isPlural ? word.replace(/s$/, "") : word);
  const arePlural = one.endsWith("s") && other.endsWith("s");
  return [false, arePlural].some((isPlural) => {
    const pair = [singular(one, isPlural), singular(other, isPlural)];
    return (GROUPS.get(language) ?? []).some((group) => pair.every((word) => group.includes(word)));
  });
}

/** Lists pairs of words that are taken for each other, for the tests. */
export function listConfused(): { language: string; one: string; other: string }[] {
  return [...GROUPS].flatMap(([language, groups]) =>
    groups.flatMap((group) => group.slice(1).map((other) => ({ language, one: group[0] as string, other }))),
  );
}
