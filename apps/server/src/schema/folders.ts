import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import { clientId, createdAndUpdated, identity, uniqueWhereSet } from "#platform/db/columns.ts";
import { boolean, pgTable, primaryKey, text, unique, varchar } from "#platform/db/drizzle.cjs";
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
    /** The language in which its cards are read aloud, such as `es-ES`; null for the device's. */
    language: varchar({ length: 20 }),
    /** The chosen colour and icon; null for those that follow from the name. */
    color: varchar({ length: 16 }),
    /** Without a chosen one: the colour that was free when the folder got its icon. Older folders have that of their name. */
    automaticColor: varchar({ length: 16 }),
    icon: varchar({ length: 16 }),
    /** Null unless it was chosen: then the account's preferences decide. */
    answerMode: varchar({ length: 6 }).$type<AnswerMode>(),
    strictAccents: boolean().notNull().default(false),
    ...createdAndUpdated(),
    clientId: clientId(),
    /** True if a class was assigned the folder, so that it counts in no limit; otherwise null. */
    assigned: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique("folders_catalog_slug_unique").on(table.userId, table.catalogSlug),
    uniqueWhereSet("folders_client_id_unique", table.userId, table.clientId),
  ],
);
