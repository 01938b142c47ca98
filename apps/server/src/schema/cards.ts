import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { BatchAction } from "@repasa/contract/cards.ts";
import type { Upstream } from "@repasa/contract/following.rows.ts";
import {
  belongsTo,
  bytes,
  clientId,
  created,
  createdAndUpdated,
  identity,
  indexWhereSet,
  instant,
  reference,
  uniqueWhereSet,
} from "#platform/db/columns.ts";
import {
  bigint,
  boolean,
  index,
  jsonb,
  not,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
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
    /** Null, `reverse`, or `c1`, `c2` ... for the gap that the card asks for. */
    variant: varchar({ length: 8 }),
    /** The note from which a card was imported, and its template or gap: a later import recognises the card by them. */
    noteGuid: text(),
    noteTemplate: smallint(),
    clientId: clientId(),
    /** How the card follows that of an author, as clients see it; derived from `followed_texts` and `followed_cards`. */
    upstream: jsonb().$type<Upstream>(),
    /** True if the card came with a folder that a class was assigned, so that it counts in no limit; otherwise null. */
    assigned: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    belongsTo("cards_folder_fk", [table.userId, table.folderId], [folders.userId, folders.id]),
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
    indexWhereSet("cards_group", table.userId, table.groupId),
    index("cards_assigned").on(table.userId).where(sql`${table.assigned}`),
    indexWhereSet("cards_note", table.userId, table.noteGuid),
    uniqueWhereSet("cards_client_id_unique", table.userId, table.clientId),
  ],
);

/**
 * The texts of cards for searches: folded (`cards.words.ts`), in UTF-8. A table of their own spares ratings the writing of them.
 * They are stored as bytes, because PostgreSQL finds a short word in bytes in a fraction of the time that a text takes.
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
    belongsTo("card_texts_card_fk", [table.userId, table.cardId], [cards.userId, cards.id]),
  ],
);

/** The media files that a card's texts name, derived at each write. A file may be missing. */
export const cardMedia = pgTable(
  "card_media",
  {
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    mediaId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.cardId, table.mediaId] }),
    belongsTo("card_media_card_fk", [table.userId, table.cardId], [cards.userId, cards.id]),
    index("card_media_media").on(table.userId, table.mediaId),
  ],
);

/** The texts and tags of a card that an edit replaced. */
export const cardVersions = pgTable(
  "card_versions",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    /** The instant of the edit. */
    replacedAt: instant().notNull(),
    front: text().notNull(),
    back: text().notNull(),
    format: varchar({ length: 10 }).$type<CardFormat>().notNull(),
    tags: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    belongsTo("card_versions_card_fk", [table.userId, table.cardId], [cards.userId, cards.id]),
    index("card_versions_card").on(table.userId, table.cardId, table.id),
    index("card_versions_replaced").on(table.replacedAt),
  ],
);

/** An action on many cards at once, or a pull of a followed folder, which can be undone for a day. */
export const batches = pgTable(
  "batches",
  {
    userId: ownerReference().notNull(),
    id: uuid().notNull(),
    action: varchar({ length: 10 }).$type<BatchAction | "pull">().notNull(),
    ...created(),
    undoneAt: instant(),
    /** Set for a pull: the folder that follows, and the position in the author's feed from which the pull began. */
    followingFolderId: reference(),
    pulledFrom: bigint({ mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("batches_created").on(table.createdAt)],
);

/** The whole card before a batch, and a digest of the card after it; null where the batch deleted the card. */
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
    belongsTo("batch_cards_batch_fk", [table.userId, table.batchId], [batches.userId, batches.id]),
  ],
);

export type CardRow = typeof cards.$inferSelect;
