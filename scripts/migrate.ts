// `npm run migrate` migrates the database to this version and exits. Each server does the same when it starts.

import { allJobs } from "../apps/server/src/all-jobs.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { grantToApp } from "../apps/server/src/platform/db/roles.ts";
import { installQueues } from "../apps/server/src/platform/jobs/queue.ts";
import { systemClock } from "../apps/server/src/platform/time/clock.ts";
import { runCommand } from "./database-command.ts";

await runCommand(async (database) => {
  const migrated = await migrate({ connectionString: database.ownerUrl, clock: systemClock });
  await installQueues(database.ownerUrl, allJobs);
  await grantToApp(database);
  console.log(migrated.length === 0 ? "nothing to migrate" : `migrated: ${migrated.join(", ")}`);
});
