import type { Preferences } from "@repasa/contract/account.ts";
import { belongsTo, created, identity, instant, reference } from "#platform/db/columns.ts";
import {
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";

/** A user's choice, where and when they were last seen, and what was sent. The first visit or choice adds the row. */
export const userReminders = pgTable(
  "user_reminders",
  {
    userId: ownerReference().primaryKey(),
    reminder: boolean().notNull().default(false),
    reminderHour: smallint().notNull().default(18),
    reminderMinute: smallint().$type<Preferences["reminderMinute"]>().notNull().default(0),
    reminderChannels: text().array().$type<Preferences["reminderChannels"]>().notNull().default(sql`'{mail}'::text[]`),
    /** The time zone of the latest call that named one. */
    timeZone: text().notNull(),
    lastVisitAt: instant().notNull(),
    /** The instant at which the planner considers the user next; null while no reminder is wanted. */
    nextReminderAt: instant(),
    /** The latest local date that was planned, with a mail or without one, so that no date gets two. */
    servedDate: date({ mode: "string" }),
    lastDailyReminderSent: instant(),
    /** The `scheduledAt` of the last mail that was sent, which identifies a day's mail. */
    lastReminderFor: instant(),
    /** The `scheduledAt` of the last reminder that a device got. */
    lastPushFor: instant(),
    /** The instant of the last mail after a long absence; without effect after a later visit. */
    farewellSentAt: instant(),
    offerAnsweredAt: instant(),
    /** The number of dates in a row on which the mailbox refused the mail permanently, and the last of them. */
    mailRefusals: smallint().notNull().default(0),
    mailRefusedOn: date({ mode: "string" }),
    /** The instants at which that switched reminders off, and at which the user was notified on Home. */
    mailStoppedAt: instant(),
    mailStopSeenAt: instant(),
    /** Part of the links in the user's mails. It can switch reminders on and off, and nothing else. */
    unsubscribeToken: uuid().notNull().unique("user_reminders_token_unique"),
  },
  (table) => [index("user_reminders_next").on(table.nextReminderAt).where(sql`next_reminder_at is not null`)],
);

export const emailReminders = pgTable(
  "email_reminders",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    cardId: reference().notNull(),
    difficulty: varchar({ length: 10 }).notNull(),
    scheduledAt: instant().notNull(),
    sentAt: instant(),
    ...created(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    belongsTo("email_reminders_card_fk", [table.userId, table.cardId], [cards.userId, cards.id]),
    index("email_reminders_card").on(table.userId, table.cardId),
    // The instant first, so that it also finds what is old.
    index("email_reminders_scheduled").on(table.scheduledAt, table.userId),
  ],
);
