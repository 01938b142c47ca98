import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import { addDays, localDateOf } from "@repasa/scheduler/local-dates.ts";
import { createTransport } from "nodemailer";
import type { Pool } from "pg";
import { allJobs } from "../apps/server/src/all-jobs.ts";
import { createContext } from "../apps/server/src/create-context.ts";
import { digestLetter } from "../apps/server/src/features/reminders/reminders.emails.ts";
import { reminderJobHandlers } from "../apps/server/src/features/reminders/reminders.job-handlers.ts";
import { reminderJobs } from "../apps/server/src/features/reminders/reminders.jobs.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { installQueues, openQueue } from "../apps/server/src/platform/jobs/queue.ts";
import { createLog } from "../apps/server/src/platform/logging/log.ts";
import { composeLetter } from "../apps/server/src/platform/mail/letter.ts";
import { messageOf } from "../apps/server/src/platform/mail/message.ts";
import { CONNECTIONS } from "../apps/server/src/platform/mail/smtp.ts";
import { readConfig } from "../apps/server/src/platform/process/config.ts";
import { type Clock, systemClock } from "../apps/server/src/platform/time/clock.ts";
import type { Taken } from "./mail-sink.ts";
import { atLeast, count, exactly, printed, type Row } from "./row.ts";
import { startDatabase } from "./server.ts";

const USERS = 10_000;
const FOLDERS_EACH = 3;
const CARDS_EACH = 20;
const ZONES = ["America/Bogota", "America/Sao_Paulo", "UTC", "Europe/Madrid", "Asia/Kathmandu", "Asia/Tokyo"];
const FROM = "Repasa <hola@repasa.example>";
const APP_URL = "https://repasa.example";
const run = promisify(execFile);

type ReminderFigures = {
  users: number;
  planned: number;
  handedOver: number;
  bare: number;
  ratio: number;
  peakMegabytes: number;
  doubled: number;
  missing: number;
};

/**
 * Reminders planned a second, and then prepared and handed over a second by one worker in production's shape, through the
 * queue and SMTP; against what nodemailer's pool alone hands over of the like messages to the same server.
 */
async function benchReminders(): Promise<ReminderFigures> {
  const bench = await startDatabase();
  const sink = await startSink();
  const database = openDatabase({ connectionString: bench.connectionString, statementTimeoutMs: 300_000 });
  try {
    await installQueues(bench.connectionString, allJobs);
    await seed(database.pool, systemClock.now());
    const planned = await plan(bench.connectionString, systemClock);
    await database.pool.query("VACUUM ANALYZE");
    // Half before and half after, so that a machine that is busy for a while hits both.
    const before = await handOverBare(sink, USERS / 2);
    const { seconds, taken, peakMegabytes } = await deliver(bench.connectionString, sink, database.pool);
    const bare = USERS / (before + (await handOverBare(sink, USERS / 2)));
    const got = new Map(taken.recipients);
    const handedOver = taken.messages / seconds;
    return {
      users: USERS,
      planned,
      handedOver,
      bare,
      ratio: handedOver / bare,
      peakMegabytes,
      doubled: [...got.values()].filter((ids) => ids.length > 1).length,
      missing: USERS - got.size,
    };
  } finally {
    await database.close();
    sink.process.disconnect();
    await bench.stop();
  }
}

/** Users everywhere whose hour has come, their cards scattered between each other's, as they would be after months. */
async function seed(pool: Pool, now: Date): Promise<void> {
  await pool.query(`
    INSERT INTO users (email, password_hash, first_name, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', 'Ana', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, ${USERS}) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT user_id, 'Carpeta ' || n, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${USERS}) AS user_id, generate_series(1, ${FOLDERS_EACH}) AS n ORDER BY user_id, n;
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT student, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1, 'Una pregunta, la ' || card,
        'Su respuesta: ' || md5(card::text), '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${CARDS_EACH}) AS card, generate_series(1, ${USERS}) AS student ORDER BY card, student`);
  const places = ZONES.map((zone) => ({
    zone,
    local: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone),
  }))
    // Where the day is about to end the mails would end with it.
    .filter(({ local }) => local.hour !== DEFAULT_DAY_START_HOUR - 1);
  for (const [index, { zone, local }] of places.entries()) {
    const dueAt = new Date(local.startOfDay().with({ hour: local.hour }).epochMilliseconds);
    const theirs = `FROM users WHERE id % ${places.length} = ${index}`;
    await pool.query(
      `INSERT INTO user_reminders (user_id, reminder, reminder_hour, time_zone, last_visit_at, next_reminder_at,
        unsubscribe_token)
      SELECT id, true, $3, $1, $2::timestamptz - interval '2 days', $2, gen_random_uuid() ${theirs}`,
      [zone, dueAt, local.hour],
    );
    // Of each user one day is left to settle, as when the mail is the first to ask for the day's streak.
    await pool.query(`INSERT INTO user_days (user_id, settled_through) SELECT id, $1 ${theirs}`, [
      addDays(localDateOf(now, { timeZone: zone, dayStartHour: DEFAULT_DAY_START_HOUR }), -2),
    ]);
  }
  await pool.query("VACUUM ANALYZE");
}

