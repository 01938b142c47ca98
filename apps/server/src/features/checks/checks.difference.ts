import type { NotedChanges } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";

/** A difference between stored derived data and its source. */
export type Difference = {
  /** A description for operators: ids and figures, never a user's texts. */
  readonly what: string;
  /** Null if only a backup can help. */
  readonly mend: ((db: Queryable, noted: NotedChanges) => Promise<void>) | null;
};

/** Checks all of a user's rows of one kind, page by page. */
export type Check = (db: Queryable, owner: OwnerId) => AsyncIterable<Difference>;
