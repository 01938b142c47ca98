import type { Pool } from "pg";
import { expect, inject } from "vitest";

interface BlockedSessions {
  /** The application name of the blocked sessions; by default any. */
  readonly applicationName?: string;
  /** The least number of blocked sessions; 1 by default. */
  readonly sessions?: number;
  /** A call after whose end nothing is waited for. */
  readonly unlessEnded?: Promise<unknown>;
}

/** Waits until sessions are blocked by a lock of another one; on a cluster, this happens on the worker that has the rows. */
export async function waitForBlockedSessions(pool: Pick<Pool, "query">, blocked: BlockedSessions = {}): Promise<void> {
  const { applicationName = null, sessions = 1, unlessEnded } = blocked;
  let hasEnded = false;
  const noteEnd = () => {
    hasEnded = true;
  };
  unlessEnded?.then(noteEnd, noteEnd);
  const isCluster = inject("testDatabase").workerUrls.length > 0;
  const activity = isCluster
    ? "SELECT global_pid AS session, * FROM citus_stat_activity"
    : "SELECT pid AS session, * FROM pg_stat_activity";
  const text = `
    WITH here AS (SELECT * FROM (${activity}) AS everywhere WHERE datname = current_database())
    SELECT count(DISTINCT session)::int AS sessions FROM here WHERE wait_event_type = 'Lock'
      AND ($1::text IS NULL OR session IN (SELECT session FROM here WHERE application_name = $1))`;
  const count = async () => (await pool.query(text, [applicationName])).rows[0].sessions;
  await expect.poll(async () => hasEnded || (await count()) >= sessions, { interval: 5, timeout: 20_000 }).toBe(true);
}
