import { boolean, index, json, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core";
import { created, createdAndUpdated, identity, instant, reference } from "#db/columns.ts";
import type { OwnerId } from "#owner.ts";

/** What changes daily about a user lives in other tables, so that this row is rarely rewritten. */
export const users = pgTable("users", {
  id: identity().$type<OwnerId>().primaryKey(),
  /** In lower case: one address is one account however it is typed. */
  email: varchar({ length: 255 }).notNull().unique("users_email_unique"),
  passwordHash: varchar({ length: 255 }).notNull(),
  firstName: varchar({ length: 100 }),
  lastName: varchar({ length: 100 }),
  isEmailVerified: boolean().notNull().default(false),
  pendingEmail: varchar({ length: 255 }),
  resetToken: varchar({ length: 255 }).unique("users_reset_token_unique"),
  resetTokenExpiry: instant(),
  subscription: varchar({ length: 50 }).notNull().default("free"),
  mobile: boolean().notNull().default(false),
  /** Whether a subscription was ever bought on the web. */
  web: boolean().notNull().default(false),
  statusMobile: varchar({ length: 50 }),
  subscriptionStripe: varchar({ length: 255 }),
  ...createdAndUpdated(),
});

/** The user whom a row belongs to, and with whom it goes: with `users.id` the only source of an `OwnerId`. */
export const ownerReference = () =>
  reference()
    .$type<OwnerId>()
    .references(() => users.id, { onDelete: "cascade" });

export type SessionData = { id: string; userAgent: string | null; createdAt: string; lastSeenAt: string };

export const sessions = pgTable(
  "sessions",
  {
    /** A SHA-256 of the secret in the cookie: whoever reads this table cannot sign in with it. */
    sid: varchar({ length: 64 }).primaryKey(),
    userId: ownerReference().notNull(),
    sess: json().$type<SessionData>().notNull(),
    expire: instant().notNull(),
  },
  (table) => [index("sessions_expire").on(table.expire), index("sessions_user").on(table.userId)],
);

/** Several links may be open for one address, so that a second letter does not break the first. */
export const emailVerifications = pgTable(
  "email_verifications",
  {
    userId: ownerReference().notNull(),
    tokenHash: varchar({ length: 64 }).notNull().unique("email_verifications_token_unique"),
    email: varchar({ length: 255 }).notNull(),
    expiresAt: instant().notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