/** Makes the planner look once at all of them; users a second. */
async function plan(connectionString: string, clock: Clock): Promise<number> {
  const log = createLog("warn");
  const database = openDatabase({ connectionString, logger: log });
  const queue = await openQueue(database, clock, log);
  const ctx = await createContext({
    config: readConfig({}),
    database,
    clock,
    log,
    enqueue: queue.enqueue,
    sendMail: async () => {},
    appUrl: () => APP_URL,
  });
  const now = clock.now();
  const begun = performance.now();
  await reminderJobHandlers(ctx).plan({}, { id: randomUUID(), now, askedAt: now });
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await database.pool.query("SELECT count(*) FROM pgboss.job WHERE name = $1", [
    reminderJobs.digest.name,
  ]);
  await queue.close();
  await database.close();
  return rows[0].count / seconds;
}

type Sink = { process: ChildProcess; url: string };

async function startSink(): Promise<Sink> {
  const child = fork(path.resolve(import.meta.dirname, "mail-sink.ts"));
  const [port] = await once(child, "message");
  return { process: child, url: `smtp://127.0.0.1:${port}` };
}

async function ask<T>({ process: child }: Sink, wish: "count" | "tell"): Promise<T> {
  const answer = once(child, "message");
  child.send(wish);
  return (await answer)[0] as T;
}

/** Starts a worker as `npm run worker` does, and waits until it has done all that waits. */
async function deliver(connectionString: string, sink: Sink, pool: Pool) {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, "../apps/server/src/worker.ts")], {
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      SMTP_URL: sink.url,
      MAIL_FROM: FROM,
      APP_URL,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("the worker did not start"))),
  ]);
  const begun = Date.now();
  let peakMegabytes = 0;
  for (;;) {
    await delay(250);
    peakMegabytes = Math.max(peakMegabytes, await megabytesOf(child));
    if (child.exitCode !== null) throw new Error("the worker ended by itself");
    if ((await ask<number>(sink, "count")) >= USERS && (await waiting(pool)) === 0) break;
    if (Date.now() - begun > 600_000) break;
  }
  child.kill("SIGTERM");
  await once(child, "exit");
  const taken = await ask<Taken>(sink, "tell");
  return { seconds: (taken.lastAt - begun) / 1000, taken, peakMegabytes };
}

async function megabytesOf(child: ChildProcess): Promise<number> {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(child.pid)]);
  return Number(stdout) / 1024;
}

async function waiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query({
    text: "SELECT count(*) FROM pgboss.job WHERE name = $1 AND state <> 'completed'",
    values: [reminderJobs.digest.name],
  });
  return rows[0].count;
}

/** The like messages by nodemailer alone, over as many connections; the seconds that takes. */
async function handOverBare(sink: Sink, count: number): Promise<number> {
  const transport = createTransport({ url: sink.url, pool: true, maxConnections: CONNECTIONS });
  const folders = Array.from({ length: FOLDERS_EACH }, (_, index) => ({
    folderId: index + 1,
    name: `Carpeta ${index + 1}`,
    total: 7,
  }));
  const unsubscribeToken = randomUUID();
  const mails = Array.from({ length: count }, (_, index) => {
    const letter = digestLetter(
      { to: `bench${index}@repasa.example`, firstName: "Ana" },
      { folders, streak: 0 },
      { appUrl: APP_URL, unsubscribeToken },
    );
    const setting = {
      messageId: `<recordatorio.${index}@repasa.example>`,
      appUrl: APP_URL,
      supportEmail: "soporte@repasa.example",
    };
    return messageOf(composeLetter(letter, setting), FROM);
  });
  const begun = performance.now();
  const next = mails.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const mail of next) await transport.sendMail(mail);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  transport.close();
  const { messages } = await ask<Taken>(sink, "tell");
  if (messages !== count) throw new Error(`the mail server took ${messages} bare messages`);
  return seconds;
}

export async function remindersRows(): Promise<Row[]> {
  const { users, planned, handedOver, bare, ratio, peakMegabytes, doubled, missing } = await benchReminders();
  const allPlanned = `${count(users)} due at once (all in ${(users / planned).toFixed(1)} s)`;
  const allSent = `one worker (all in ${(users / handedOver).toFixed(0)} s)`;
  return [
    printed(`users planned per second, ${allPlanned}`, count(planned)),
    printed(`reminders prepared and handed over per second, ${allSent}`, count(handedOver)),
    atLeast(`the same against nodemailer alone (${count(bare)} per second)`, ratio, 0.1, 2),
    printed("peak memory of the worker", `${count(peakMegabytes)} MB`),
    exactly("users with two reminders", doubled, 0),
    exactly("users without one", missing, 0),
  ];
}
