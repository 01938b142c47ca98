import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { ATTACKER, addStatus, countFailures, STUDENT, type Statuses, watchStudent, writeCall } from "./attack.ts";
import { BenchConnection } from "./http-client.ts";
import { atMost, exactly, formatCount, percentile, printed, type Row } from "./row.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, withServer } from "./server.ts";
import { readSize, sized } from "./size.ts";

const FOLDERS = 50;
const CARDS = sized(20_000, 500);
const STUDENT_CARDS = 500;
/** As many as an account may have in flight. */
const AT_ONCE = 8;
const ROUNDS = readSize("READS_ROUNDS", 3, 1);
const ROUND_MS = sized(1_500, 100);

/** The reads whose cost grows with the account, with the largest answer that each can be asked for. */
const READS = {
  changes: "/api/changes?limit=1000",
  "exams/load": "/api/exams/load?days=30",
  "an exam's forecast": "/api/exams/1/forecast",
  statistics: "/api/user/stats",
  Home: "/api/user/home",
  forecast: "/api/user/forecast?days=30",
  memory: "/api/user/memory",
  workload: "/api/user/workload",
  "card states": "/api/user/card-states",
  retention: "/api/user/retention?days=365",
  calibration: "/api/user/calibration",
  activity: "/api/user/activity",
  "the week": "/api/study-week",
  "daily review": "/api/cards/daily-review",
};

async function seed(client: pg.Client): Promise<void> {
  await insertUsers(client, 2);
  await insertFolders(client, FOLDERS);
  const date = "current_date";
  const cardsOf = (user: number, cards: number) => `
    SELECT ${user}::bigint AS user_id, ${(user - 1) * FOLDERS} + n % ${FOLDERS} + 1 AS folder_id, n FROM generate_series(1, ${cards}) AS n`;
  await client.query(`
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT user_id, folder_id, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, con algo más de texto: ' || md5(n::text),
        'medium', 3, ${date} - 1 - n % 60, ${date} - 1 - n % 60, ${date} + n % 40 - 10, ${date} + n % 40 - 10, 7, 8.2956, 5.1,
        ${date} - 90, ${date} - 90
      FROM (${cardsOf(1, CARDS)} UNION ALL ${cardsOf(2, STUDENT_CARDS)}) AS one ORDER BY user_id, n`);
  await client.query(reviewsInsert(date));
  await client.query(`
    SELECT record_changes(id, jsonb_build_array(
      jsonb_build_object('kind', 'folder', 'ids', (SELECT jsonb_agg(f.id) FROM folders f WHERE f.user_id = users.id)),
      jsonb_build_object('kind', 'card', 'ids', (SELECT jsonb_agg(c.id) FROM cards c WHERE c.user_id = users.id))
    )) FROM users`);
  await client.query(`
    INSERT INTO exams (user_id, name, date, created_at, updated_at) VALUES (1, 'Final', ${date} + 60, ${date}, ${date});
    INSERT INTO exam_folders (user_id, exam_id, folder_id) SELECT 1, 1, id FROM folders WHERE user_id = 1`);
  await insertSession(client, 1, ATTACKER);
  await insertSession(client, 2, STUDENT);
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

/** The reader has rated each card twice, the other student, too. */
function reviewsInsert(date: string): string {
  return `
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, due_before, practice, retrievability, state_before, state_after, duration_ms)
      SELECT user_id, gen_random_uuid(), id, folder_id, 'medium', CASE WHEN (id + n) % 10 = 0 THEN 'incorrect' ELSE 'correct' END, 3,
        (${date} - n * 60 - (id % 60)::int)::timestamptz, 'Europe/Madrid', ${date} - (n * 60 + id % 60)::int,
        (${date} - n * 60 - (id % 60)::int)::timestamptz, false, 0.9, '{}', '{}', 5000
      FROM cards, generate_series(1, 2) AS n`;
}

/** Makes the same call over as many connections as an account may have in flight, until `end`, and counts the responses. */
async function flood({ port }: BenchServer, path: string, end: Promise<unknown>, statuses: Statuses): Promise<void> {
  let isOver = false;
  const connections = Array.from({ length: AT_ONCE }, () => new BenchConnection(port));
  const reading = connections.map(async (connection) => {
    while (!isOver) {
      addStatus(statuses, await connection.request(writeCall("GET", path)));
    }
  });
  await end;
  isOver = true;
  await Promise.race([Promise.all(reading), delay(5_000)]);
  for (const connection of connections) connection.close();
}

/** Watches the student alone and beside the reads in turns, so that what else the machine does disturbs both alike. */
async function measureRead(server: BenchServer, name: string, path: string): Promise<Row[]> {
  const calm: number[] = [];
  const during: number[] = [];
  const responses: Statuses = new Map();
  let failed = 0;
  // The account's first visit settles its past days, once.
  const connection = new BenchConnection(server.port);
  await connection.request(writeCall("GET", path));
  connection.close();
  for (let round = 0; round < ROUNDS; round++) {
    await delay(300);
    calm.push(...(await watchStudent(server, delay(ROUND_MS))).times);
    const end = delay(ROUND_MS);
    const flooding = flood(server, path, end, responses);
    const watched = await watchStudent(server, end);
    during.push(...watched.times);
    failed += countFailures(watched);
    await flooding;
  }
  const p95 = { calm: percentile(calm, 0.95), during: percentile(during, 0.95) };
  const words = [...responses].map(([status, times]) => `${times} x ${status}`).join(", ");
  const figures = `${p95.calm.toFixed(1)} ms alone, ${p95.during.toFixed(1)} ms beside ${words}`;
  return [
    atMost(`${name}: another student's p95 beside it over that alone (${figures})`, p95.during / p95.calm, 2, "", 2),
    ...(failed > 0 ? [exactly(`${name}: another student's calls that failed`, failed, 0)] : []),
  ];
}

/** Measures a student's calls while another account keeps eight large reads in flight, of one kind after another. */
export function measureReads(): Promise<Row[]> {
  return withServer(
    async (server) => {
      await watchStudent(server, delay(2_000));
      const rows = [printed("cards of the account that reads, each rated twice", formatCount(CARDS))];
      for (const [name, path] of Object.entries(READS)) rows.push(...(await measureRead(server, name, path)));
      return rows;
    },
    { environment: { RATE_LIMIT: "on" }, seed },
  );
}
