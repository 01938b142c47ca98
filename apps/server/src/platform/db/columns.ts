import { bigint, customType, timestamp } from "#platform/db/drizzle.cjs";

/** Always given by the process's clock, never by the database, so that tests can move time. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

export const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity();

export const reference = () => bigint({ mode: "number" });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const created = () => ({ createdAt: instant().notNull() });
export const createdAndUpdated = () => ({ createdAt: instant().notNull(), updatedAt: instant().notNull() });
