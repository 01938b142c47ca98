import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Caller } from "#platform/http/call.ts";
import type { UserRow } from "./auth.queries.ts";

const WEEK_MS = 7 * 86_400_000;

/** Returns the instant after which added factors may be removed through the mailbox, since a thief may have added them. */
export function computeRemovableSince(now: Date): Date {
  return new Date(now.getTime() - WEEK_MS);
}

/** The action, proved by the mailbox alone, through which the owner's factors are withdrawn. */
export type Withdrawal = "new_password" | "confirmed_address" | "undone_address";

/** The checks that a second factor adds to signing in and to changes of the account. They are implemented by the feature `factors`. */
export type SecondFactor = {
  /** Throws `second_factor_required` if the account has a second factor, after a correct password. */
  requireAtSignIn(user: Pick<UserRow, "id" | "passwordHash">, caller: Caller): Promise<void>;
  /** Throws `confirmation_required` if the account has a second factor that was not recently shown in this session. */
  requireFactor(owner: OwnerId, caller: Caller): Promise<void>;
  /** Throws `confirmation_required` unless the session began recently or its user has recently confirmed who they are. */
  requireRecentSignIn(owner: OwnerId, caller: Caller): Promise<void>;
  /** Returns whether the account has a second factor that it already had at an instant. */
  existedAt(db: Queryable, owner: OwnerId, instant: Date): Promise<boolean>;
  /** Removes all factors and recovery codes of the account without sending a letter. */
  remove(db: Queryable, owner: OwnerId): Promise<void>;
  /** Removes the factors and recovery codes added after an instant, or all of them, and sends a letter if there were any. */
  withdraw(db: Queryable, owner: OwnerId, cause: Withdrawal, after?: Date): Promise<void>;
};
