import type { CardDifficulty } from "@repasa/contract/cards.ts";
import { sql } from "drizzle-orm";
import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  varchar,
} from "drizzle-orm/pg-core";
import { createdAndUpdated, identity, instant, ownerReference, reference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";
import { folders } from "#features/folders/folders.table.ts";

export const cards = pgTable(
  "cards",
  {
    id: identity(),
    userId: ownerReference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    folderId: reference().notNull(),
    front: text().notNull(),
    back: text().notNull(),
    difficulty: varchar({ length: 10 }).$type<CardDifficulty>().notNull().default("new"),
    reviewCount: integer().notNull().default(0),
    lastReviewedAt: instant(),
    /** The user's local date of the last review, kept then: elapsed days never depend on today's time zone. */
    lastReviewDate: date({ mode: "string" }),
    nextReviewAt: instant(),
    interval: integer().notNull().default(2),
    easeFactor: integer().notNull().default(250),
    /** The memory model's state; both null until the first review. Stability is in days, difficulty from 1 to 10. */
    stability: doublePrecision(),
    memoryDifficulty: doublePrecision(),
    ...createdAndUpdated(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      name: "cards_folder_fk",
      columns: [table.userId, table.folderId],
      foreignColumns: [folders.userId, folders.id],
    }).onDelete("cascade"),
    index("cards_folder").on(table.userId, table.folderId),
    // A new card has no date and counts as due since ever: one range of this index holds everything pending.
    // The migration adds INCLUDE columns, so that counting what is due reads the index alone.
    index("cards_due").on(table.userId, sql`coalesce(next_review_at, '-infinity'::timestamptz)`),
  ],
);
