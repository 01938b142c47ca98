// `npm run jobs` lists queued work and dead letters.
//   npm run jobs -- --retry     queues all dead letters again
//   npm run jobs -- --discard   deletes them
import { parseArgs } from "node:util";
import { PgBoss } from "pg-boss";
import { findDatabase } from "../apps/server/src/platform/db/find-database.ts";
import { DEAD_LETTERS } from "../apps/server/src/platform/jobs/queue.ts";
import { createLog } from "../apps/server/src/platform/logging/log.ts";
import { readConfig } from "../apps/server/src/platform/process/config.ts";

const { values } = parseArgs({ options: { retry: { type: "boolean" }, discard: { type: "boolean" } } });
const config = readConfig(process.env);
const database = await findDatabase(config, createLog("warn"));
const boss = new PgBoss({
  connectionString: database.appUrl,
  max: 1,
  supervise: false,
  schedule: false,
  migrate: false,
});
boss.on("error", (error) => console.error(error.message));
try {
  await boss.start();
  if (values.retry) console.log(`${await boss.redrive(DEAD_LETTERS)} dead letters are tried again\n`);
  if (values.discard) await boss.deleteQueuedJobs(DEAD_LETTERS);
  await report();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await boss.stop({ graceful: false });
  await database.stop();
}

async function report(): Promise<void> {
  const rows = [];
  for (const { name } of await boss.getQueues()) {
    if (name === DEAD_LETTERS || name.startsWith("__")) continue;
    const [stats] = await boss.getQueueStats(name, { force: true });
    if (stats) rows.push({ job: name, waiting: stats.queuedCount, running: stats.activeCount });
  }
  console.table(rows);
  const dead = await boss.findJobs(DEAD_LETTERS, { queued: true });
  console.log(dead.length === 0 ? "No dead letters." : `${dead.length} dead letters:`);
  for (const { id, sourceName, sourceCreatedOn, sourceRetryCount, sourceOutput } of dead) {
    const why = sourceOutput && "message" in sourceOutput ? sourceOutput.message : "no answer from its worker";
    const tries = (sourceRetryCount ?? 0) + 1;
    console.log(`  ${id}  ${sourceName}  asked for ${sourceCreatedOn?.toISOString()}, tried ${tries} times: ${why}`);
  }
}
