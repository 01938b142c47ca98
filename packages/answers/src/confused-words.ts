import { foldAccents } from "#normal-form.ts";

/**
 * Words of school subjects that are taken for each other, or that differ in a letter or two and mean something else. Those that
 * differ in a part of `word-parts.ts` or in an ending of `endings.ts` are not repeated here. Accents do not count.
 */
const CONFUSED: Readonly<Record<string, string>> = {
  es:
    // Numbers, places and peoples.
    "aduccion abduccion,sesenta setenta,seiscientos setecientos,dos doce,tres trece,austria australia,iran irak,suecia suiza,eslovenia eslovaquia," +
    "estonia letonia,niger nigeria,libano libia,paraguay uruguay,guinea guyana,malaui mali,mauricio mauritania," +
    "lituania letonia,hungria bulgaria,bucarest budapest,zambia gambia,gabon japon,corea crimea," +
    // Anatomy and medicine.
    "ureter uretra,faringe laringe,humero numero,carpo tarso,metacarpo metatarso,perone perineo,ileon ilion,glucogeno glucagon," +
    "mitosis meiosis miosis,epifisis hipofisis apofisis,epidermis endodermis,arteria arteriola,vena venula,cubito subito," +
    "absorcion adsorcion,absorber adsorber,infeccion inyeccion infestacion,aferente eferente,peritoneo perineo," +
    "tiroides tifoidea,palatino paladino,gameto cigoto,colon colina,disfagia disfasia,afasia afagia,cifosis lordosis,trombina trombosis," +
    "virus bacilo,bronquio bronquiolo,nefrona neurona,neurona neumona,meninge meningitis,pronacion supinacion," +
    "inspiracion espiracion expiracion,transcripcion traduccion,centriolo centromero,fenotipo genotipo," +
    // Chemistry, physics, geology, mathematics.
    "anion cation,manganeso magnesio,silicio selenio,cloruro clorato,sulfuro sulfato,fosforo fluor,peroxido protoxido," +
    "estalactita estalagmita,latitud altitud,latitud longitud,meteoro meteorito,divisor dividendo,perimetro parametro,seno coseno," +
    "concavo convexo,refraccion reflexion,fision fusion,isobara isoterma,protones fotones,proton foton,alcano alqueno alquino," +
    "litosfera biosfera,secante segante,mediana media,mediana mediatriz," +
    // Law, history and the language itself.
    "prejuicio perjuicio,prescribir proscribir,prescripcion proscripcion,prescrito proscrito,arrendador arrendatario,actor autor," +
    "cesion sesion seccion,consejo concejo,actitud aptitud,efecto afecto,apostrofo apostrofe,revelar rebelar,inmigracion emigracion," +
    "inmigrante emigrante,infligir infringir,eminente inminente,especia especie,israeli israelita,extradicion tradicion," +
    "usufructo usucapion,almohades almoravides,vasta basta,cien sien,caza casa,abrazar abrasar," +
    "hojear ojear,valla vaya,votar botar,vello bello,rayar rallar,casar cazar,cocer coser,malla maya," +
    "precepto percepto,dolor color,consonante consonancia,sinonimo antonimo,adverbio adjetivo,hiato diptongo,sujeto objeto,imputar amputar," +
    "premisa promesa,asesinato asesinado,acto actor,abjurar adjurar,cerrar serrar,expirar espirar,estirpe extirpe," +
    "contesto contexto,grabar gravar,absolver absorber,alimento aliento,colision coalicion,perjurio perjuicio",
  en:
    "quite quiet,desert dessert,through though thorough thought tough,lose loose,advice advise,affect effect,kitchen chicken," +
    "costume custom,weather whether,beside besides,angel angle,diary dairy,principal principle,soap soup,breath breathe," +
    "house horse,three tree,tuesday thursday,their there,where were,than then,later latter,accept except,bored board," +
    "country county,cloth clothes,crash crush,dinner diner,fell feel,form from,heard heart,hungry angry,lead led,leave live," +
    "month mouth,price prize,personal personnel,quit quite,sale sail,sheep ship,short shirt,skirt shirt,stationary stationery," +
    "sweat sweet,trial trail,uncle ankle,which witch,world word,write right,your youre,its it's,your you're,taught taut thought," +
    "thousand thursday,sensible sensitive,economic economics,historic historical,moral morale,human humane,complement compliment," +
    "council counsel,device devise,practice practise,lighting lightning,pray prey,past paste,bath bathe,choose chose,carrier career," +
    "aunt ant,brown browse,cooker cookie,floor flour,flower flour,latter letter,peace piece,plane plain,staring starring," +
    "bought brought,collage college,conscious conscience,decent descent,elicit illicit,eminent imminent,marry merry,proceed precede",
  fr:
    "poisson poison,dessert desert,cheveux chevaux,coussin cousin,gateau cadeau,entendre attendre," +
    "savoir avoir,gagner gager,ville fille,main pain,demain matin,moins mains,tout toux,vers verre,vert verre," +
    "jaune jeune,genou cheville,cheval chevre,dessus dessous,douche bouche,heure beurre,jeudi lundi," +
    "juin juillet,langue langage,livre libre,monter montrer,neuf neige,prendre perdre,porter apporter,treize seize,rouge bouge,six dix",
  de:
    "kirche kirsche,kirchen kirschen,kuchen kuche,kuche kochen,leiter liter,vierzehn vierzig," +
    "stadt staat,statt stadt,bitten bieten,beten bieten,bieten bitten,wieder wider," +
    "konnen kennen,leben lieben,lernen lehren,lehrer leerer,mutter butter,nacht nackt,reisen reissen," +
    "sieben sieden,seite saite,seit seid,waren wahren,werden wurden,wollen wolle,sechzehn sechzig," +
    "juni juli,montag mittag,schliessen schiessen,fliegen fliessen,liegen legen,legen lügen,gestern gesten",
  pt:
    "sessenta setenta,cumprimento comprimento,quatro quadro,emigrar imigrar,emergir imergir,trafego trafico," +
    "ratificar retificar,soar suar,eminente iminente,infligir infringir,despensa dispensa,cavaleiro cavalheiro,conserto concerto,acento assento,cem sem,mau mal",
  la: "liber liberi,os ossis,vis vir,servus cervus,malum malus,occidere accidere,labor labes,dicere ducere,parere parare,hostis hospes,oro orior",
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
