import { sql } from "#platform/db/drizzle.cjs";
import type { Reader } from "#platform/db/pipeline.ts";
import type { Queryable } from "#platform/db/pool.ts";

export type WaitingJobs = { kind: string; count: number; since: Date };

/** Whether the database answers at all: that is asked past the pool, which may be full. */
export async function selectAnything(reads: Reader): Promise<true> {
  await reads.query({ name: "metrics-anything", text: "select 1", values: [] });
  return true;
}

/**
 * What no worker has taken yet, and since when the oldest could have been. Those that are put aside for another attempt are
 * counted too, but are not late before it.
 */
export async function selectWaitingJobs(db: Queryable): Promise<WaitingJobs[]> {
  const { rows } = await db.execute<{ kind: string; count: number; since: string }>(sql`
    select name as kind, count(*)::int as count, min(start_after) as since
    from pgboss.job
    where state < 'active' and not blocked
    group by name`);
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}
