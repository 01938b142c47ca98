import { boolean, date, doublePrecision, integer, pgTable, primaryKey, smallint } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/**
 * The scored reviews that stand up to `user_scheduling.summed_through`: how many there were on each date with a prediction in
 * each bin, how many of them were recalled, and the sum of the predictions. So the log need not be read for them.
 */
export const recallDays = pgTable(
  "recall_days",
  {
    userId: ownerReference().notNull(),
    localDate: date({ mode: "string" }).notNull(),
    /** From 1 on. */
    bin: smallint().notNull(),
    /** Whether the ratings said if the card was recalled; `recalled` is what is likely if not. */
    told: boolean().notNull(),
    reviews: integer().notNull(),
    recalled: doublePrecision().notNull(),
    predicted: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.localDate, table.bin, table.told] })],
);
