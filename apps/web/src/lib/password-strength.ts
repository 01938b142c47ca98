import { judgePassword, type PasswordOwner, PRODUCT_WORDS } from "@repasa/contract/auth.passwords.ts";
import { passwordStrength } from "check-password-strength";
import { frequentPasswords } from "#lib/frequent-passwords.ts";

const WEAK = "Contraseña débil: prueba con varias palabras.";
const FAIR = "Contraseña aceptable.";
const GOOD = "Contraseña buena.";
const STRONG = "Contraseña fuerte.";

/**
 * The ratings, with the least length of passwords that have one kind of characters, two, three and four. Long passwords need
 * fewer kinds: several words are as good as a short jumble.
 */
const leastLengths = {
  [FAIR]: [12, 10, 8],
  [GOOD]: [16, 14, 12, 10],
  [STRONG]: [20, 18, 15, 13],
};

type Options = NonNullable<Parameters<typeof passwordStrength<string>>[1]>;
const levels = Object.entries(leastLengths).flatMap(([value, lengths]) =>
  lengths.map((minLength, index) => ({ value, minDiversity: index + 1, minLength })),
);
const options = [{ value: WEAK, minDiversity: 0, minLength: 0 }, ...levels].map((level, id) => ({
  id,
  ...level,
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
