// Three roles: PostgreSQL's own superuser only sets up the others, the owner migrates, and the app reads and writes rows.
import { createHmac } from "node:crypto";
import pg from "pg";
import { ROLES_LOCK } from "./locks.ts";
import { connectOnce } from "./migrate.ts";
import { LIMITS } from "./pool.ts";

const OWNER = "repasa_owner";
const APP = "repasa_app";
const SCHEMAS = ["public", "pgboss"];

export type RoleUrls = { readonly ownerUrl: string; readonly appUrl: string };

/**
 * Creates the roles of an embedded database, and makes the owner the owner of what older versions created. Their passwords are
 * derived from the superuser's, so that there is only one secret to store.
 */
export async function ensureRoles(superuserUrl: string): Promise<RoleUrls> {
  const urls = roleUrls(superuserUrl);
  await inExclusiveTransaction(superuserUrl, async (client) => {
    const { rows: known } = await client.query("SELECT rolname AS name FROM pg_roles WHERE rolname IN ($1, $2)", [
      OWNER,
      APP,
    ]);
    for (const [role, url] of [
      [OWNER, urls.ownerUrl],
      [APP, urls.appUrl],
    ] as const) {
      if (known.some(({ name }) => name === role)) continue;
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${new URL(url).password}'`);
    }
    const { rows: statements } = await client.query<{ statement: string }>(OWNER_CHANGES, [SCHEMAS, OWNER]);
    for (const { statement } of statements) await client.query(statement);
  });
  return urls;
}

export function roleUrls(superuserUrl: string): RoleUrls {
  return { ownerUrl: urlOf(superuserUrl, OWNER), appUrl: urlOf(superuserUrl, APP) };
}

function urlOf(superuserUrl: string, role: string): string {
  const url = new URL(superuserUrl);
  url.password = createHmac("sha256", url.password).update(role).digest("hex");
  url.username = role;
  return url.href;
}

/** Selects statements that change the owner of everything that has another one. A table's indexes and own sequences follow it. */
const OWNER_CHANGES = `
  WITH new_owner AS (SELECT oid FROM pg_roles WHERE rolname = $2),
  places AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname = ANY ($1))
  SELECT format('ALTER DATABASE %I OWNER TO %I', datname, $2) AS statement
    FROM pg_database WHERE datname = current_database() AND datdba <> (SELECT oid FROM new_owner)
  UNION ALL
  SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, $2)
    FROM places WHERE nspname <> 'public' AND nspowner <> (SELECT oid FROM new_owner)
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO %I', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass, $2)
    FROM pg_class AS c JOIN places ON places.oid = c.relnamespace
    WHERE relkind IN ('r', 'p', 'S') AND relowner <> (SELECT oid FROM new_owner)
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND relkind = 'S' AND deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $2)
    FROM pg_proc AS p JOIN places ON places.oid = p.pronamespace WHERE proowner <> (SELECT oid FROM new_owner)
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $2)
    FROM pg_type AS t JOIN places ON places.oid = t.typnamespace
    WHERE typtype IN ('e', 'd') AND typowner <> (SELECT oid FROM new_owner)`;

/** Lets the app's role read and write the rows of all tables of the owner, and no more. Run it after migrations. */
export async function grantToApp({ ownerUrl, appUrl }: RoleUrls): Promise<void> {
  if (ownerUrl === appUrl) return;
  const app = await connectOnce(appUrl, "repasa-grants");
  const { rows } = await app
    .query<{ role: string; lacks: boolean }>(MISSING_RIGHTS, [SCHEMAS])
    .finally(() => app.end());
  if (!rows[0]?.lacks) return;
  const role = pg.escapeIdentifier(rows[0].role);
  await inExclusiveTransaction(ownerUrl, async (client) => {
    for (const schema of SCHEMAS) {
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
      await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
      await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
    }
  });
}

const MISSING_RIGHTS = `
  SELECT current_user AS role, EXISTS (
    SELECT FROM pg_namespace AS n LEFT JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'S')
    WHERE n.nspname = ANY ($1) AND NOT (has_schema_privilege(n.oid, 'USAGE') AND CASE
      WHEN relkind IS NULL THEN true
      WHEN relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE') AND has_sequence_privilege(c.oid, 'SELECT')
      ELSE has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE') END)
  ) AS lacks`;

/**
 * Limits all sessions of the role in this database that set no limits themselves, such as those of a pooler. Limits that were set
 * for the role or the whole database stay.
 */
export async function limitRole(url: string): Promise<void> {
  await inExclusiveTransaction(url, async (client) => {
    const { rows } = await client.query<{ name: string; database: string }>(
      "SELECT name, current_database() AS database FROM pg_settings WHERE name = ANY ($1) AND setting = '0'",
      [Object.keys(LIMITS)],
    );
    for (const { name, database } of rows) {
      const limit = LIMITS[name as keyof typeof LIMITS];
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(database)} SET ${name} = ${limit}`);
    }
  });
}

/** Runs `work` in a transaction. Servers that start at the same time run theirs one after another. */
async function inExclusiveTransaction(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connectOnce(url, "repasa-roles");
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL lock_timeout = '10s'");
    await client.query("SELECT pg_advisory_xact_lock($1)", [ROLES_LOCK]);
    await work(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}
