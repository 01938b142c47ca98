import { isStatementTimeout } from "./database-errors.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { type Database, openDatabase } from "./pool.ts";

/** For how long a replica that has failed is not used, because each further failure may take long. */
const PAUSE_MS = 10_000;

type Options = {
  readonly connectionString: string;
  readonly primary: Database;
  readonly logger: DatabaseLogger;
  readonly maxConnections?: number;
  readonly pauseMs?: number;
};

/**
 * Opens a replica. It may be unreachable, behind, or lack a new table: the primary runs the statements that it fails to run. Only for
 * single statements: a transaction is not repeated.
 */
export function openReplica({ primary, logger, pauseMs = PAUSE_MS, ...options }: Options): Database {
  const replica = openDatabase({
    ...options,
    logger,
    name: "the replica",
    connectionTimeoutMs: 1_000,
    applicationName: "repasa-reads",
  });
  const { pool } = replica;
  const queryReplica = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  const queryPrimary = primary.pool.query.bind(primary.pool) as typeof queryReplica;
  let pausedUntil = 0;
  const queryEither: typeof queryReplica = async (...statement) => {
    if (performance.now() < pausedUntil) return queryPrimary(...statement);
    try {
      return await queryReplica(...statement);
    } catch (error) {
      // The primary would take as long.
      if (isStatementTimeout(error)) throw error;
      pausedUntil = performance.now() + pauseMs;
      if (!replica.outages.note(error)) {
        logger.warn({ err: error }, "the replica failed: the database itself is asked for a while");
      }
      return queryPrimary(...statement);
    }
  };
  pool.query = queryEither as typeof pool.query;
  return replica;
}
