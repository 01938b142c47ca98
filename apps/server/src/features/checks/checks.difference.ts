import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";

/** A difference between stored derived data and its source. */
export type Difference = {
  /** In words for an operator: ids and figures, never what somebody wrote. */
  readonly what: string;
  /** Null where only a backup can help. */
  readonly mend: ((db: Queryable) => Promise<void>) | null;
};

/** Checks all of a user's rows of one kind, page by page. */
export type Check = (db: Queryable, owner: OwnerId) => AsyncIterable<Difference>;
