// A worker in a process of its own, as worker.ts is, on a database that is ready: with a clock that is off by CLOCK_OFFSET
// milliseconds, and soon looking for the work of workers that died.
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { createContext } from "#create-context.ts";
import { openDatabase } from "#db/pool.ts";
import { openQueue, startWorker } from "#jobs/queue.ts";
import { type Ending, live } from "#lifecycle.ts";
import { openSmtp } from "#mail/smtp.ts";
import { createServices } from "#services.ts";

const offset = Number(process.env.CLOCK_OFFSET);
const clock = { now: () => new Date(systemClock.now().getTime() + offset) };

await live(async (config: Config, log, started: Ending[]): Promise<void> => {
  const { databaseUrl: connectionString, smtpUrl: url, mailFrom: from } = config;
  if (connectionString === null || url === null) throw new Error("DATABASE_URL and SMTP_URL are not set");
  const database = openDatabase({ connectionString, logger: log });
  started.push({ end: database.close, milliseconds: 1_000 });
  const queue = await openQueue(database, clock, log);
  started.push({ end: queue.close, milliseconds: 1_000 });
  const smtp = openSmtp({ url, from });
  started.push({ end: smtp.close, milliseconds: 1_000 });
  const { jobHandlers } = createServices(
    await createContext({
      config,
      database,
      clock,
      log,
      enqueue: queue.enqueue,
      sendMail: smtp.send,
      appUrl: () => "https://repasa.example",
    }),
  );
  const worker = await startWorker({
    connectionString,
    handlers: jobHandlers,
    clock,
    log,
    supervisionSeconds: 1,
    lookSeconds: 2,
  });
  started.push({ end: worker.close, milliseconds: 5_000 });
  process.stdout.write("Repasa: working\n");
});
