import { sql } from "#platform/db/drizzle.cjs";
import type { Queryable } from "#platform/db/pool.ts";
import type { Runner } from "#platform/db/prepared.ts";

export type WaitingJobs = { kind: string; count: number; since: Date };

/** Resolves if the database answers. It bypasses the pool, which may have no free connection. */
export async function selectAnything(reads: Runner): Promise<true> {
  await reads.query({ name: "metrics-anything", text: "select 1", values: [] });
  return true;
}

/**
 * Counts the jobs of each kind that no worker has taken yet; `since` is when the oldest could have been taken. Jobs that wait for
 * another attempt are counted, and count as late only from then on.
 */
export async function selectWaitingJobs(db: Queryable): Promise<WaitingJobs[]> {
  const { rows } = await db.execute<{ kind: string; count: number; since: string }>(sql`
    select name as kind, count(*)::int as count, min(start_after) as since
    from pgboss.job
    where state < 'active' and not blocked
    group by name`);
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}
