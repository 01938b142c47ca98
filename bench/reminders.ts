import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { addDays, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import type pg from "pg";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import type { Delivered } from "./mail-sink.ts";
import { atLeast, exactly, formatCount, printed, type Row } from "./row.ts";
import { insertFolders, insertUsers } from "./seed.ts";
import { startDatabase } from "./server.ts";
import { readSize } from "./size.ts";

const USERS = readSize("REMINDED", 10_000, 50);
const FOLDERS_EACH = 3;
const CARDS_EACH = 20;
const ZONES = ["America/Bogota", "America/Sao_Paulo", "UTC", "Europe/Madrid", "Asia/Kathmandu", "Asia/Tokyo"];
const DEADLINE_MS = 900_000;
const run = promisify(execFile);

/** Measures how fast one worker as in production plans, prepares and hands over reminders to a mail server, through the queue. */
export async function measureReminders(): Promise<Row[]> {
  const database = await startDatabase();
  const sink = fork(path.resolve(import.meta.dirname, "mail-sink.ts"));
  const [port] = await once(sink, "message");
  try {
    await withClient(database.connectionString, (client) => seed(client, new Date()));
    const worker = await startWorker(database.connectionString, `smtp://127.0.0.1:${port}`);
    return await measure(worker, sink);
  } finally {
    sink.disconnect();
    await database.stop();
  }
}

async function measure(worker: ChildProcess, sink: ChildProcess): Promise<Row[]> {
  const start = Date.now();
  let megabytes = 0;
  let firstAt = 0;
  let delivered: Delivered = { messages: [], lastAt: 0 };
  while (delivered.messages.length < USERS && Date.now() - start < DEADLINE_MS) {
    await delay(250);
    if (worker.exitCode !== null) throw new Error("the worker ended by itself");
    const { stdout } = await run("ps", ["-o", "rss=", "-p", String(worker.pid)]);
    megabytes = Math.max(megabytes, Number(stdout) / 1024);
    delivered = await askSink(sink);
    if (delivered.messages.length > 0) firstAt ||= Date.now();
  }
  // A letter that is sent twice by mistake would arrive within this time.
  await delay(5_000);
  delivered = await askSink(sink);
  worker.kill("SIGTERM");
  await once(worker, "exit");
  const seconds = (delivered.lastAt - firstAt) / 1000;
  const doubled = delivered.messages.filter(([, messages]) => messages > 1).length;
  return [
    atLeast(
      `reminders handed over per second, one worker (all in ${seconds.toFixed(0)} s)`,
      delivered.messages.length / seconds,
      37,
    ),
    printed("peak memory of the worker", `${formatCount(megabytes)} MB`),
    exactly("users with two reminders", doubled, 0),
    exactly("users without one", USERS - delivered.messages.length, 0),
  ];
}

/** Inserts users in all time zones whose reminders are due, with the rows of different users interleaved on disk. */
async function seed(client: pg.Client, now: Date): Promise<void> {
  await insertUsers(client, USERS);
  await insertFolders(client, FOLDERS_EACH);
  await client.query(`
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT student, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1, 'Una pregunta, la ' || card,
        'Su respuesta: ' || md5(card::text), '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${CARDS_EACH}) AS card, generate_series(1, ${USERS}) AS student ORDER BY card, student`);
  const places = ZONES.map((zone) => ({
    zone,
    local: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone),
  }))
    // Reminders expire at the end of the day, so they would not be sent in zones where the day is about to end.
    .filter(({ local }) => local.hour !== DEFAULT_DAY_START_HOUR - 1);
  for (const [index, { zone, local }] of places.entries()) {
    const theirs = `FROM users WHERE id % ${places.length} = ${index}`;
    const dueAt = new Date(local.startOfDay().with({ hour: local.hour }).epochMilliseconds);
    await client.query(
      `INSERT INTO user_reminders (user_id, reminder, reminder_hour, time_zone, last_visit_at, next_reminder_at,
        unsubscribe_token)
      SELECT id, true, $3, $1, $2::timestamptz - interval '2 days', $2, gen_random_uuid() ${theirs}`,
      [zone, dueAt, local.hour],
    );
    // Each user has a day to settle, as when the reminder is the first to read the day's streak.
    await client.query(`INSERT INTO user_days (user_id, settled_through) SELECT id, $1 ${theirs}`, [
      addDays(computeLocalDate(now, { timeZone: zone, dayStartHour: DEFAULT_DAY_START_HOUR }), -2),
    ]);
  }
  await client.query("VACUUM ANALYZE");
}

/** Starts a worker as `npm run worker` does. */
async function startWorker(connectionString: string, smtpUrl: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [path.resolve(import.meta.dirname, "../apps/server/src/worker.ts")], {
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      SMTP_URL: smtpUrl,
      MAIL_FROM: "Repasa <hola@repasa.example>",
      APP_URL: "https://repasa.example",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(worker, "exit").then(() => Promise.reject(new Error("the worker did not start")));
  ended.catch(() => {});
  await Promise.race([once(worker.stdout, "data"), ended]);
  return worker;
}

async function askSink(sink: ChildProcess): Promise<Delivered> {
  sink.send("delivered");
  const [delivered] = await once(sink, "message");
  return delivered as Delivered;
}
