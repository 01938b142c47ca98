import type { Words } from "#languages.ts";

/**
 * A text from which characters were removed. `at` holds, for each UTF-16 unit of `text`, its offset in the text as it was
 * written.
 */
export type TracedText = { readonly text: string; readonly at: readonly number[] };

/** The superscript digits, each at its value. */
export const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Characters that are alike, each with the one that replaces them. All are one UTF-16 unit. */
const ALIKE: readonly (readonly [string, string])[] = [
  ["'", "‘’‛ʼʻ′´`＇"],
  ['"', "“”„‟«»‹›‚″〝〞＂"],
  ["-", "‐‑‒–—―−⁃﹣－"],
  // Keyboards have neither the sign of multiplication nor the one of degrees.
  ["·", "*×⋅∙"],
  ["°", "º"],
  ["μ", "µ"],
  ["Δ", "∆"],
  ["(", "（"],
  [")", "）"],
  ["0123456789", POWERS],
  ["0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"],
  ["+-=()", "⁺⁻⁼⁽⁾"],
];

const REPLACEMENTS = new Map(
  ALIKE.flatMap(([replacement, signs]) =>
    [...signs].map((sign, index) => [sign, replacement[index % replacement.length] as string]),
  ),
);
const REPLACED = new RegExp(`(?<=\\d)⁻?[${POWERS}]+|[${[...REPLACEMENTS.keys()].join("")}]`, "g");

const HAS_POWER = new RegExp(`[${POWERS}]`);

