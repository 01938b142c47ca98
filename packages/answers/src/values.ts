import { POWERS } from "#normal-form.ts";

/**
 * What a text says: a number, a date or a range, if it plainly is one, otherwise itself. `name` is the variable or function that it
 * is said of, as in "x = 4" and "E = mc²"; otherwise empty.
 */
export type Value = { readonly name: string; readonly value: string; readonly isPlain: boolean };

/** Longer texts are compared as they are written, so that no power takes long, nor a search. */
const MOST_DIGITS = 30;

/** A single letter says nothing by itself: "A = T". */
const NAMED = /^(δ?\p{L}[\dckmp]?'*|[fgh]'*\([a-z]\))=(?=\d|..)([^=]+)$/u;
/** Units as words, with the letters of their signs. */
const UNIT = /(?<=\d) ?(?:(k)ilo|(c)enti|(m)ili)?(?:(m)etro|(g)ramo|(l)itro|(min)uto|(s)egundo|(h)ora)s?(?= por|\/|$)/;
const QUANTITY = new RegExp(`^([-\\d.,/·⁻${POWERS}]+)([^\\d${POWERS}]{1,3}(?:/h)?)$`);
const BEFORE_DATE = /^(?:(?:el|en|año|dia) )+(?=\d)/;
const NUMBER = /^(-?)(\d*)(?:[.,](\d+))?$/;
const FRACTION = /^(-?\d+)\/(\d+)$/;
const POWER = new RegExp(String.raw`^(?:(-?\d+(?:[.,]\d+)?)·)?(\d+)(⁻?)([${POWERS}]+)$`);
const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const DATE = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{3,4})$/;
const DATE_IN_WORDS = /^(\d{1,2})(?: ?de)? ?([a-z]{4,10})(?: (?:de|del))? (\d{3,4})$/;
const RANGE = /^(?:(?:de |desde )?(\d[\d.,]*) ?(?:-|a|hasta|to)|entre (\d[\d.,]*) ?y) ?(\d[\d.,]*)(\D*)$/;

/**
 * Reads the value of a normalised text without accents. Roman numerals are text.
 *
 * @example readValue("0,5") // the same as readValue("1/2")
 */
export function readValue(text: string, language: string): Value {
  const [, name = "", rest = text] = NAMED.exec(text) ?? [];
  const stated = language === "es" ? signUnits(rest.replace(BEFORE_DATE, "")) : rest;
  const value = (language === "es" && readDate(stated)) || readRange(stated) || readQuantity(stated);
  return { name, value: value || stated, isPlain: !!value };
}

/** Returns whether two values are equal. What is said of different variables is not. */
export function areEqual(one: Value, other: Value): boolean {
  if (one.value !== other.value) return false;
  return one.name === other.name ? one.isPlain : !one.name || !other.name;
}

/** Writes the signs of units: "120 kilómetros por hora" is "120 km/h". */
function signUnits(text: string): string {
  return text
    .replace(UNIT, "$1$2$3$4$5$6$7$8$9")
    .replace(/(?<=\d) ?por ciento$/, "%")
    .replace(/ por h(?:ora)?$/, "/h");
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
  if (text.length > MOST_DIGITS) return null;
  const [, from, between, last = "", unit] = RANGE.exec(text) ?? [];
  const first = from ?? between;
  if (!first) return null;
  return `${first} to ${/^\d\d$/.test(last) && first.length === 4 ? first.slice(0, 2) + last : last}${unit}`;
}

function readQuantity(text: string): string | null {
  const [, number = text, unit = ""] = QUANTITY.exec(text) ?? [];
  const value = readNumber(number);
  return value && value + unit;
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
