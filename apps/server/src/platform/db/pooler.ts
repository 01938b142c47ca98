// A pooler such as PgBouncer lends a connection of the database for one transaction, and then to another caller. It refuses or
// ignores settings at the start of a session, and what a session holds would be left to the next caller.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { StartupError } from "#platform/process/startup-error.ts";
import { causes, codeOf } from "./database-errors.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { connectOnce } from "./migrate.ts";
import { limitRole } from "./roles.ts";

/** A limit that nobody else sets, so that it can only come from the start of the session. */
const PROBE_MS = 9_876;
const REFUSED = "08P01";
const STATEMENT_EXISTS = "42P05";
const STATEMENT_UNKNOWN = "26000";

/** Returns whether limits that are set at the start of a session do not reach the database. */
export async function isPooled(connectionString: string): Promise<boolean> {
  try {
    const client = await connectOnce(connectionString, "repasa-probe", { statement_timeout: PROBE_MS });
    const { rows } = await client
      .query("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'")
      .finally(() => client.end());
    return rows[0]?.setting !== String(PROBE_MS);
  } catch (error) {
    if (causes(error).some((cause) => codeOf(cause) === REFUSED && /startup parameter/.test(String(cause))))
      return true;
    throw error;
  }
}

/**
 * Makes the limits settings of the role, through a connection that bypasses the pooler, and checks that the pooler supports what
 * the server needs.
 *
 * - `directUrl`: the address that bypasses the pooler; null if none is configured.
 */
export async function preparePooler(
  pooledUrl: string,
  directUrl: string | null,
  logger: DatabaseLogger,
): Promise<void> {
  if (directUrl === null) {
    throw new StartupError("DATABASE_URL leads through a pooler: name the database itself in DATABASE_DIRECT_URL.");
  }
  await limitRole(directUrl);
  const clients = await Promise.all(["a", "b"].map(() => connectOnce(pooledUrl, "repasa-probe")));
  try {
    await requirePreparedStatements(clients);
    await warnOfMissingLimits(clients, logger);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Lets two clients, which may get the same connection in turn, prepare a statement of the same name. */
async function requirePreparedStatements(clients: pg.Client[]): Promise<void> {
  const name = randomUUID();
  try {
    for (const client of [...clients, ...clients]) await client.query({ name, text: "SELECT 1" });
  } catch (error) {
    const code = codeOf(error);
    if (code !== STATEMENT_EXISTS && code !== STATEMENT_UNKNOWN) throw error;
    throw new StartupError(
      "The pooler of DATABASE_URL does not keep prepared statements: PgBouncer 1.21 or later with max_prepared_statements is needed.",
      { cause: error },
    );
  }
}

async function warnOfMissingLimits([client]: pg.Client[], logger: DatabaseLogger): Promise<void> {
  const rows = (await client?.query("SELECT current_setting('statement_timeout') = '0' AS missing"))?.rows;
  if (!rows?.[0]?.missing) return;
  logger.warn(
    {},
    "statements through the pooler may take any time: it still has connections of before, or another role",
  );
}
