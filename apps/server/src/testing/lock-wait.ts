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
  const text = `${withSessions()}
    SELECT count(DISTINCT session)::int AS sessions FROM here WHERE wait_event_type = 'Lock'
      AND ($1::text IS NULL OR session IN (SELECT session FROM here WHERE application_name = $1))`;
  const count = async () => (await pool.query(text, [applicationName])).rows[0].sessions;
  await expect.poll(async () => hasEnded || (await count()) >= sessions, { interval: 5, timeout: 20_000 }).toBe(true);
}

/** Ends the statements of blocked sessions, as they are ended after too long a time. */
export async function cancelBlockedSessions(pool: Pick<Pool, "query">): Promise<void> {
  await pool.query(`${withSessions()} SELECT pg_cancel_backend(session) FROM here WHERE wait_event_type = 'Lock'`);
}

/** Names the sessions of a test's database, on a cluster by the ids that they have on all nodes. */
function withSessions(): string {
  const isCluster = inject("testDatabase").workerUrls.length > 0;
  const activity = isCluster
    ? "SELECT global_pid AS session, * FROM citus_stat_activity"
    : "SELECT pid AS session, * FROM pg_stat_activity";
  return `WITH here AS (SELECT * FROM (${activity}) AS everywhere WHERE datname = current_database())`;
}
