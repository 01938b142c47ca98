import { POWERS } from "#normal-form.ts";

/**
 * What a text plainly is: a number, a date or a range of years. `name` is the variable or function that it is said of, as in
 * "x = 4"; otherwise empty.
 */
export type Value = { readonly name: string; readonly value: string };

/** Longer numbers are compared as they are written, so that no power takes long. */
const MOST_DIGITS = 30;

const NAMED = /^(?:([a-z])=(?=-?[\d.,])|([fgh]'*\([a-z]\))=)(.+)$/;
const NUMBER = /^(-?)(\d*)(?:[.,](\d+))?$/;
const FRACTION = /^(-?\d+)\/(\d+)$/;
const POWER = new RegExp(String.raw`^(?:(-?\d+(?:[.,]\d+)?)·)?(\d+)(⁻?)([${POWERS}]+)$`);
const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const DATE = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{3,4})$/;
const DATE_IN_WORDS = /^(\d{1,2})(?: ?de)? ?([a-z]{4,10})(?: (?:de|del))? (\d{3,4})$/;
const RANGE = /^(?:de |desde |entre )?(\d{3,4}) ?(?:-|a|hasta|y|to) ?(\d{2,4})$/;

/**
 * Reads the value of a normalised text without accents; null if it plainly has none. Roman numerals are text.
 *
 * @example readValue("0,5") // the same as readValue("1/2")
 */
export function readValue(text: string, language: string): Value | null {
  const [, variable, call, rest] = NAMED.exec(text) ?? [];
  const name = variable ?? call ?? "";
  const stated = rest ?? text;
  const value = (language === "es" && readDate(stated)) || readRange(stated) || readNumber(stated);
  if (value) return { name, value };
  return name !== "" || /^(?=.*\d)[^= ]+$/.test(stated) ? { name, value: stated } : null;
}

/** Returns whether two values are equal. What is said of different variables is not. */
export function areEqual(one: Value | null, other: Value | null): boolean {
  return (
    one !== null && other !== null && one.value === other.value && (!one.name || !other.name || one.name === other.name)
  );
}

function readDate(text: string): string | null {
  const digits = DATE.exec(text);
  if (digits) return formatDate(Number(digits[4]), Number(digits[3]), Number(digits[1]));
  const words = DATE_IN_WORDS.exec(text);
  const month = MONTHS.indexOf((words?.[2] ?? "").replace("setiembre", "septiembre")) + 1;
  return words && month > 0 ? formatDate(Number(words[3]), month, Number(words[1])) : null;
}

function formatDate(year: number, month: number, day: number): string {
  return `${year}. ${month}. ${day}`;
}

function readRange(text: string): string | null {
  const [, first = "", last = ""] = RANGE.exec(text) ?? [];
  if (first === "") return null;
  return `${first} to ${last.length === 2 && first.length === 4 ? first.slice(0, 2) + last : last}`;
}

/** Writes a number as a fraction in its lowest terms. */
function readNumber(text: string): string | null {
  if (text.length > MOST_DIGITS) return null;
  const fraction = FRACTION.exec(text);
  if (fraction) return reduce(BigInt(fraction[1] as string), BigInt(fraction[2] as string));
  const power = POWER.exec(text);
  if (power) return readPower(power);
  const decimal = readDecimal(text);
  return decimal && reduce(...decimal);
}

/** Reads a match of `POWER`: a factor, the base, and the sign and the digits of the exponent. */
function readPower([, factor = "1", base = "", sign, digits = ""]: RegExpExecArray): string | null {
  const exponent = Number(digits.replace(/./g, (digit) => String(POWERS.indexOf(digit))));
  if (exponent > MOST_DIGITS) return null;
  const [top, bottom] = readDecimal(factor) ?? [1n, 1n];
  const raised = BigInt(base) ** BigInt(exponent);
  return sign ? reduce(top, bottom * raised) : reduce(top * raised, bottom);
}

function readDecimal(text: string): [bigint, bigint] | null {
  const [, sign = "", whole = "", rest = ""] = NUMBER.exec(text) ?? [];
  if (whole + rest === "") return null;
  return [BigInt(`${sign === "-" ? "-" : ""}${whole}${rest}`), 10n ** BigInt(rest.length)];
}

function reduce(top: bigint, bottom: bigint): string | null {
  if (bottom === 0n) return null;
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b > 0n) [a, b] = [b, a % b];
  return `${top / a}/${bottom / a}`;
}
