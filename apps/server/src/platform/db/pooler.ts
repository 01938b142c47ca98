// A pooler as PgBouncer lends a connection of the database for one transaction, the next time to another caller. What is set
// at the start of a session it refuses or ignores, and what a session holds would be left to somebody else.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { StartupError } from "#platform/process/startup-error.ts";
import { causes, codeOf } from "./database-errors.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { connectOnce } from "./migrate.ts";
import { limitRole } from "./roles.ts";

/** Which nobody sets, so that it comes from the start of the session. */
const PROBE_MS = 9_876;
const REFUSED = "08P01";
const STATEMENT_EXISTS = "42P05";
const STATEMENT_UNKNOWN = "26000";

/** Whether something between here and the database keeps limits from it that are told at the start of a session. */
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
 * Makes the limits settings of the role, through a connection past the pooler, and makes sure that the server can work
 * through it.
 *
 * - `directUrl`: null where there is no way past it.
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

/** Two callers who get the same connection in turn, and prepare a statement of the same name. */
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
