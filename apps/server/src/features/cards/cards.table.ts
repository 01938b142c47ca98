import { getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAndUpdated, identity, reference } from "#db/columns.ts";
import { ownerReference } from "#features/auth/auth.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import { scheduleColumns } from "#features/schedule/schedule.table.ts";

export const cards = pgTable(
  "cards",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    folderId: reference().notNull(),
    front: text().notNull(),
    back: text().notNull(),
    ...scheduleColumns(),
    ...createdAndUpdated(),
    /** Made by the client, so that a create sent twice adds one card. */
    clientId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      name: "cards_folder_fk",
      columns: [table.userId, table.folderId],
      foreignColumns: [folders.userId, folders.id],
    }).onDelete("cascade"),
    index("cards_folder").on(table.userId, table.folderId),
    // The migration adds INCLUDE columns, so that counting what is due reads this index alone.
    index("cards_due").on(table.userId, table.nextReviewDate),
    // For the oldest new cards, in their order; with INCLUDE columns too.
    index("cards_new").on(table.userId, table.createdAt, table.id).where(isNull(table.nextReviewDate)),
    // Partial, because a rating writes to every index that holds the card.
    uniqueIndex("cards_client_id_unique").on(table.userId, table.clientId).where(isNotNull(table.clientId)),
  ],
);

/**
 * What searches look at: the card's texts, folded (`cards.words.ts`), in UTF-8. A table of its own, which no rating writes
 * to, and bytes, because PostgreSQL finds a short word in them in a fraction of the time that it needs in a text.
 */
export const cardTexts = pgTable(
  "card_texts",
  {
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    folded: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.cardId] }),
    foreignKey({
      name: "card_texts_card_fk",
      columns: [table.userId, table.cardId],
      foreignColumns: [cards.userId, cards.id],
    }).onDelete("cascade"),
  ],
);

export type CardRow = typeof cards.$inferSelect;

/** All columns in raw SQL, under the names that a `CardRow` has. */
export const cardFields = sql.join(
  Object.keys(getTableColumns(cards)).map(
    (name) => sql`${sql.identifier(toSnakeCase(name))} as ${sql.identifier(name)}`,
  ),
  sql`, `,
);
