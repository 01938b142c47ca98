import type { ChangeKind } from "@repasa/contract/changes.ts";
import { indexWhereSet, instant, reference } from "#platform/db/columns.ts";
import { bigint, pgTable, primaryKey, uniqueIndex, uuid, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** The feed of a user's changes. Each change has the next position, which is taken while this row is locked. */
export const changeFeeds = pgTable("change_feeds", {
  userId: ownerReference().primaryKey(),
  /** Part of every cursor. A restored backup gets new ones, because positions are given again there. */
  feedId: uuid().notNull(),
  lastPosition: bigint({ mode: "number" }).notNull().default(0),
  /** The highest position of a removed row of `changes`; cursors before it are too old. */
  prunedThrough: bigint({ mode: "number" }).notNull().default(0),
});

/** The latest change of each thing that a user's devices copy. What a rating has changed of a card is in the log alone. */
export const changes = pgTable(
  "changes",
  {
    userId: ownerReference().notNull(),
    kind: varchar({ length: 12 }).$type<ChangeKind>().notNull(),
    /** The id of a folder, card or exam; 0 for the preferences. */
    thingId: reference().notNull(),
    position: bigint({ mode: "number" }).notNull(),
    /** Null for a thing that exists. */
    goneAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.thingId] }),
    uniqueIndex("changes_position").on(table.userId, table.position),
    indexWhereSet("changes_gone", table.goneAt),
  ],
);
