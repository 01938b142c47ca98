import { pgTable, primaryKey, text, unique, varchar } from "drizzle-orm/pg-core";
import { createdAndUpdated, identity, ownerReference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";

export const folders = pgTable(
  "folders",
  {
    id: identity(),
    userId: ownerReference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: varchar({ length: 255 }).notNull(),
    description: text(),
    /** Which ready-made folder of the store this is a copy of; nobody has two copies of one. */
    catalogSlug: varchar({ length: 64 }),
    difficultyLevel: varchar({ length: 20 }).notNull().default("Medio"),
    ...createdAndUpdated(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("folders_catalog_slug_unique").on(table.userId, table.catalogSlug),
  ],
);
