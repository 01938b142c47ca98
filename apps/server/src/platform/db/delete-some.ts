import type { AnyPgColumn, PgTable, SQL } from "#platform/db/drizzle.cjs";
import { sql } from "#platform/db/drizzle.cjs";
import type { Queryable } from "./pool.ts";

type OwnedTable = PgTable & { userId: AnyPgColumn; id: AnyPgColumn };

/** Deletes at most `limit` of the rows that fit, of all owners, and returns how many: cleaning up goes in portions. */
export async function deleteSome(db: Queryable, table: OwnedTable, fits: SQL, limit: number): Promise<number> {
  const some = db.select({ userId: table.userId, id: table.id }).from(table).where(fits).limit(limit);
  const { rowCount } = await db.delete(table).where(sql`(${table.userId}, ${table.id}) in ${some}`);
  return rowCount ?? 0;
}
