// The advisory locks that servers, workers and commands take in the database of the product. All numbers are in this file, so that
// no two locks share one. PostgreSQL keeps locks with one key apart from those with two, and those of each database apart: the
// presence lock of an embedded cluster (7264001), which is held in the database `postgres`, and those of the test set-up
// (7264003 to 7264005) cannot collide with these.
import { type SQL, sql } from "./drizzle.cjs";
import type { OwnerId } from "./owner.ts";

// ---- One key: one holder in the whole database ----

/**
 * Held while the tables change: by a migration until its transaction commits, by a restore until all is loaded, and by the command
 * that distributes the database until it ends. Servers that start at the same time migrate one after another.
 */
export const MIGRATION_LOCK = 7_264_002;

/** Held until the transaction ends that creates roles or changes their rights, as several servers may start at once. */
export const ROLES_LOCK = 7_264_006;

/**
 * Held by the session of the one worker that is fitting weights, for the whole run over all accounts, so that fitting never takes
 * more than one processor.
 */
export const FITTING_LOCK = 7_264_031;

// ---- Two keys, the second for an account: `accountKeys` ----

/**
 * Held until the transaction ends. A transaction that changes how an account is signed in to, or deletes it, holds it exclusively;
 * one that begins a session or sends a link holds it shared.
 */
export const SIGN_IN_LOCK = 7_264_011;

/**
 * Acquired at the end of a transaction that adds folders or cards, before they are counted, and held until it ends: otherwise two
 * transactions could each count without what the other adds.
 */
export const MATERIALS_LOCK = 7_264_010;

/** The same for the bytes of images and sounds. It is acquired last, so that a transaction that waits for it delays few others. */
export const MEDIA_LOCK = 7_264_037;

/** Held until the transaction ends that begins an import, so that two of them do not both look for others without the other. */
export const UPLOADS_LOCK = 7_264_121;

/** Held until the transaction ends that creates a link, so that two of them do not both count without the other. */
export const SHARES_LOCK = 7_264_123;

/** Held until the transaction ends that creates or joins a class, so that two of them do not both count without the other. */
export const CLASSES_LOCK = 7_264_124;

/**
 * Held by the session of an import from before it reads what the account holds until its cards are committed, so that the second of
 * two imports of one file recognizes the cards of the first.
 */
export const IMPORT_WRITING_LOCK = 7_264_122;

/** The keys of an account's lock. They are 4 bytes each, so accounts whose ids differ by a multiple of 2^31 share a lock. */
export function accountKeys(lock: number, owner: OwnerId): SQL {
  return sql`${lock}, ${owner % 2 ** 31}::int`;
}
