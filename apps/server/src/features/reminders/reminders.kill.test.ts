import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEAD_LETTERS, type JobQueue } from "#platform/jobs/queue.ts";
import { systemClock } from "#platform/time/clock.ts";
import { launchWorker, openQuickQueue, type Worker } from "#testing/killable-workers.ts";
import { type AcceptedMail, type SmtpTestServer, startSmtpServer } from "#testing/smtp-server.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { reminderJobs } from "./reminders.jobs.ts";

// Checks that each user gets one mail although workers are killed and the mail server fails. To run it at length:
// `KILL_USERS=1000 KILLS=40 npx vitest run --project server reminders.kill`. KILL_SEED repeats the times and victims of a run.
const USERS = Number(process.env.KILL_USERS ?? 60);
const KILLS = Number(process.env.KILLS ?? 2);
const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
const SECONDS_A_KILL = 1;
const MINUTES = 60_000;

const NOW = new Date("2026-03-10T18:00:00Z");
/** Time zones, and the hour in them at `NOW`. */
const PLACES = [
  ["UTC", 18],
  ["Europe/Madrid", 19],
  ["America/Bogota", 13],
  ["Asia/Tokyo", 3],
  ["Asia/Kathmandu", 23],
  ["Pacific/Auckland", 7],
] as const;

const MAX_ACTIVE_DIGESTS = reminderJobs.digest.concurrency * reminderJobs.digest.batch;
const NOT_DUE = ["studied", "nothing pending", "switched off", "silent", "later"] as const;
type Person = { email: string; state: "due" | "long away" | (typeof NOT_DUE)[number]; dueAt: Date };

let database: TestDatabase;
let queue: JobQueue;
let server: SmtpTestServer;
let workers: Worker[];
let offset: number;

beforeEach(async () => {
  database = await createTestDatabase();
  offset = NOW.getTime() - systemClock.now().getTime();
  queue = await openQuickQueue(database, reminderJobs.digest);
  server = await startSmtpServer();
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
  await server.close();
  await queue.close();
  await database.drop();
});

it.runIf(process.env.FAULTS)(
  `sends each of ${USERS} users one mail although ${KILLS} workers are killed and the mail server fails`,
  async () => {
    process.stdout.write(`kill test: KILL_SEED=${SEED}\n`);
    const people = await insertPeople(USERS, KILLS * SECONDS_A_KILL * 1000);
    const due = new Set(people.filter(({ state }) => !isNotDue(state)).map(({ email }) => email));
    const faultyServer = simulateFaults();
    startWorker();
    startWorker();
    // Enqueues the planning more often than its schedule, so that another worker soon does the work of a killed planner.
    const planning = repeat(500, () => queue.enqueue(database.db.orm, reminderJobs.plan, [{}]));
    const outages = repeat(4_000, faultyServer.outage);
    for (let kill = 1; kill <= KILLS; kill++) {
      await Promise.any(getRunning().map(({ ready }) => ready));
      await delay(random() * SECONDS_A_KILL * 1000);
      const victim = kill % 2 === 0 ? await faultyServer.nextSender() : pick(getRunning());
      await victim.kill("SIGKILL");
      startWorker();
    }
    // On a slow machine not every kind of fault has occurred yet.
    await expect
      .poll(() => Object.values(faultyServer.faults).includes(0), { timeout: MINUTES, interval: 100 })
      .toBe(false);
    await outages();
    faultyServer.end();
    await expect.poll(() => countWaiting(), { timeout: 2 * MINUTES, interval: 250 }).toEqual({ users: 0, digests: 0 });
    await planning();
    // A worker that is not ready yet does not handle the signal, which would kill it.
    await Promise.all(getRunning().map(({ ready }) => ready));
    expect(await Promise.all(getRunning().map((worker) => worker.kill("SIGTERM")))).toEqual([0, 0]);

    const { mails, repeated, unexplained } = groupMails(faultyServer.unanswered);
    const figures = {
      users: due.size,
      accepted: [...mails.keys()].filter((email) => due.has(email)).length,
      doubled: [...mails.values()].filter((ids) => new Set(ids).size > 1).length,
      missing: [...due].filter((email) => !mails.has(email)).length,
      "not due": [...mails.keys()].filter((email) => !due.has(email)).length,
      "repeated under the same Message-ID": repeated,
      "of these unexplained": unexplained,
      kills: KILLS,
      ...faultyServer.faults,
    };
    const line = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
    process.stdout.write(`kill test: ${line.join(", ")}\n`);
    expect(figures).toMatchObject({
      accepted: due.size,
      doubled: 0,
      missing: 0,
      "not due": 0,
      "of these unexplained": 0,
    });
    // SMTP permits duplicates of a mail whose acceptance was not reported, or was reported to a worker that was killed then.
    expect(repeated).toBeLessThanOrEqual(faultyServer.unanswered.size + KILLS * MAX_ACTIVE_DIGESTS);
    expect(repeated).toBeGreaterThan(0);
    for (const fault of Object.values(faultyServer.faults)) expect(fault).toBeGreaterThan(0);
    await expectAllRecorded(people);
  },
  5 * MINUTES,
);

