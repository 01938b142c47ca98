import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";

/** Something that is not as it follows from the rest. */
export type Difference = {
  /** In words for an operator: ids and figures, never what somebody wrote. */
  readonly what: string;
  /** Null where only a backup can help. */
  readonly mend: ((db: Queryable) => Promise<void>) | null;
};

/** Looks at all of a user's rows of one kind, page by page. */
export type Check = (db: Queryable, owner: OwnerId) => AsyncIterable<Difference>;
