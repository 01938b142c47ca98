import { date, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { ownerReference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";

/** Through which local date a user's past is settled: what happened up to then is told by the log and the gaps. */
export const userDays = pgTable("user_days", {
  userId: ownerReference()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  settledThrough: date({ mode: "string" }).notNull(),
});

/** Runs of past local dates at whose end something was pending; each date without a review ends a streak. */
export const streakGaps = pgTable(
  "streak_gaps",
  {
    userId: ownerReference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fromDate: date({ mode: "string" }).notNull(),
    toDate: date({ mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromDate] })],
);
