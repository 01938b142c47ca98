// A worker process like worker.ts, on a migrated database. Its clock differs from the system's by CLOCK_OFFSET milliseconds, and it
// searches for the jobs of dead workers more often.

import { allJobs } from "#all-jobs.ts";
import { createContext } from "#create-context.ts";
import { createJobHandlers } from "#job-handlers.ts";
import { openDatabase } from "#platform/db/pool.ts";
import { pairWithHandlers } from "#platform/jobs/job.ts";
import { openQueue, startWorker } from "#platform/jobs/queue.ts";
import { openSmtp } from "#platform/mail/smtp.ts";
import { runProcess } from "#platform/process/lifecycle.ts";
import { systemClock } from "#platform/time/clock.ts";

const offset = Number(process.env.CLOCK_OFFSET);
const clock = { now: () => new Date(systemClock.now().getTime() + offset) };

await runProcess(async (config, log, started) => {
  const { databaseUrl: connectionString, smtpUrl: url, mailFrom: from } = config;
  if (connectionString === null || url === null) throw new Error("DATABASE_URL and SMTP_URL are not set");
  const database = openDatabase({ connectionString, logger: log });
  started.push({ stop: database.close, timeoutMs: 1_000 });
  const queue = await openQueue(database, clock, log);
  started.push({ stop: queue.close, timeoutMs: 1_000 });
  const smtp = openSmtp({ url, from });
  started.push({ stop: smtp.close, timeoutMs: 1_000 });
  const ctx = await createContext({
    config,
    database,
    clock,
    log,
    enqueue: queue.enqueue,
    sendMail: smtp.send,
    appUrl: () => "https://repasa.example",
  });
  const worker = await startWorker({
    connectionString,
    work: pairWithHandlers(allJobs, createJobHandlers(ctx)),
    clock,
    log,
    supervisionSeconds: 1,
    pollSeconds: 2,
  });
  started.push({ stop: worker.close, timeoutMs: 5_000 });
  process.stdout.write("Repasa: working\n");
});
