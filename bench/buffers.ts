import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** Connections that are idle report what they have read within ten seconds. */
const REPORTED_MS = 11_000;

/**
 * Returns the pages of the product's tables and indexes that a call reads, as the mean of several calls, without those that the server's
 * own jobs read in the same time.
 */
export async function measureBuffers(
  client: pg.ClientBase,
  call: () => Promise<unknown>,
  { calls }: { calls: number },
): Promise<number> {
  const count = async (times: number) => {
    const before = await readBuffers(client);
    for (let n = 0; n < times; n++) await call();
    await delay(REPORTED_MS);
    return (await readBuffers(client)) - before;
  };
  // Otherwise autovacuum might do so in between, whose reads count, too.
  await client.query("VACUUM (ANALYZE)");
  // The first call may have more to do, and what came before it is not reported yet.
  await call();
  await delay(REPORTED_MS);
  const idle = await count(0);
  const read = ((await count(calls)) - idle) / calls;
  if (!(read > 0)) throw new Error(`${calls} calls cannot have read ${read} buffers each`);
  return read;
}

async function readBuffers(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ buffers: number }>(
    `SELECT sum(coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0) + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)
       + coalesce(toast_blks_hit, 0) + coalesce(toast_blks_read, 0) + coalesce(tidx_blks_hit, 0) + coalesce(tidx_blks_read, 0))::int
       AS buffers
     FROM pg_statio_user_tables WHERE schemaname = 'public'`,
  );
  return rows[0]?.buffers ?? Number.NaN;
}
