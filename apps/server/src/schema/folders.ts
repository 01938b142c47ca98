import { createdAndUpdated, identity } from "#platform/db/columns.ts";
import { isNotNull, pgTable, primaryKey, text, unique, uniqueIndex, uuid, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

export const folders = pgTable(
  "folders",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    name: varchar({ length: 255 }).notNull(),
    description: text(),
    catalogSlug: varchar({ length: 64 }),
    difficultyLevel: varchar({ length: 20 }).notNull().default("Medio"),
    /** In which its cards are read aloud, as `es-ES`; null for the device's. */
    language: varchar({ length: 20 }),
    ...createdAndUpdated(),
    /** Made by the client, so that a create sent twice makes one folder. */
    clientId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("folders_catalog_slug_unique").on(table.userId, table.catalogSlug),
    uniqueIndex("folders_client_id_unique").on(table.userId, table.clientId).where(isNotNull(table.clientId)),
  ],
);
