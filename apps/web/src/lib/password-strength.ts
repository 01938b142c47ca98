import { judgePassword, type PasswordOwner, PRODUCT_WORDS } from "@repasa/contract/auth.passwords.ts";
import { passwordStrength } from "check-password-strength";
import { frequentPasswords } from "#lib/frequent-passwords.ts";

const WEAK = "Contraseña débil: prueba con varias palabras.";
const FAIR = "Contraseña aceptable.";
const GOOD = "Contraseña buena.";
const STRONG = "Contraseña fuerte.";

/**
 * The rating, the least number of kinds of characters, and the least length. Long passwords need fewer kinds: several
 * words are as good as a short jumble.
 */
const levels = [
  [WEAK, 0, 0],
  [FAIR, 1, 12],
  [FAIR, 2, 10],
  [FAIR, 3, 8],
  [GOOD, 1, 16],
  [GOOD, 2, 14],
  [GOOD, 3, 12],
  [GOOD, 4, 10],
  [STRONG, 1, 20],
  [STRONG, 2, 18],
  [STRONG, 3, 15],
  [STRONG, 4, 13],
] as const;

type Options = NonNullable<Parameters<typeof passwordStrength<string>>[1]>;
const options = levels.map(([value, minDiversity, minLength], id) => ({
  id,
  value,
  minDiversity,
  minLength,
})) as Options;

/** The texts that attackers try first. */
const GUESSED = new RegExp(
  `contrase[nñ]a|password|clave|qwerty|asdfgh?|hola|teamo|admin|letmein|dragon|(19|20)\\d\\d|${PRODUCT_WORDS.join("|")}`,
  "giu",
);

const common = new Set(frequentPasswords);

/** Returns why the server will refuse a password of eight characters or more, or else how hard it is to guess. */
export function describePassword(password: string, owner: PasswordOwner): string {
  return judgePassword(password, owner, common) ?? ratePassword(password);
}

/** Describes how hard a password is to guess. It is only a hint: weak ones are accepted. */
export function ratePassword(password: string): string {
  const rest = removeRuns(password.replace(GUESSED, "*"));
  const worth = Math.min(rest.length, 2 * new Set(rest.toLowerCase()).size);
  return passwordStrength(rest.slice(0, worth), options).value;
}

/** Removes characters that repeat or continue a sequence: of "aaa" one character remains, of "1234" two. */
function removeRuns(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return [...text]
    .filter((_, index) => {
      const step = (codes[index] ?? 0) - (codes[index - 1] ?? Number.NaN);
      const before = (codes[index - 1] ?? 0) - (codes[index - 2] ?? Number.NaN);
      return step !== 0 && !(Math.abs(step) === 1 && step === before);
    })
    .join("");
}
