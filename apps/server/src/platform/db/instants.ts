import { sql } from "#platform/db/drizzle.cjs";

/** Converts an instant to a parameter of handwritten SQL, where no column determines the type. */
export const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
