import * as z from "zod/mini";

/** The bounds of a desired retention. */
export const RETENTION_BOUNDS = { min: 0.8, max: 0.95 } as const;

const RETENTION = "La retención debe estar entre 0,80 y 0,95";

export const desiredRetention = z
  .number({ error: RETENTION })
  .check(z.gte(RETENTION_BOUNDS.min, { error: RETENTION }), z.lte(RETENTION_BOUNDS.max, { error: RETENTION }));
