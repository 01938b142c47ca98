import * as z from "zod/mini";
import { knownPassword } from "#fields.ts";

const PASSWORD_REQUIRED = "Escribe tu contraseña para eliminar la cuenta";

export const accountDeletion = z.object({ password: knownPassword(PASSWORD_REQUIRED) });

/** The bounds of a desired retention. */
export const RETENTION_BOUNDS = { min: 0.8, max: 0.95 } as const;

const RETENTION = "La retención debe estar entre 0,80 y 0,95";

export const desiredRetention = z
  .number({ error: RETENTION })
  .check(z.gte(RETENTION_BOUNDS.min, { error: RETENTION }), z.lte(RETENTION_BOUNDS.max, { error: RETENTION }));
