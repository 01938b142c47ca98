import { foreignKey, index, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core";
import { created, identity, instant, reference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";

export const emailReminders = pgTable(
  "email_reminders",
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    cardId: reference().notNull(),
    difficulty: varchar({ length: 10 }).notNull(),
    scheduledAt: instant().notNull(),
    sentAt: instant(),
    ...created(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      name: "email_reminders_card_fk",
      columns: [table.userId, table.cardId],
      foreignColumns: [cards.userId, cards.id],
    }).onDelete("cascade"),
    index("email_reminders_card").on(table.userId, table.cardId),
  ],
);
