import { sql } from "drizzle-orm";
import { type Db, fromDrizzle } from "pg-boss";
import type { Database, Queryable } from "./pool.ts";

/** The job queue on the connections of the app. */
export function onPool(database: Database): Db {
  return { executeSql: (text, values) => database.pool.query(text, values) };
}

/** The job queue within what the caller does: in their transaction, when that is one. */
export function within(db: Queryable): Db {
  return fromDrizzle(db, sql);
}