it("finishes active deliveries after SIGTERM, or returns them to the queue", async () => {
  const people = await insertPeople(30, 0);
  const stuck = people[5]?.email;
  server.behave(({ stage, to }) => {
    if (stage !== "data") return "ok";
    return to === stuck ? { answer: "silence", accepts: false } : { answer: "ok", after: 400 };
  });
  await queue.enqueue(database.db.orm, reminderJobs.plan, [{}]);
  const first = startWorker();
  await expect.poll(() => server.accepted.length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(5);
  expect(await first.kill("SIGTERM")).toBe(0);
  // Every accepted mail is recorded, and no job remains active.
  const accepted = server.accepted.length;
  expect(accepted).toBeLessThan(30);
  const { rows } = await database.db.pool.query({
    text: `SELECT
      (SELECT count(*) FROM user_reminders WHERE last_daily_reminder_sent IS NOT NULL) AS recorded,
      (SELECT count(*) FROM pgboss.job WHERE name = $1 AND state = 'active') AS active`,
    values: [reminderJobs.digest.name],
  });
  expect(rows).toEqual([{ recorded: accepted, active: 0 }]);

  server.behave(() => "ok");
  startWorker();
  await expect.poll(() => countWaiting(), { timeout: 30_000, interval: 100 }).toEqual({ users: 0, digests: 0 });
  const { mails, repeated } = groupMails(new Set());
  expect([mails.size, repeated]).toEqual([30, 0]);
  await expectAllRecorded(people);
});

// ---- Workers ----

const getRunning = () => workers.filter((worker) => !worker.isKilled);

function startWorker(): Worker {
  const worker = launchWorker(`worker-${workers.length + 1}`, {
    DATABASE_URL: database.connectionString,
    SMTP_URL: server.url,
    CLOCK_OFFSET: String(offset),
  });
  workers.push(worker);
  return worker;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(SEED);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Runs `act` repeatedly, and returns a function that stops this and waits for the last run. */
function repeat(pause: number, act: () => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  const acting = (async () => {
    while (!stop.signal.aborted) {
      await delay(pause, undefined, { signal: stop.signal }).catch(() => {});
      if (!stop.signal.aborted) await act();
    }
  })();
  return () => {
    stop.abort();
    return acting;
  };
}

// ---- The mail server ----

/** Makes the server fail in a way that depends on the message's number, so that all kinds of faults occur. */
function simulateFaults() {
  const faults = { refused: 0, dropped: 0, "taken without an answer": 0, slow: 0, outages: 0 };
  const unanswered = new Set<AcceptedMail>();
  let sender: ((worker: Worker) => void) | null = null;

  server.behave(({ stage, number }) => {
    const kind = number % 10;
    if ((kind === 0 && stage === "rcpt") || (kind === 1 && stage === "data")) {
      faults.refused += 1;
      return kind === 0 ? 451 : 421;
    }
    if ((kind === 2 && stage === "mail") || (kind === 3 && stage === "data")) {
      faults.dropped += 1;
      return { answer: "drop", accepts: false };
    }
    if (stage !== "data") return "ok";
    if (kind === 4) {
      faults["taken without an answer"] += 1;
      runAfterAcceptance((mail) => unanswered.add(mail));
      return { answer: "drop", accepts: true };
    }
    if (kind < 7) {
      faults.slow += 1;
      return { answer: "ok", after: 700 };
    }
    runAfterAcceptance(({ from }) => {
      const worker = workers.find(({ name }) => from.startsWith(`${name}@`));
      if (!worker || worker.isKilled) return;
      sender?.(worker);
      sender = null;
    });
    return "ok";
  });

  /** Calls `act` with the message of the present decision, which the server stores as soon as the decision is returned. */
  function runAfterAcceptance(act: (mail: AcceptedMail) => void) {
    queueMicrotask(() => act(server.accepted.at(-1) as AcceptedMail));
  }

  return {
    faults,
    unanswered,

    /** Resolves to a worker at the instant at which its message is accepted, before it can record this. */
    nextSender: () =>
      Promise.race([
        new Promise<Worker>((resolve) => {
          sender = resolve;
        }),
        delay(2_000).then(() => pick(getRunning())),
      ]),

    async outage() {
      // Recent answers may be lost with their connections, and a slow answer finds no connection.
      const acceptedBefore = server.accepted.length;
      await delay(100);
      faults.outages += 1;
      await server.down();
      await delay(800);
      for (const mail of server.accepted.slice(acceptedBefore)) unanswered.add(mail);
      await server.up();
    },

    end: () => server.behave(() => "ok"),
  };
}

/**
 * Returns the ids of the messages for each address, and the number of repeated messages. A repetition is explained if the first
 * acceptance was not reported to the worker, or if that worker was killed.
 */
function groupMails(unanswered: ReadonlySet<AcceptedMail>) {
  const killed = new Set(workers.filter(({ isKilled }) => isKilled).map(({ name }) => `${name}@repasa.example`));
  const mails = new Map<string, string[]>();
  const latest = new Map<string, AcceptedMail>();
  let repeated = 0;
  let unexplained = 0;
  for (const mail of server.accepted) {
    const email = mail.to[0] as string;
    mails.set(email, [...(mails.get(email) ?? []), mail.messageId]);
    const before = latest.get(mail.messageId);
    latest.set(mail.messageId, mail);
    if (!before) continue;
    repeated += 1;
    if (!unanswered.has(before) && !killed.has(before.from)) unexplained += 1;
  }
  return { mails, repeated, unexplained };
}

// ---- The database ----

/** Inserts users whose reminder falls due within `spread` milliseconds, and if `spread` is positive, others who get none. */
async function insertPeople(users: number, spread: number): Promise<Person[]> {
  const isFarewell = (index: number) => spread > 0 && index % 10 === 9;
  const people = Array.from({ length: users + (spread > 0 ? NOT_DUE.length * 5 : 0) }, (_, index): Person => {
    const state = index < users ? (isFarewell(index) ? "long away" : "due") : pickInTurn(NOT_DUE, index);
    const dueAt = new Date(NOW.getTime() + (state === "later" ? 60 * MINUTES : (spread * (index % users)) / users));
    return { email: `persona${index}@correo.example`, state, dueAt };
  });
  const rows = people.map(({ email, state, dueAt }, index) => {
    const [zone, hour] = pickInTurn(PLACES, index);
    return { email, state, dueAt, zone, hour };
  });
  await database.db.pool.query(
    `WITH person AS (
      SELECT * FROM jsonb_to_recordset($1) AS person (email text, state text, "dueAt" timestamptz, zone text, hour int)
    ), users AS (
      INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT email, '-', $2::timestamptz - interval '60 days', $2 FROM person RETURNING id, email
    ), known AS (
      SELECT * FROM person JOIN users USING (email)
    ), reminders AS (
      INSERT INTO user_reminders (user_id, reminder, reminder_hour, time_zone, last_visit_at, next_reminder_at,
        farewell_sent_at, unsubscribe_token)
      SELECT id, state <> 'switched off', hour, zone, $2::timestamptz - interval '1 day' * CASE WHEN state IN ('long away', 'silent') THEN 20 ELSE 2 END,
        "dueAt", CASE WHEN state = 'silent' THEN $2::timestamptz - interval '6 days' END, gen_random_uuid() FROM known
    ), folders AS (
      INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT id, 'Química', $2::timestamptz - interval '50 days', $2 FROM known RETURNING id, user_id
    ), cards AS (
      INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT user_id, folders.id, 'a', 'b', $2::timestamptz - interval '3 days', $2
      FROM folders JOIN known ON known.id = user_id, generate_series(1, 3) WHERE state <> 'nothing pending'
      RETURNING id, user_id, folder_id
    )
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
      local_date, practice, state_before, state_after)
    SELECT DISTINCT ON (user_id) user_id, gen_random_uuid(), cards.id, folder_id, 'medium', 'correct', 3, $2, zone,
      ($2 AT TIME ZONE zone - interval '4 hours')::date, true, '{}'::jsonb, '{}'::jsonb
    FROM cards JOIN known ON known.id = user_id WHERE state = 'studied'`,
    [JSON.stringify(rows), NOW],
  );
  return people;
}

const pickInTurn = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const isNotDue = (state: Person["state"]) => (NOT_DUE as readonly string[]).includes(state);

/** Counts the users who are not planned yet, and the digests that are not completed. */
async function countWaiting(): Promise<{ users: number; digests: number }> {
  const { rows } = await database.db.pool.query({
    text: `SELECT
      (SELECT count(*) FROM user_reminders WHERE next_reminder_at <= $2)::int AS users,
      (SELECT count(*) FROM pgboss.job WHERE name = $1 AND state <> 'completed')::int AS digests`,
    values: [reminderJobs.digest.name, new Date(NOW.getTime() + 10 * MINUTES)],
  });
  return rows[0];
}

/** Expects that exactly the sent mails and their cards are recorded, and that no job is a dead letter. */
async function expectAllRecorded(people: readonly Person[]): Promise<void> {
  const { rows } = await database.db.pool.query(
    `SELECT email, last_daily_reminder_sent >= $1 AS recorded, farewell_sent_at >= $1 AS farewell,
      (SELECT array_agg(sent_at = last_daily_reminder_sent) FROM email_reminders WHERE user_id = users.id) AS cards
    FROM users JOIN user_reminders ON user_id = users.id ORDER BY users.id`,
    [NOW],
  );
  const expected = people.map(({ email, state }) => ({
    email,
    recorded: isNotDue(state) ? null : true,
    farewell: state === "long away" ? true : state === "silent" ? false : null,
    cards: state === "due" ? [true, true, true] : null,
  }));
  expect(rows).toEqual(expected);
  expect(await queue.boss.findJobs(DEAD_LETTERS)).toEqual([]);
}
