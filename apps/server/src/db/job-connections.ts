import { sql } from "drizzle-orm";
import { type Db, fromDrizzle } from "pg-boss";
import type { Database, Queryable } from "./pool.ts";

export function onPool(database: Database): Db {
  return { executeSql: (text, values) => database.pool.query(text, values) };
}

/** In the caller's transaction, if it is one. */
export function within(db: Queryable): Db {
  return fromDrizzle(db, sql);
}
