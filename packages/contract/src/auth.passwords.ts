// Which new passwords are refused: the server decides, and the web says so while one is typed.

/** `password` in the forms has at least as many characters. */
const MIN_LENGTH = 8;
const MAX_COMMON_PASSWORDS = 3000;

/** Common Spanish passwords that are not at the top of the library's list, which comes mostly from English leaks. */
const SPANISH = `
  abretesesamo adminadmin administrador alegria1 alejandra alejandro1 amigos123 amorcito amordemivida amoreterno amorinfinito
  amorverdadero angelito argentina1 asdfghjklñ atleticomadrid barcelona1 barcelona10 bebesita bienvenida bienvenido
  bienvenidos bocajuniors bonita123 cachorro cambiame cambiame1 carolina1 catalina chocolate1 clave123 clave1234 clave12345
  clavesecreta colombia1 contrasena contrasena1 contrasena12 contrasena123 contrasena1234 contraseña contraseña1 contraseña12
  contraseña123 contraseña1234 corazon1 corazoncito cristiano cristiano7 cristoteama cristovive daniela1 diosesamor
  diosesbueno diosmio1 entrar123 espana123 españa123 estrella1 estrellita familia1 familia123 felicidad fernanda florecita
  gatito123 gordita1 guadalupe hermosa1 hola1234 hola12345 holahola holahola1 holamundo jesucristo jesusteama jesusvive
  juventud libertad llave123 losquiero luismiguel madrid123 mamaypapa mariposa1 mariposas megustas messi123 mexico123
  miamor123 miamorcito miclave123 miclavesecreta micontrasena micontraseña mifamilia mihermosa milagros miperrito misamigos
  misamores mishijos mivida123 muñequita nacional1 nicolas1 nomeacuerdo nomeolvides nuevaclave paloma123 pancho123 pantera1
  papaymama patito123 perrito1 perrito123 peru2020 pescado1 pikachu1 platano1 preciosa princesa princesa1 princesita puravida
  qwertyuiopñ realmadrid1 realmadrid7 riverplate sagitario salvador1 sanlorenzo santiago1 sebastian1 secreto1 secreto123
  seguridad siempretuya sinclave sincontraseña soyfeliz soyyomismo teamare1 teamo123 teamo1234 teamobebe teamodios teamojesus
  teamomama teamomiamor teamomivida teamomucho teextraño tequiero tequiero1 tequieromucho tesoro123 trabajo1 tranquilo
  universidad usuario1 usuario123 valentina1 valeria1 verano2024 verano2025 verano2026 veronica1 virgencita vivalavida
  vivamexico yosoyyo1 yoteamo1 yoteamo123`;

/** What people think of when a site for flashcards asks for a password. */
export const PRODUCT_WORDS: readonly string[] = `
  repasa repasar repaso repasos tarjeta tarjetas carta cartas carpeta carpetas materia materias estudia estudiar estudiando
  estudiante estudio estudios aprende aprender aprendo aprobar aprobado apruebo examen examenes memoria memorizar recordar
  flashcard flashcards racha oposicion oposiciones selectividad`
  .trim()
  .split(/\s+/);

/** Words that such a password may have between the others. */
const SMALL_WORDS = ["mi", "mis", "yo", "de", "la", "el", "en", "es", "con", "para", "app", "web", "com", "www"];

/** Digits and signs with which such a word may be continued: with more of them a password may be hard to guess. */
const MAX_ADDED = 8;
/** Shorter parts of an address or a name occur in too many words. */
const MIN_OWN_PART = 3;

export type PasswordOwner = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

/**
 * Returns the common passwords in the form in which `judgePassword` compares them: the 3,000 most common ones of at least eight
 * characters (ASVS 6.2.4), and the Spanish ones.
 *
 * @param known Passwords by how common they are, the most common one first.
 */
export function selectCommonPasswords(known: readonly string[]): string[] {
  const longEnough = known.filter((password) => password.length >= MIN_LENGTH).slice(0, MAX_COMMON_PASSWORDS);
  return [...new Set([...longEnough, ...SPANISH.trim().split(/\s+/)].map(normaliseCase))];
}

/**
 * Returns why a new password is refused, or null if it is accepted. Refused are those that an attacker tries first: common ones,
 * and those of nothing but the owner's address or name, or the product's own words, with a few digits and signs.
 *
 * @param common The passwords of `selectCommonPasswords`.
 */
export function judgePassword(password: string, owner: PasswordOwner, common: ReadonlySet<string>): string | null {
  const chosen = normaliseCase(password);
  if (common.has(chosen)) return "Esta contraseña es de las más usadas, y se adivina enseguida. Elige otra.";
  const address = normaliseCase(owner.email);
  const localPart = address.slice(0, address.lastIndexOf("@"));
  if (chosen === address || chosen === localPart) return "La contraseña no puede ser tu correo. Elige otra.";
  const letters = lettersOf(chosen);
  if (chosen.length - [...letters].length > MAX_ADDED) return null;
  const names = [localPart, owner.firstName, owner.lastName].flatMap((name) => partsOf(name ?? ""));
  if (consistsOf(letters, names)) return "La contraseña no puede ser solo tu nombre o tu correo. Elige otra.";
  return consistsOf(letters, [...PRODUCT_WORDS, ...SMALL_WORDS, ...names])
    ? "Esta contraseña es de las primeras que alguien probaría en Repasa. Elige otra."
    : null;
}

function normaliseCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Returns the letters, without accents. */
function lettersOf(text: string): string {
  return text.normalize("NFD").replace(/[^\p{L}]/gu, "");
}

function partsOf(name: string): string[] {
  const parts = normaliseCase(name).split(/[^\p{L}\p{M}]+/u);
  return parts.map(lettersOf).filter((part) => part.length >= MIN_OWN_PART);
}

/** Returns whether a text is a sequence of some of the words. Not by a regular expression, which may need exponential time. */
function consistsOf(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let start = 0; start < text.length; start++) {
    if (!ends.has(start)) continue;
    for (const word of words) if (text.startsWith(word, start)) ends.add(start + word.length);
  }
  return text !== "" && ends.has(text.length);
}
