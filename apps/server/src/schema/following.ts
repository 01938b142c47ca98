import type { Follows } from "@repasa/contract/following.rows.ts";
import type { FollowedCard, FollowedText } from "@repasa/following/followed-text.ts";
import type { Field, Text } from "@repasa/following/text.ts";
import { belongsTo, created, reference, uniqueWhereSet } from "#platform/db/columns.ts";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";
import { batches } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";

/** The folders of a follower that follow those of authors. */
export const follows = pgTable(
  "follows",
  {
    userId: ownerReference().notNull(),
    folderId: reference().notNull(),
    /** Null once the author's account is deleted. Not a foreign key, because the follower's folder outlives it. */
    authorId: reference(),
    authorFolderId: reference().notNull(),
    /** The author's first name, or the name of a class; null if it is not shown. */
    fromName: varchar({ length: 100 }),
    ended: boolean().notNull().default(false),
    paused: boolean().notNull().default(false),
    /** The position in the author's feed up to which changes were pulled. */
    cursor: bigint({ mode: "number" }).notNull(),
    lastPull: jsonb().$type<Follows["lastPull"]>(),
    ...created(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.folderId] }),
    belongsTo("follows_folder_fk", [table.userId, table.folderId], [folders.userId, folders.id]),
    uniqueIndex("follows_author_unique").on(table.userId, table.authorId, table.authorFolderId),
  ],
);

/** The texts of a followed folder. The follower's own text is that of her cards. `FollowedText` describes the fields. */
export const followedTexts = pgTable(
  "followed_texts",
  {
    userId: ownerReference().notNull(),
    id: uuid().notNull(),
    folderId: reference().notNull(),
    pulled: jsonb().$type<Text>().notNull(),
    earlier: jsonb().$type<readonly Text[]>().notNull(),
    kept: jsonb().$type<readonly Field[]>().notNull(),
    /** True if the next pull merges the text, whether or not the author has changed it: the follower has. */
    behind: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    belongsTo("followed_texts_follow_fk", [table.userId, table.folderId], [follows.userId, follows.folderId]),
    index("followed_texts_behind").on(table.userId, table.folderId).where(sql`${table.behind}`),
  ],
);

/** The cards of followed texts. `FollowedCard` describes the fields. */
export const followedCards = pgTable(
  "followed_cards",
  {
    userId: ownerReference().notNull(),
    textId: uuid().notNull(),
    /** The place of the card in its text. */
    place: integer().notNull(),
    folderId: reference().notNull(),
    /** The author's card. */
    source: reference(),
    sourceVariant: varchar({ length: 8 }),
    sourceTags: text().array().notNull(),
    state: varchar({ length: 7 }).$type<FollowedCard["state"]>().notNull(),
    suspendedByPull: boolean().notNull(),
    /** The text with which the card left its group. */
    formerText: jsonb().$type<Text>(),
    /** The follower's card. Not a foreign key, because its deletion is remembered. */
    cardId: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.textId, table.place] }),
    belongsTo("followed_cards_text_fk", [table.userId, table.textId], [followedTexts.userId, followedTexts.id]),
    uniqueWhereSet("followed_cards_source_unique", table.userId, table.folderId, table.source),
    index("followed_cards_card").on(table.userId, table.cardId),
  ],
);

/** The kinds of things that carry an author's folder to a follower. */
export type Carrier = "share" | "assignment";

/** Who follows an author's folder, once for each link and assignment that carries it to her. */
export const followers = pgTable(
  "followers",
  {
    /** The author. */
    userId: ownerReference().notNull(),
    folderId: reference().notNull(),
    followerId: reference().notNull(),
    carrier: varchar({ length: 10 }).$type<Carrier>().notNull(),
    /** The id of the link or the assignment. */
    carrierId: reference().notNull(),
    fromName: varchar({ length: 100 }),
    ...created(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.folderId, table.followerId, table.carrier, table.carrierId] }),
    index("followers_carrier").on(table.userId, table.carrier, table.carrierId),
  ],
);

/** A text before a pull and after it, so that the pull can be undone. */
export const batchTexts = pgTable(
  "batch_texts",
  {
    userId: ownerReference().notNull(),
    batchId: uuid().notNull(),
    place: integer().notNull(),
    /** Null for a text that the pull brought. */
    before: jsonb().$type<FollowedText>(),
    after: jsonb().$type<readonly FollowedText[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.batchId, table.place] }),
    belongsTo("batch_texts_batch_fk", [table.userId, table.batchId], [batches.userId, batches.id]),
  ],
);
