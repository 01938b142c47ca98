import { sql } from "drizzle-orm";
import { date, foreignKey, index, pgTable, primaryKey, text, uuid, varchar } from "drizzle-orm/pg-core";
import { created, identity, instant, ownerReference, reference } from "#db/columns.ts";
import { users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";

/** What reminders know of a user: where and when they were last seen, and which day was served. */
export const userReminders = pgTable(
  "user_reminders",
  {
    userId: ownerReference()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** That of the latest call that named one. */
    timeZone: text().notNull(),
    lastVisitAt: instant().notNull(),
    /** When to look again whether to remind; null while no reminder is wanted. */
    nextReminderAt: instant(),
    /** The latest local date that was dealt with, with a mail or without: no date has two. */
    servedDate: date({ mode: "string" }),
    lastDailyReminderSent: instant(),
    /** When the last mail before falling silent went out; a later visit makes it history. */
    farewellSentAt: instant(),
    offerAnsweredAt: instant(),
    /** In the links of this user's reminders. It opens nothing but the reminders' switch. */
    unsubscribeToken: uuid().notNull().unique("user_reminders_token_unique"),
  },
  (table) => [index("user_reminders_next").on(table.nextReminderAt).where(sql`next_reminder_at is not null`)],
);

/** One row a card and digest that announced it. */
export const emailReminders = pgTable(
  "email_reminders",
  {
    id: identity(),
    userId: ownerReference()
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
    index("email_reminders_scheduled").on(table.userId, table.scheduledAt),
  ],
);
