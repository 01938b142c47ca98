import { AppError } from "#platform/http/app-error.ts";

/** The contract refuses shorter passwords. */
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

/**
 * The 3,000 most common passwords of at least eight characters (ASVS 6.2.4) from the list of zxcvbn-ts, and those above. The list
 * is loaded when somebody first chooses a password, because it takes 3 MB and blocks the thread for a moment.
 */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const known = dictionary["passwords-common"]
    .filter((password) => password.length >= MIN_LENGTH)
    .slice(0, MAX_COMMON_PASSWORDS);
  return new Set([...known, ...SPANISH.trim().split(/\s+/)].map(normaliseForComparison));
}

/** Refuses new passwords that an attacker tries first: common ones, and the account's own address. */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  const chosen = normaliseForComparison(password);
  common ??= loadCommonPasswords().catch((error: unknown) => {
    // A failure may be temporary, so the next call loads the list again.
    common = undefined;
    throw error;
  });
  if ((await common).has(chosen)) {
    throw refusal("Esta contraseña es de las más usadas, y se adivina enseguida. Elige otra.");
  }
  const address = normaliseForComparison(email);
  if (chosen === address || chosen === address.slice(0, address.lastIndexOf("@"))) {
    throw refusal("La contraseña no puede ser tu correo. Elige otra.");
  }
}

function normaliseForComparison(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function refusal(message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path: "password", message }] });
}
