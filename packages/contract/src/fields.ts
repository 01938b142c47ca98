import * as z from "zod/mini";

/** A row's id: a positive whole number in JSON. */
export const id = z.int().check(z.positive());

/** Text that is not an id becomes 0, which no row has, so that the call answers 404. */
export const pathId = z.pipe(
  z.string(),
  z.transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)),
);

export const idParams = z.object({ id: pathId });

export const NOT_A_UUID = "";

/** Text that is not a UUID becomes `NOT_A_UUID`, which no row has, so that the call answers 404. */
export const pathUuid = z.pipe(
  z.string(),
  z.transform((text) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : NOT_A_UUID)),
);

/** An id that the client generates for something that it creates, so that a request that is sent twice creates it only once. */
export const clientId = z.optional(z.uuid({ error: "El identificador no es válido" }));

const INVALID_INSTANT = "Fecha y hora no válidas";

/** An instant in JSON: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ error: INVALID_INSTANT });

/** An instant from 1970 on: earlier ones come from a broken clock, and databases have no year 0. */
export const recentInstant = instant.check(z.refine((text) => text >= "1970", { error: INVALID_INSTANT }));

/** A calendar date, `YYYY-MM-DD`. */
export const localDate = z.iso.date({ error: "La fecha debe tener el formato AAAA-MM-DD" });

/** All dates from one to another, both included. */
export const dateRange = z.object({ from: localDate, to: localDate });

export const count = z.int().check(z.nonnegative());

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

/** Trimmed text of 1 to `max` UTF-16 units; `required` is the message when nothing is left after trimming. */
export function requiredText(max: number, required: string) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
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

/** Text of at most `max` UTF-16 units, not trimmed. */
export function exactText(max: number) {
  return z
    .string({ error: "Debe ser un texto" })
    .check(z.maxLength(max, { error: `El texto no puede superar los ${max} caracteres` }), storableText);
}

/** Trimmed text; null if nothing is left after trimming. */
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

const DAYS = "Los días deben ser un número de 1 a 365";

/** The number of days that a query is about, 1 to 365; 30 by default. */
export const dayNumber = z.pipe(
  z._default(z.string({ error: DAYS }).check(z.regex(/^[1-9]\d{0,2}$/, { error: DAYS })), "30"),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.lte(365, { error: DAYS })),
  ),
);

const dispensableFields = new WeakSet<object>();

/**
 * Marks a field that the server always sends, but without which the web shows the other fields instead of an error.
 */
export function dispensable<S extends z.ZodMiniType>(schema: S): S {
  dispensableFields.add(schema);
  return schema;
}

export function isDispensable(schema: object): boolean {
  return dispensableFields.has(schema);
}
