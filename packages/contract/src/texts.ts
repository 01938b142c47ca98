// Fields that people type. Apart from those of JSON and addresses, so that a form of the web loads only these.
import * as z from "zod/mini";

/**
 * Returns whether a text can be stored: it has no lone surrogates, which UTF-8 cannot encode, and no control characters, which
 * are invisible and take six bytes each in JSON, except tabs and line breaks.
 */
export function isStorable(text: string): boolean {
  return !/\p{Cs}|[^\P{Cc}\t\n\r]/u.test(text);
}

export const storableText = z.refine<string>(isStorable, { error: "El texto contiene caracteres no válidos" });

/** Makes any text storable: line separators become line breaks, lone surrogates U+FFFD; other control characters are removed. */
export function toStorable(text: string): string {
  if (isStorable(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\v\f\u0085]/g, "\n")
    .replace(/[^\P{Cc}\t\n\r]/gu, "");
}

/** A name of zero-width characters alone would be shown as no name at all. */
const isVisible = (text: string) => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Trimmed text of 1 to `max` UTF-16 units; `required` is the message when nothing visible is left after trimming. */
export function requiredText(max: number, required: string) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isVisible, { error: required, abort: true }),
      z.maxLength(max, { error: `El texto no puede superar los ${max} caracteres` }),
      storableText,
    );
}

/**
 * Trimmed text of at most `max` UTF-16 units, possibly empty. `noText` is the message for a value that is not a string.
 */
export function freeText(max: number, noText = "Debe ser un texto") {
  return z
    .string({ error: noText })
    .check(z.trim(), z.maxLength(max, { error: `El texto no puede superar los ${max} caracteres` }), storableText);
}

/** Text of at most `max` UTF-16 units, not trimmed, that PostgreSQL can store. */
export function exactText(max: number) {
  return z
    .string({ error: "Debe ser un texto" })
    .check(z.maxLength(max, { error: `El texto no puede superar los ${max} caracteres` }), storableText);
}

/** Trimmed text of at most `max` UTF-16 units; null if nothing is left after trimming. */
export function nullableText(max: number) {
  return z.pipe(
    z.nullable(freeText(max)),
    z.transform((text) => (text === "" ? null : text)),
  );
}

const INVALID_EMAIL = "Invalid email address";

/** RFC 5321, 4.5.3.1.1: the longest part before the @. */
const MAX_MAILBOX_LENGTH = 64;

/** An e-mail address of at most 255 characters; white space around it is removed, upper case remains. */
export const email = z.pipe(
  z
    .string({ error: INVALID_EMAIL })
    .check(z.trim(), z.maxLength(255, { error: "El correo no puede superar los 255 caracteres" })),
  z
    .email({ error: INVALID_EMAIL })
    .check(z.refine((text) => text.lastIndexOf("@") <= MAX_MAILBOX_LENGTH, { error: INVALID_EMAIL })),
);

const passwordLimit = z.maxLength(200, { error: "La contraseña no puede superar los 200 caracteres" });

/** Lone surrogates cannot be encoded, so passwords that differ only in these would be equal. */
const wholeCharacters = z.refine<string>((text) => !/\p{Surrogate}/u.test(text), {
  error: "La contraseña contiene caracteres no válidos",
});

/** A new password: at least 8 characters. `short` is the message for a shorter one. */
export function newPassword(short: string) {
  return z.string({ error: short }).check(z.minLength(8, { error: short }), passwordLimit, wholeCharacters);
}

/** A password to compare with a stored one, which is not longer than a new one may be. */
export function knownPassword(required: string) {
  return z.string({ error: required }).check(z.minLength(1, { error: required }), passwordLimit, wholeCharacters);
}
