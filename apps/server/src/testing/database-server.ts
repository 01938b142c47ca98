import pg from "pg";

// Not part of test-database.ts, because the global set-up runs outside of any test and must not load "vitest" itself.

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

/** Settings of a server whose data need not outlive a crash. */
export const NOT_DURABLE = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/** Returns the addresses of a Citus cluster's workers, as its coordinator lists them; none for a plain PostgreSQL. */
export async function selectWorkerUrls(admin: pg.Client): Promise<string[]> {
  const { rows: extensions } = await admin.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (extensions.length === 0) return [];
  const { rows } = await admin.query("SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0");
  const credentials = `${admin.user}${admin.password ? `:${encodeURIComponent(admin.password)}` : ""}`;
  return rows.map(({ host, port }) => `postgresql://${credentials}@${host}:${port}/postgres`);
}

export async function onEachServer(
  urls: readonly string[],
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (const url of urls) await withClient(url, work);
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
