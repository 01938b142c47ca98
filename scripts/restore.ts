// `npm run restore -- FILE` restores a backup into an empty database; servers and workers must be stopped.
//   npm run restore -- FILE --replace   discards the data that the database holds
import path from "node:path";
import { parseArgs } from "node:util";
import { allJobs } from "../apps/server/src/all-jobs.ts";
import { restoreBackup } from "../apps/server/src/platform/db/backup/restore-backup.ts";
import { grantToApp } from "../apps/server/src/platform/db/roles.ts";
import { installQueues } from "../apps/server/src/platform/jobs/queue.ts";
import { StartupError } from "../apps/server/src/platform/process/startup-error.ts";
import { runCommand } from "./database-command.ts";

await runCommand(async (database) => {
  const { values, positionals } = parseArgs({ options: { replace: { type: "boolean" } }, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new StartupError("Name the backup: npm run restore -- FILE [--replace]");
  const { manifest, migrated, jobsLeftOut } = await restoreBackup({
    connectionString: database.ownerUrl,
    file: path.resolve(file),
    replace: values.replace ?? false,
    now: new Date(),
    installQueues: (connectionString) => installQueues(connectionString, allJobs),
  });
  await grantToApp(database);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`restored ${manifest.tables.length} tables, ${rows} rows, as they were at ${manifest.createdAt}`);
  console.log("sessions and links to a new password are void: everybody signs in again");
  if (migrated.length > 0) console.log(`migrated on: ${migrated.join(", ")}`);
  if (jobsLeftOut > 0)
    console.log(`${jobsLeftOut} waiting jobs (letters, mostly) were left out: this version has no place for them`);
});
