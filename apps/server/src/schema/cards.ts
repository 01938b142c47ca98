import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { BatchAction } from "@repasa/contract/cards.ts";
import { bytes, created, createdAndUpdated, identity, instant, reference } from "#platform/db/columns.ts";
import {
  boolean,
  foreignKey,
  index,
  isNotNull,
  jsonb,
  not,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";
import { folders } from "#schema/folders.ts";
import { scheduleColumns } from "#schema/schedule.ts";

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
    format: varchar({ length: 10 }).$type<CardFormat>().notNull().default("plain"),
    tags: text().array().notNull().default([]),
    /** Never pending; the schedule stays. */
    suspended: boolean().notNull().default(false),
    /** Shared by siblings, which never come on the same local date. */
    groupId: uuid(),
    /** Null, `reverse`, or `c1`, `c2` ... for the gap that is asked. */
    variant: varchar({ length: 8 }),
    /** The note that a card was imported from, and which of its templates or gaps: by these a later file knows the card. */
    noteGuid: text(),
    noteTemplate: smallint(),
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
    // In the order of a folder's list, from its end; with INCLUDE columns too, for the figures and the queue of a folder.
    index("cards_folder").on(table.userId, table.folderId, table.createdAt, table.id),
    // Migrations add INCLUDE columns, so that counting and ordering what is due, and what all cards ask for, read this index alone.
    index("cards_due").on(table.userId, table.nextReviewDate).where(not(table.suspended)),
    // For the oldest new cards, in their order; with INCLUDE columns too.
    index("cards_new")
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.nextReviewDate} is null and not ${table.suspended}`),
    index("cards_suspended").on(table.userId, table.id).where(sql`${table.suspended}`),
    // Partial, because a rating writes to every index that holds the card; with INCLUDE columns too.
    index("cards_group").on(table.userId, table.groupId).where(isNotNull(table.groupId)),
    index("cards_note").on(table.userId, table.noteGuid).where(isNotNull(table.noteGuid)),
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

/** Which media files a card's texts name; derived from them at each write. A file may be missing. */
export const cardMedia = pgTable(
  "card_media",
  {
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    mediaId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.cardId, table.mediaId] }),
    foreignKey({
      name: "card_media_card_fk",
      columns: [table.userId, table.cardId],
      foreignColumns: [cards.userId, cards.id],
    }).onDelete("cascade"),
    index("card_media_media").on(table.userId, table.mediaId),
  ],
);

/** Something that was done to many cards at once, and can be undone for a day. */
export const batches = pgTable(
  "batches",
  {
    userId: ownerReference().notNull(),
    id: uuid().notNull(),
    action: varchar({ length: 10 }).$type<BatchAction>().notNull(),
    ...created(),
    undoneAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("batches_created").on(table.createdAt)],
);

/** A card as it was before a batch, whole, and a digest of what the batch made of it; null where it deleted the card. */
export const batchCards = pgTable(
  "batch_cards",
  {
    userId: ownerReference().notNull(),
    batchId: uuid().notNull(),
    cardId: reference().notNull(),
    before: jsonb().notNull(),
    digestAfter: text(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.batchId, table.cardId] }),
    foreignKey({
      name: "batch_cards_batch_fk",
      columns: [table.userId, table.batchId],
      foreignColumns: [batches.userId, batches.id],
    }).onDelete("cascade"),
  ],
);

export type CardRow = typeof cards.$inferSelect;
