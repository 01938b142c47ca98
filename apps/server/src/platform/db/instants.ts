import { sql } from "#platform/db/drizzle.cjs";

/** An instant as a parameter of SQL of our own, which knows no column to take the type from. */
export const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
