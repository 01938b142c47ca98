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

/** An id from the client for what it creates: a request that is sent twice then creates one thing. */
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

/** Returns whether `dispensable` has marked a field. */
export function isDispensable(schema: object): boolean {
  return dispensableFields.has(schema);
}
