import { bytes, created, instant } from "#platform/db/columns.ts";
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, uuid, varchar } from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

export const passkeys = pgTable(
  "passkeys",
  {
    userId: ownerReference().notNull(),
    id: uuid().notNull(),
    name: varchar({ length: 60 }).notNull(),
    /** The authenticator's name for it, in base64url. */
    credentialId: varchar({ length: 1400 }).notNull().unique("passkeys_credential_unique"),
    publicKey: bytes().notNull(),
    /** How often it signed as the authenticator counts; 0 with those that do not. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    lastUsedAt: instant(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** An app that makes codes by RFC 6238. One an account, since the same secret can be given to several apps. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: ownerReference().primaryKey(),
  /** In base 32. The server computes codes from it, so that a hash would not do. */
  secret: varchar({ length: 64 }).notNull(),
  /** False until a first code was right. */
  active: boolean().notNull(),
  /** The last time step whose code was taken: none counts twice. */
  lastStep: bigint({ mode: "number" }),
  ...created(),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: ownerReference().notNull(),
    codeHash: varchar({ length: 64 }).notNull(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A sign-in whose password was right and whose second factor is awaited. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    userId: ownerReference().notNull(),
    /** Of the secret in the browser's cookie. */
    tokenHash: varchar({ length: 64 }).notNull().unique("sign_in_steps_token_unique"),
    /** The one that the password was right for: no session begins once it has changed. */
    passwordHash: varchar({ length: 255 }).notNull(),
    tries: smallint().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

/** What a passkey has to sign, once. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** Of the secret in the cookie of the browser that asked for it. */
    browserHash: varchar({ length: 64 }).notNull(),
    purpose: varchar({ length: 20 }).notNull(),
    challenge: varchar({ length: 64 }).notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserHash, table.purpose] }),
    index("passkey_challenges_expiry").on(table.expiresAt),
  ],
);
