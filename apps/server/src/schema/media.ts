import { belongsTo, bytes, created, instant } from "#platform/db/columns.ts";
import { boolean, index, integer, pgTable, primaryKey, text, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** An image or a sound that cards may show. */
export const media = pgTable(
  "media",
  {
    userId: ownerReference().notNull(),
    /** The sha256 of the bytes, in hex. */
    id: text().notNull(),
    contentType: varchar({ length: 20 }).notNull(),
    bytes: integer().notNull(),
    /** In pixels; null for sounds. */
    width: integer(),
    height: integer(),
    ...created(),
    /** The instant at which the clean-up first found no card that uses the file; null while one does. */
    unusedSince: instant(),
    /** True if the bytes are in `shared_media`, because they came with a followed folder; otherwise null. */
    shared: boolean(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("media_unused").on(table.unusedSince)],
);

/** The bytes, apart from what lists and counts files. The migration stores them uncompressed. */
export const mediaData = pgTable(
  "media_data",
  {
    userId: ownerReference().notNull(),
    mediaId: text().notNull(),
    data: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mediaId] }),
    belongsTo("media_data_media_fk", [table.userId, table.mediaId], [media.userId, media.id]),
  ],
);

/** The bytes of files that several accounts have because one follows another, once for all of them. They name nobody. */
export const sharedMedia = pgTable(
  "shared_media",
  {
    /** The sha256 of the bytes, in hex. */
    id: text().primaryKey(),
    data: bytes().notNull(),
    /** The instant at which an account last got the file, or was found to have it. */
    usedAt: instant().notNull(),
  },
  (table) => [index("shared_media_used").on(table.usedAt)],
);
