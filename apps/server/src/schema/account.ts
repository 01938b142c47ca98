import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { DEFAULT_SESSION_SIZE, type DeviceKey, type Preferences } from "@repasa/contract/account.ts";
import { created, instant } from "#platform/db/columns.ts";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  smallint,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** Without a row, and where a column is null, the product's defaults hold. */
export const userPreferences = pgTable("user_preferences", {
  userId: ownerReference().primaryKey(),
  theme: varchar({ length: 10 }).$type<Preferences["theme"]>().notNull().default("system"),
  shortcuts: boolean().notNull().default(true),
  desiredRetention: doublePrecision(),
  dayStartHour: smallint().notNull().default(DEFAULT_DAY_START_HOUR),
  newCardsPerDay: integer(),
  reviewsPerDay: integer(),
  /** How much of a usual day each weekday is to hold, Monday first: 7 numbers from 0 to 1. */
  quietDays: doublePrecision().array(),
  /** The last day of a plan to catch up; past or null without one. */
  catchUpUntil: date({ mode: "string" }),
  /** The plan's reviews per day; null without one. */
  catchUpPerDay: integer(),
  /** Here null is a choice: all that is due. */
  sessionSize: integer().$type<Preferences["sessionSize"]>().default(DEFAULT_SESSION_SIZE),
  answerMode: varchar({ length: 6 }).$type<Preferences["answerMode"]>().notNull().default("flip"),
  newCardsOffered: boolean().notNull().default(false),
  forgottenExplained: boolean().notNull().default(false),
  costlyNamedOn: date({ mode: "string" }),
  refit: boolean().notNull().default(true),
  /** The date from which Home asks whether to raise a retention that was chosen at an import; null without a question. */
  retentionQuestionFrom: date({ mode: "string" }),
  updatedAt: instant().notNull(),
});

export type PreferencesRow = typeof userPreferences.$inferSelect;

/** For each account whose devices have asked for it, the key pair with which they seal what it has not sent when a session ends. */
export const deviceKeys = pgTable("device_keys", {
  userId: ownerReference().primaryKey(),
  key: json().$type<DeviceKey>().notNull(),
  ...created(),
});

/** Visits; an anonymous one has a placeholder for an address. */
export const accessEvents = pgTable(
  "access_events",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    userId: ownerReference(),
    email: varchar({ length: 255 }).notNull(),
    mobile: boolean().notNull(),
    ...created(),
  },
  (table) => [index("access_events_user").on(table.userId), index("access_events_email").on(table.email)],
);
