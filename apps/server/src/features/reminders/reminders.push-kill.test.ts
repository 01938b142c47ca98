import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEAD_LETTERS, type JobQueue } from "#platform/jobs/queue.ts";
import { systemClock } from "#platform/time/clock.ts";
import { launchWorker, openQuickQueue, type Worker } from "#testing/killable-workers.ts";
import { addDevice } from "#testing/push-devices.ts";
import { type BrowserDevice, type PushTestService, startPushService } from "#testing/push-service.ts";
import { type SmtpTestServer, startSmtpServer } from "#testing/smtp-server.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { reminderJobs } from "./reminders.jobs.ts";

// Checks that each device gets its reminder although workers are killed and the push service fails. To run it at length:
// `KILL_USERS=500 KILLS=20 npx vitest run --project server reminders.push-kill`.
const USERS = Number(process.env.KILL_USERS ?? 40);
const KILLS = Number(process.env.KILLS ?? 2);
const DEVICES_PER_USER = 2;
const MINUTES = 60_000;
const NOW = new Date("2026-03-10T18:00:00Z");
const MAX_ACTIVE_PUSHES = reminderJobs.push.concurrency * reminderJobs.push.batch * DEVICES_PER_USER;

let database: TestDatabase;
let queue: JobQueue;
let service: PushTestService;
let mailServer: SmtpTestServer;
let workers: Worker[];

beforeEach(async () => {
  database = await createTestDatabase();
  queue = await openQuickQueue(database, reminderJobs.push);
  service = await startPushService();
  mailServer = await startSmtpServer();
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
  await service.close();
  await mailServer.close();
  await queue.close();
  await database.drop();
});

it.runIf(process.env.FAULTS)(
  `reaches both devices of each of ${USERS} users although ${KILLS} workers are killed and the push service fails`,
  async () => {
    const devices = await insertPeople();
    const faults = simulateFaults();
    for (let started = 0; started < 2; started++) startWorker();
    await queue.enqueue(database.db.orm, reminderJobs.plan, [{}]);
    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.any(getRunning().map(({ ready }) => ready));
      await faults.nextAcceptance();
      await getRunning()[kill % 2]?.kill("SIGKILL");
      startWorker();
      // A killed planner has planned nobody.
      await queue.enqueue(database.db.orm, reminderJobs.plan, [{}]);
    }
    await expect.poll(countWaiting, { timeout: 2 * MINUTES, interval: 250 }).toEqual({ users: 0, pushes: 0, dead: 0 });

    const repeated = devices.reduce((sum, { messages }) => sum + Math.max(0, messages.length - 1), 0);
    const missing = devices.filter(({ messages }) => messages.length === 0).length;
    process.stdout.write(`push kill test: ${devices.length} devices, missing ${missing}, repeated ${repeated}\n`);
    expect({ missing, problems: service.problems, mails: mailServer.accepted.length }).toEqual({
      missing: 0,
      problems: [],
      mails: 0,
    });
    // A message whose acceptance was not reported, or was reported to a worker that was killed then, is sent again.
    expect(repeated).toBeLessThanOrEqual(faults.unanswered() + KILLS * MAX_ACTIVE_PUSHES);
    const { rows } = await database.db.pool.query(
      `SELECT (SELECT count(*) FROM push_subscriptions WHERE served_for IS NULL) AS devices,
        (SELECT count(*) FROM user_reminders WHERE last_push_for IS NULL) AS users,
        (SELECT count(*) FROM email_reminders WHERE sent_at IS NULL) AS cards`,
    );
    expect(rows).toEqual([{ devices: 0, users: 0, cards: 0 }]);
  },
  5 * MINUTES,
);

const getRunning = () => workers.filter(({ isKilled }) => !isKilled);

function startWorker(): void {
  const environment = {
    DATABASE_URL: database.connectionString,
    SMTP_URL: mailServer.url,
    PUSH_HOSTS: service.origin,
    CLOCK_OFFSET: String(NOW.getTime() - systemClock.now().getTime()),
  };
  workers.push(launchWorker(`worker-${workers.length + 1}`, environment));
}

/** Makes the service fail in a way that depends on the number of the message, so that all kinds of faults occur. */
function simulateFaults() {
  let number = 0;
  let unanswered = 0;
  let onAcceptance = () => {};
  service.behave((push) => {
    const kind = number++ % 10;
    if (kind === 0) return 503;
    if (kind === 1) return { status: 429, headers: { "retry-after": "1" } };
    if (kind === 2) return "drop";
    if (kind === 3) {
      unanswered++;
      push.device.messages.push(push.message);
      return "drop";
    }
    onAcceptance();
    return 201;
  });
  return {
    unanswered: () => unanswered,
    /** Resolves when a message is accepted, before its worker can record this. */
    nextAcceptance: () =>
      Promise.race([
        new Promise<void>((resolve) => {
          onAcceptance = resolve;
        }),
        delay(2_000),
      ]),
  };
}

/** Inserts users whose reminder is due, each with a pending card and two devices. */
async function insertPeople(): Promise<BrowserDevice[]> {
  const { pool } = database.db;
  const { rows } = await pool.query(
    `WITH person AS (
      INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'persona' || n || '@correo.example', '-', $1, $1 FROM generate_series(1, $2) AS n RETURNING id
    ), reminders AS (
      INSERT INTO user_reminders (user_id, reminder, reminder_channels, reminder_hour, time_zone, last_visit_at,
        next_reminder_at, unsubscribe_token)
      SELECT id, true, '{push}', 18, 'UTC', $1, $1, gen_random_uuid() FROM person
    ), folder AS (
      INSERT INTO folders (user_id, name, created_at, updated_at) SELECT id, 'Química', $1, $1 FROM person RETURNING id, user_id
    ), card AS (
      INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT user_id, id, 'a', 'b', $1, $1 FROM folder
    )
    SELECT id FROM person`,
    [NOW, USERS],
  );
  const devices: BrowserDevice[] = [];
  for (const { id } of rows) {
    for (let nth = 0; nth < DEVICES_PER_USER; nth++) devices.push(await addDevice({ pool, service }, id, NOW));
  }
  return devices;
}

async function countWaiting(): Promise<{ users: number; pushes: number; dead: number }> {
  const { rows } = await database.db.pool.query(
    `SELECT (SELECT count(*) FROM user_reminders WHERE served_date IS NULL) AS users,
      (SELECT count(*) FROM pgboss.job WHERE name = $1 AND state < 'completed') AS pushes,
      (SELECT count(*) FROM pgboss.job WHERE name = $2) AS dead`,
    [reminderJobs.push.name, DEAD_LETTERS],
  );
  return rows[0];
}
