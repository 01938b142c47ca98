import { bigint, timestamp } from "drizzle-orm/pg-core";
import type { OwnerId } from "#owner.ts";

/** An instant. The clock of the process gives every value, never the database, so that a test can move time. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** An id made by the database. */
export const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity();

/** A reference to a row by its id. */
export const reference = () => bigint({ mode: "number" });

/** The user whom a row belongs to: with `users.id` the only source of an `OwnerId`. */
export const ownerReference = () => reference().$type<OwnerId>();

/** When a row came to be and when it was last changed. */
export const created = () => ({ createdAt: instant().notNull() });
export const createdAndUpdated = () => ({ createdAt: instant().notNull(), updatedAt: instant().notNull() });
