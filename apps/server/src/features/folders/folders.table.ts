import { pgTable, primaryKey, text, varchar } from "drizzle-orm/pg-core";
import { createdAndUpdated, identity, reference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";

export const folders = pgTable(
  "folders",
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: varchar({ length: 255 }).notNull(),
    description: text(),
    difficultyLevel: varchar({ length: 20 }).notNull().default("Medio"),
    ...createdAndUpdated(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);
