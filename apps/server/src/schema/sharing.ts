import type { ReportReason } from "@repasa/contract/sharing.ts";
import { created, identity, instant, reference } from "#platform/db/columns.ts";
import { boolean, index, pgTable, primaryKey, text, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** Links to folders, each on its author's shard. */
export const folderShares = pgTable(
  "folder_shares",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    /** Not a foreign key, because a link counts for a day after its folder was deleted. A link without its folder has ended. */
    folderId: reference().notNull(),
    /** The author sees it again; everybody else's is found by its hash. Null once the link has ended. */
    token: varchar({ length: 22 }),
    showName: boolean().notNull(),
    ...created(),
    endedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("folder_shares_folder").on(table.userId, table.folderId),
  ],
);

/** Whose link has a token. The row is kept when the link has ended, so that an operator can still bar its account. */
export const shareTokens = pgTable(
  "share_tokens",
  {
    userId: ownerReference().notNull(),
    shareId: reference().notNull(),
    tokenHash: varchar({ length: 64 }).notNull().unique("share_tokens_hash_unique"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.shareId] }), index("share_tokens_share").on(table.shareId)],
);

/** Reports about links. No row says who sent it. */
export const shareReports = pgTable(
  "share_reports",
  {
    id: identity(),
    /** The author of the link. */
    userId: ownerReference().notNull(),
    shareId: reference().notNull(),
    reason: varchar({ length: 10 }).$type<ReportReason>().notNull(),
    text: text().notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("share_reports_created").on(table.createdAt)],
);
