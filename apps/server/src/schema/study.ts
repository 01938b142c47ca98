import { identity, instant, reference } from "#platform/db/columns.ts";
import { integer, pgTable, primaryKey } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

export const studySessions = pgTable(
  "study_sessions",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    /** Not a foreign key: a session outlives its folder. */
    folderId: reference(),
    cardsStudied: integer().notNull().default(0),
    easyCount: integer().notNull().default(0),
    goodCount: integer().notNull().default(0),
    hardCount: integer().notNull().default(0),
    startedAt: instant().notNull(),
    completedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);