/** Characters that are not seen: controls, joiners, marks of direction and variation selectors. Quotation marks do not count. */
export const IGNORED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are to be removed
  /["\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]|[\ufe00-\ufe0f]/g;

/** An apostrophe counts inside a word, and in a derivative: `f'(x)`, `y' = 2`. */
const STRAY_APOSTROPHE = /(?<![\p{L}\p{M}\p{N}])'|'(?![\p{L}\p{N}(])(?<!(?<!\p{L})\p{L}'(?= ?=))/gu;

/** In "x^2" and "H_2O": superscript and subscript digits are plain digits. Begins where a run of such signs begins. */
const SIGN_OF_LEVEL = new RegExp(String.raw`(?<![\^_] ?)(?: ?[\^_])+ ?(?=[-⁻]?[\d${POWERS}])`, "g");
/** Behind a digit, a superscript is a power: "10⁶" is not 106. */
const POWER_OF_DIGIT = /(?<=\d ?\^ ?)-?\d+/g;
/** A digit behind that of a formula is the charge of an ion if a sign follows: "SO₄²⁻", "SO4^2-", "SO4 2-". */
const CHARGE = /(?<=\p{L}\d)[ ^]*([2-4²³⁴])(?=[-+](?!\S))/gu;
/** A letter stands for the sign of multiplication before a power of ten: "3 x 10^8". */
const TIMES_TEN = new RegExp(`(?<=\\d ?)x(?= ?10 ?[\\^⁻${POWERS}])`, "gi");

const ENDS = ".,:;…¡!¿? ";

/** Signs beside which a space does not count. */
export const MATHEMATICAL_SIGNS = "=+·÷<>±∓≤≥≈≠≡∝√→/";
const SPACE_BESIDE_SIGN = new RegExp(` (?=[${MATHEMATICAL_SIGNS}])|(?<=[${MATHEMATICAL_SIGNS}]) `, "g");
const SPACE_BESIDE_MINUS = / (?=-)|(?<=-) /g;
const SPACE_AFTER_DIGIT = /(?<=\d) (?=[^\d .,:;…¡!¿?()[\]'])/g;
const SPACE_IN_RANGE = /(?<=\d-) (?=\d)/g;

/** Replaces characters that are alike. The length of the text does not change. */
export function unifySigns(text: string): string {
  const isPower = (sign: string, at: number) => /\d/.test(text[at - 1] ?? "") && HAS_POWER.test(sign);
  return text.replace(REPLACED, (sign, at: number) => (isPower(sign, at) ? sign : (REPLACEMENTS.get(sign) ?? sign)));
}

/**
 * Removes all that does not count in an answer, except case, accents and an article. Each expression takes time proportional to
 * the length of the text.
 *
 * @param written In NFC.
 */
export function traceNormalForm(written: string, words: Words): TracedText {
  const alike = unifySigns(written)
    .replace(/\s/g, " ")
    .replace(TIMES_TEN, "·")
    .replace(CHARGE, (charge, digit: string) =>
      (POWERS.includes(digit) ? `${POWERS.indexOf(digit)}` : digit).padStart(charge.length, "\0"),
    )
    .replace(POWER_OF_DIGIT, (power) => power.replace(/./g, (sign) => POWERS[Number(sign)] ?? "⁻"));
  let traced: TracedText = { text: alike, at: Array.from({ length: alike.length }, (_, unit) => unit) };
  for (const pattern of [IGNORED, STRAY_APOSTROPHE, / (?= )/g, SIGN_OF_LEVEL]) traced = removeAll(traced, pattern);
  traced = removeAll(writeNumbers(trimEnds(traced), words), /\0/g);
  for (const pattern of [SPACE_AFTER_DIGIT, SPACE_IN_RANGE, SPACE_BESIDE_SIGN]) traced = removeAll(traced, pattern);
  return /[=+·<>√]/.test(traced.text) ? removeAll(traced, SPACE_BESIDE_MINUS) : traced;
}

/**
 * Normalises an answer: what remains is in lower case, with accents and article. Normalising it again changes nothing.
 *
 * @example normalize("  ¡Hola, «mundo»! ", findWords("es")) // "hola, mundo"
 * @example normalize("1.000,5 km", findWords("es")) // "1000,5km"
 */
export function normalize(text: string, words: Words): string {
  return lowerCase(traceNormalForm(text.normalize("NFC"), words).text, words).normalize("NFC");
}

/** Writes a text in lower case. A sigma is the same at the end of a word. */
export function lowerCase(text: string, words: Words): string {
  return words.lower(text).replaceAll("ς", "σ");
}

/** Removes what does not count at the beginning and at the end, but not the sign of a number such as ".5". */
export function trimEnds({ text, at }: TracedText): TracedText {
  let start = 0;
  let end = text.length;
  while (start < end && ENDS.includes(text[start] as string) && !/^[.,]\d/.test(text.slice(start, start + 2))) start++;
  while (end > start && ENDS.includes(text[end - 1] as string)) end--;
  return { text: text.slice(start, end), at: at.slice(start, end) };
}

/** Writes decimals as the language does, and a zero character for each separator of thousands. Lengths do not change. */
function writeNumbers({ text, at }: TracedText, { thousands, decimal }: Words): TracedText {
  if (!/\d/.test(text)) return { text, at };
  // A number whose first digit is not 0, in groups of three digits with the same sign between them, and nothing left over. The
  // factor of a power of ten has decimals.
  const grouped = new RegExp(
    `(?<!\\d[., ]?)[1-9]\\d{0,2}([${thousands}])\\d{3}(?:\\1\\d{3})*(?!\\d|\\1\\d| ?· ?10 ?[\\^⁻${POWERS}])`,
    "g",
  );
  const numbers = text
    .replace(grouped, (number, sign: string) => number.replaceAll(sign, "\0"))
    .replace(/(?<=^|\d)[.,](?=\d)/g, decimal);
  return { text: numbers, at };
}

function removeAll(traced: TracedText, pattern: RegExp): TracedText {
  const { text, at } = traced;
  let kept = "";
  const keptAt: number[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    kept += text.slice(from, index);
    for (let unit = from; unit < index; unit++) keptAt.push(at[unit] as number);
    from = index + found.length;
  }
  if (from === 0) return traced;
  for (let unit = from; unit < text.length; unit++) keptAt.push(at[unit] as number);
  return { text: kept + text.slice(from), at: keptAt };
}

/** Marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters. Elsewhere, as in "が" or "कि", they make another letter. */
const MARKS =
  "\\u0300-\\u0302\\u0304-\\u0326\\u0328-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670";
const ACCENTED_LETTER = new RegExp(`(\\p{L})([${MARKS}\\u0303\\u0327]+)`, "gu");

/** Removes accents, which are marks on letters, except those of ñ and ç, which are letters of their own. */
export function foldAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(
      ACCENTED_LETTER,
      (_, letter: string, marks: string) => (/^(?:n\u0303|c\u0327)/i.exec(letter + marks) ?? [letter])[0],
    )
    .normalize("NFC");
}

const CLUSTERS = new RegExp(`[^${MARKS}\\u0303\\u0327][${MARKS}\\u0303\\u0327]*`, "gu");

/**
 * Returns how the accents of a typed text differ from those of an answer that is the same without accents: "missing" if any is
 * missing, otherwise "superfluous".
 */
export function compareAccents(answer: string, typed: string): "missing" | "superfluous" {
  const read = typed.normalize("NFD").match(CLUSTERS) ?? [];
  const wanted = answer.normalize("NFD").match(CLUSTERS) ?? [];
  const lacksMark = (cluster: string, index: number) => [...cluster].some((sign) => !read[index]?.includes(sign));
  return wanted.some(lacksMark) ? "missing" : "superfluous";
}
