import type { Queryable } from "#db/pool.ts";
import type { Caller } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import type { UserRow } from "./auth.queries.ts";

/** What may stand between a right password and a session, and before what changes an account. It belongs to factors. */
export type SecondFactor = {
  /** Throws `second_factor_required` where the account has one. */
  ask(user: Pick<UserRow, "id" | "passwordHash">, caller: Caller): Promise<void>;
  /** Throws `confirmation_required` where the account has one that was not shown lately in this session. */
  demand(owner: OwnerId, caller: Caller): Promise<void>;
  /** Whether the account had one at an instant, and has it still. */
  existedAt(db: Queryable, owner: OwnerId, instant: Date): Promise<boolean>;
  /** Removes all that the account has. */
  remove(db: Queryable, owner: OwnerId): Promise<void>;
};
