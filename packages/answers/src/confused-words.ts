import { foldAccents } from "#normal-form.ts";

/**
 * Words of school subjects that are taken for each other, or that differ in a letter or two and mean something else. Those that
 * other rules tell apart, as their parts or endings or their short length, are not repeated here, but among the tests
 * (`testing/told-apart.txt`). Accents do not count. All are words: a misspelling of one is a slip.
 */
const CONFUSED: Readonly<Record<string, string>> = {
  es:
    // Numbers and months.
    "sesenta setenta,junio julio,seiscientos setecientos," +
    // Anatomy and medicine.
    "aduccion abduccion,ileon ilion,mitosis meiosis miosis,infeccion inyeccion,disfagia disfasia,afasia afagia," +
    "inspiracion espiracion expiracion,insulina inulina,timina tiamina," +
    "cubito subito,retina resina,cornea corneta,temor tumor,sinapsis sinopsis,encia encina,calor color,bazo brazo," +
    "optico otico,fractura factura," +
    // Chemistry, physics, geology.
    "estalactita estalagmita,fision fusion,fosil fusil,amida amina,ester eter," +
    // Law, history and the language itself.
    "prision presion,actor autor,cesion sesion seccion,consejo concejo,actitud aptitud,revelar rebelar," +
    "vasta basta,abrazar abrasar,hojear ojear,votar botar,vello bello," +
    "casar cazar,cocer coser,asesinato asesinado,acto actor,cerrar serrar,expirar espirar,grabar gravar," +
    "alimento aliento,romanico romantico,capitel capital," +
    "desecho deshecho,ciervo siervo,baron varon,esoterico exoterico,espiar expiar,inocuo inicuo," +
    "apertura abertura,etico etnico epico,estatico estetico,ratificar rectificar,ratificacion rectificacion," +
    "preposicion posposicion",
  en:
    "quite quiet,desert dessert,through trough though thorough thought tough,lose loose,advice advise,angel angle," +
    "diary dairy,breath breathe,house horse,three tree,where were,later latter,country county," +
    "dinner diner,heard heart,month mouth,price prize,quit quite," +
    "skirt shirt,stationary stationery,trial trail,world word,your youre,its it's,moral morale," +
    "human humane,complement compliment,device devise,practice practise,lighting lightning,past paste,bath bathe," +
    "choose chose,latter letter,bought brought,collage college,decent descent,clothes cloths," +
    "farther father feather,forth fourth,martial marital,medal metal,message massage,sheep sheet,suit suite," +
    "thing think,thirsty thirty,tired tried,touch tough,winter winner,window widow,worse worst,money monkey," +
    "morning mourning,plant planet,police policy,spring string,strange stranger,voice vice",
  fr:
    "poisson poison,dessert desert,cheveux chevaux,coussin cousin,gagner gager,moins mains,jaune jeune," +
    "dessus dessous,audessus audessous,livre libre,monter montrer,comte conte,cuisse caisse,pluie plume,penser peser",
  de:
    "kirche kirsche,kirchen kirschen,leiter liter,stadt staat,statt stadt,bitten bieten beten," +
    "wieder wider,leben lieben,lehrer leerer,nacht nackt,reisen reissen," +
    "waren wahren,schliessen schiessen,liegen legen,gestern gesten," +
    "gehen geben,schule schuhe,sehen stehen,stellen stehlen",
  pt:
    "cumprimento comprimento,quatro quadro,ratificar retificar,despensa dispensa," +
    "cavaleiro cavalheiro,conserto concerto,descricao discricao,mandado mandato,aprender apreender",
  it: "cappello capello,capelli cappelli,copia coppia,sette sete,nonno nono,cassa casa,penna pena,palla pala,tutto tuto",
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
