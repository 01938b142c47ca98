import { passwordStrength } from "check-password-strength";

const WEAK = "Contraseña débil: prueba con varias palabras.";
const FAIR = "Contraseña aceptable.";
const GOOD = "Contraseña buena.";
const STRONG = "Contraseña fuerte.";

/** Long ones need fewer kinds of characters: several words are as good as a short jumble. */
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

/** What guessers try first. */
const COMMON = /contrase[nñ]a|password|clave|qwerty|asdfgh?|repasa|hola|teamo|admin|letmein|dragon|(19|20)\d\d/giu;

/** How hard a password is to guess, in words. It is a hint: the only rule is the length. */
export function strengthOf(password: string): string {
  const rest = withoutRuns(password.replace(COMMON, "*"));
  const worth = Math.min(rest.length, 2 * new Set(rest.toLowerCase()).size);
  return passwordStrength(rest.slice(0, worth), options).value;
}

/** Without characters that repeat the one before, or count on from it: of "aaa" and "1234" one and two are left. */
function withoutRuns(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return [...text]
    .filter((_, index) => {
      const step = (codes[index] ?? 0) - (codes[index - 1] ?? Number.NaN);
      const before = (codes[index - 1] ?? 0) - (codes[index - 2] ?? Number.NaN);
      return step !== 0 && !(Math.abs(step) === 1 && step === before);
    })
    .join("");
}
