// Code shared by commands on the database: it finds the database, reports a failure in one line, and closes connections at the end.

import { type FoundDatabase, findDatabase } from "../apps/server/src/platform/db/find-database.ts";
import { createLog } from "../apps/server/src/platform/logging/log.ts";
import { readConfig } from "../apps/server/src/platform/process/config.ts";

export async function runCommand(work: (database: FoundDatabase) => Promise<void>): Promise<void> {
  let database: FoundDatabase | undefined;
  // An embedded database that no other process uses stops with the command, however the command ends.
  const end = async () => {
    await database?.stop();
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);
  try {
    database = await findDatabase(readConfig(process.env), createLog("warn"));
    await work(database);
  } catch (error) {
    console.error(error instanceof Error ? error.message.split("\n", 1)[0] : error);
    process.exitCode = 1;
  } finally {
    await database?.stop();
  }
}
