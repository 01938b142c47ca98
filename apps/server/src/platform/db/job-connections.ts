import { type Db, fromDrizzle } from "pg-boss";
import { sql } from "#platform/db/drizzle.cjs";
import type { DatabaseLogger } from "./database-logger.ts";
import { listen } from "./listen.ts";
import type { Outages } from "./outages.ts";
import type { ConnectionString, Database, Queryable } from "./pool.ts";

export function onPool(database: Database): Db {
  return { executeSql: (text, values) => database.pool.query(text, values) };
}

/** Runs pg-boss's statements on `db`, so that they belong to the caller's transaction if it is one. */
export function within(db: Queryable): Db {
  return fromDrizzle(db, sql);
}

/**
 * Notifies pg-boss of new jobs over a connection of its own, which is reopened whenever it is lost. pg-boss's own connection has no
 * listener for errors while it closes: if the database stops at that moment, the whole process would end.
 */
export function listenOn(
  connectionString: ConnectionString,
  outages: Outages,
  log: DatabaseLogger,
): NonNullable<Db["listen"]> {
  return async (channel, onNotification, onReconnect) =>
    listen(connectionString, {
      channel,
      applicationName: "repasa-jobs",
      onNotification,
      onListening: onReconnect,
      onLost: (error) => {
        if (!outages.note(error)) log.warn({ err: error }, "the connection that hears of new jobs was lost");
      },
    });
}
