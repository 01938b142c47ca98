import type { Preferences } from "@repasa/contract/account.ts";
import { bigint, boolean, doublePrecision, index, integer, pgTable, smallint, varchar } from "drizzle-orm/pg-core";
import { created, instant, ownerReference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";

/** One row a user who changed something; without a row the defaults hold. */
export const userPreferences = pgTable("user_preferences", {
  userId: ownerReference()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  theme: varchar({ length: 10 }).$type<Preferences["theme"]>().notNull().default("system"),
  shortcuts: boolean().notNull().default(true),
  /** Null follows the product's setting. */
  desiredRetention: doublePrecision(),
  /** Null: as many as there are. */
  newCardsPerDay: integer(),
  reminder: boolean().notNull().default(false),
  /** Local hour, 0 to 23. */
  reminderHour: smallint().notNull().default(18),
  updatedAt: instant().notNull(),
});

/** Visits. Anonymous ones carry a placeholder instead of an address. */
export const accessEvents = pgTable(
  "access_events",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    userId: ownerReference().references(() => users.id, { onDelete: "cascade" }),
    email: varchar({ length: 255 }).notNull(),
    mobile: boolean().notNull(),
    ...created(),
  },
  (table) => [index("access_events_user").on(table.userId), index("access_events_email").on(table.email)],
);
