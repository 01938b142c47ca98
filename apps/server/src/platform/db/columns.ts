import { type AnyPgColumn, bigint, customType, foreignKey, timestamp } from "#platform/db/drizzle.cjs";

type Columns = [AnyPgColumn, ...AnyPgColumn[]];

/** An instant, which is always taken from the process's clock, never from the database's, so that tests can set the time. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

export const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity();

export const reference = () => bigint({ mode: "number" });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const created = () => ({ createdAt: instant().notNull() });
export const createdAndUpdated = () => ({ createdAt: instant().notNull(), updatedAt: instant().notNull() });

/** The foreign key of rows that are deleted with the row to which they belong. */
export const belongsTo = (name: string, columns: Columns, foreignColumns: Columns) =>
  foreignKey({ name, columns, foreignColumns }).onDelete("cascade");
