import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { hasSides } from "@repasa/contract/cards.checks.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { CARD_SIDES_REQUIRED, MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import { AppError } from "#platform/http/app-error.ts";

type Sides = { front: string; back: string };

/** The characters that `String.trim` removes. */
export const WHITE_SPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

const TOO_LONG = `El texto no puede superar los ${MAX_SIDE_LENGTH} caracteres`;
const GAPS_CHANGED = "El cambio tocaría los huecos de una carta: edítala por separado";

/** Throws if a replacement makes a side too long or empty, or changes the gaps, each of which is a card. */
export function requireValidReplacement({
  front,
  back,
  format,
  before,
}: Sides & { format: CardFormat; before: Sides }): void {
  if (Math.max(front.length, back.length) > MAX_SIDE_LENGTH) throw sideTooLong();
  const gaps = (sides: Sides) => [sides.front, sides.back].map((side) => gapNumbers(side).join()).join(";");
  if (format === "markdown" && gaps({ front, back }) !== gaps(before)) throw invalidReplacement(GAPS_CHANGED);
  if (front === "" || !hasSides({ front, back }, format)) throw invalidReplacement(CARD_SIDES_REQUIRED);
}

export function sideTooLong(): AppError {
  return invalidReplacement(TOO_LONG);
}

function invalidReplacement(message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path: "replacement", message }] });
}
