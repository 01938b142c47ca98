import { boolean, date, doublePrecision, integer, pgTable, primaryKey, smallint } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/**
 * Sums over the scored reviews up to `user_scheduling.summed_through` that were not undone: their number on each date with a
 * prediction in each bin, how many of them were recalled, and the sum of the predictions. They spare reading the log.
 */
export const recallDays = pgTable(
  "recall_days",
  {
    userId: ownerReference().notNull(),
    localDate: date({ mode: "string" }).notNull(),
    /** 1 is the lowest bin. */
    bin: smallint().notNull(),
    /** True if the ratings said whether the card was recalled; otherwise `recalled` is what is likely. */
    told: boolean().notNull(),
    reviews: integer().notNull(),
    recalled: doublePrecision().notNull(),
    predicted: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.localDate, table.bin, table.told] })],
);
