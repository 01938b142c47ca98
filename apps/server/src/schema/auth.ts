import { created, createdAndUpdated, identity, instant, reference } from "#platform/db/columns.ts";
import { boolean, index, json, pgTable, primaryKey, sql, varchar } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";

/** Columns that change daily are in other tables, so that this row is rarely rewritten. */
export const users = pgTable(
  "users",
  {
    id: identity().$type<OwnerId>().primaryKey(),
    /** The address in lower case, so that it belongs to one account however it is typed. */
    email: varchar({ length: 255 }).notNull().unique("users_email_unique"),
    passwordHash: varchar({ length: 255 }).notNull(),
    firstName: varchar({ length: 100 }),
    lastName: varchar({ length: 100 }),
    isEmailVerified: boolean().notNull().default(false),
    pendingEmail: varchar({ length: 255 }),
    subscription: varchar({ length: 50 }).notNull().default("free"),
    mobile: boolean().notNull().default(false),
    /** True if a subscription was ever bought on the web. */
    web: boolean().notNull().default(false),
    statusMobile: varchar({ length: 50 }),
    subscriptionStripe: varchar({ length: 255 }),
    /** The end of Premium while a renewal is unpaid. */
    graceUntil: instant(),
    /**
     * The instant at which a closed account is deleted; until then an old address can take it back. Null for all other accounts.
     */
    deletionAt: instant(),
    /** The instant at which an operator barred the account from sharing; null for all others. */
    sharingBarredAt: instant(),
    ...createdAndUpdated(),
  },
  (table) => [index("users_deletion").on(table.deletionAt).where(sql`deletion_at is not null`)],
);

/** The user to whom a row belongs and with whom it is deleted. Apart from `users.id` the only source of an `OwnerId`. */
export const ownerReference = () =>
  reference()
    .$type<OwnerId>()
    .references(() => users.id, { onDelete: "cascade" });

export type SessionData = {
  id: string;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  /** The instants at which the user last confirmed the password and last showed a second factor. */
  passwordAt?: string;
  factorAt?: string;
};

export const sessions = pgTable(
  "sessions",
  {
    /** The SHA-256 of the secret in the cookie, so that nobody who reads this table can sign in with it. */
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

/** Several links may be open, so that somebody else's request does not invalidate the owner's link. */
export const passwordResets = pgTable(
  "password_resets",
  {
    userId: ownerReference().notNull(),
    tokenHash: varchar({ length: 64 }).notNull().unique("password_resets_token_unique"),
    expiresAt: instant().notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

/** Browsers in which the user has signed in, each by the hash of a token of its own in the browser's cookie. */
export const devices = pgTable(
  "devices",
  {
    userId: ownerReference().notNull(),
    tokenHash: varchar({ length: 64 }).notNull(),
    expiresAt: instant().notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] }), index("devices_expires").on(table.expiresAt)],
);

/** Confirmed addresses that an account has left, stored until it can no longer go back to them. */
export const previousEmails = pgTable(
  "previous_emails",
  {
    userId: ownerReference().notNull(),
    email: varchar({ length: 255 }).notNull(),
    /** The hash of the link back to this address; null until its letter is written. */
    tokenHash: varchar({ length: 64 }).unique("previous_emails_token_unique"),
    /** The hash of the link in the letter about the account's deletion. The link above keeps working beside it. */
    deletionTokenHash: varchar({ length: 64 }).unique("previous_emails_deletion_token_unique"),
    expiresAt: instant().notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.email] }), index("previous_emails_email").on(table.email)],
);
