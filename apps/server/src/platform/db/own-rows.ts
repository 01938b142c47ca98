import { and, eq, type PgColumn, type PgTable, type SQL } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";

type OwnedTable = PgTable & { userId: PgColumn };

type Values<Table extends OwnedTable> = {
  [Name in keyof Table["$inferSelect"]]?: NonNullable<Table["$inferSelect"][Name]>;
};

/** Returns the condition that a row belongs to an account and has these values. */
export function isOwn<Table extends OwnedTable>(table: Table, owner: OwnerId, values: Values<Table>): SQL | undefined {
  const columns = table as unknown as Record<string, PgColumn>;
  const equal = Object.entries(values).map(([name, value]) => eq(columns[name] as PgColumn, value));
  return and(eq(table.userId, owner), ...equal);
}
