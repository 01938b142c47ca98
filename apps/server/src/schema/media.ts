import { belongsTo, bytes, created, instant } from "#platform/db/columns.ts";
import { index, integer, pgTable, primaryKey, text, varchar } from "#platform/db/drizzle.cjs";
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
