// Arrays as parameters of handwritten SQL.
import { sql } from "#platform/db/drizzle.cjs";

/** One parameter for all values. The statement has to name the type of the array. */
export const arrayParam = (values: readonly unknown[]) => sql`${sql.param([...values])}`;
export const idList = (ids: readonly number[]) => sql`${arrayParam(ids)}::bigint[]`;
export const isAmong = (ids: readonly number[]) => sql`= any(${idList(ids)})`;
