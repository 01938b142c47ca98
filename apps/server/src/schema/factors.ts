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
    /** The authenticator's count of signatures; 0 from those that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    lastUsedAt: instant(),
    ...created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** An app that generates codes by RFC 6238. An account has one, because several apps can share its secret. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: ownerReference().primaryKey(),
  /** In base 32. It is not hashed because the server computes codes from it. */
  secret: varchar({ length: 64 }).notNull(),
  /** False until a first code was correct. */
  active: boolean().notNull(),
  /** The last time step whose code was accepted: no code is accepted twice. */
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

/** A sign-in whose password was correct and whose second factor is awaited. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    userId: ownerReference().notNull(),
    /** The hash of the secret in the browser's cookie. */
    tokenHash: varchar({ length: 64 }).notNull().unique("sign_in_steps_token_unique"),
    /** The hash that the password matched: no session begins once it has changed. */
    passwordHash: varchar({ length: 255 }).notNull(),
    tries: smallint().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

/** Challenges, each of which a passkey signs once. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** The hash of the secret in the cookie of the browser that requested it. */
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
