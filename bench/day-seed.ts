import { addDays } from "@repasa/scheduler/local-dates.ts";
import type pg from "pg";
import { storePastDays } from "../apps/server/src/features/schedule/days/days.service.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { type Moment, momentAt, startOfDay } from "../apps/server/src/platform/time/local-days.ts";
import { insertFolders, insertSession, insertUsers } from "./seed.ts";

const FOLDERS_EACH = 5;
const CARDS_EACH = 300;
const NEW_CARDS_EACH = 20;
const HISTORY_DAYS = 60;
/** The number of reviews on a study day; two of three days are study days. */
const REVIEWS_A_DAY = 12;
const AT_ONCE = 4;

/**
 * Inserts students in their state on a morning: each has 300 cards in five folders, 45 to 69 of them due, some new ones, two months
 * of reviews, and a last day that is not settled yet. The rows of different students are interleaved on disk.
 */
export async function seedStudents(
  client: pg.Client,
  { students, secret }: { students: number; secret: string },
): Promise<void> {
  const calendar = { timeZone: "Europe/Madrid", dayStartHour: 4 };
  const { today } = momentAt(new Date(), calendar);
  const date = `'${today}'::date`;
  await client.query("SET synchronous_commit = off");
  await insertUsers(client, students);
  await insertFolders(client, FOLDERS_EACH);
  for (let student = 1; student <= students; student++) await insertSession(client, student, `${secret}${student}`);
  await client.query(`
    INSERT INTO user_scheduling (user_id, due_counts, due_counts_from)
      SELECT id, decode(repeat('0007', 366), 'hex'), ${date} FROM users;
    INSERT INTO user_days (user_id, settled_through) SELECT id, ${date} - 2 FROM users;`);
  await client.query(cardsInsert(students, date));
  await client.query(reviewsInsert(students, date));
  await client.query("ANALYZE");
  await insertPastDays(client, students, momentAt(startOfDay(addDays(today, -1), calendar), calendar));
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

/** Stores the past days, as earlier visits would have done. */
async function insertPastDays(
  { host, port, user, password, database: name }: pg.Client,
  students: number,
  lastVisit: Moment,
) {
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${name}`;
  const database = openDatabase({ connectionString, maxConnections: AT_ONCE });
  const owners = Array.from({ length: students }, (_, index) => (index + 1) as OwnerId).values();
  const store = async () => {
    for (const owner of owners) await storePastDays(database.orm, owner, lastVisit, null);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
  await database.close();
}

/** Makes the first cards of a student due and the last ones new; the others fall due evenly over the next 30 days. */
function cardsInsert(students: number, date: string): string {
  const ifStudied = (value: string) => `CASE WHEN card <= ${CARDS_EACH - NEW_CARDS_EACH} THEN ${value} END`;
  const dueDate = ifStudied(
    `CASE WHEN card <= 45 + student % 25 THEN ${date} - (card % 3) ELSE ${date} + 1 + card % 30 END`,
  );
  const reviewDate = ifStudied(`${date} - 1 - card % ${HISTORY_DAYS}`);
  return `
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT student, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1,
        'Una pregunta de longitud corriente, la número ' || card, 'Su respuesta, con algo más de texto: ' || md5(card::text),
        coalesce(${ifStudied("(ARRAY['easy', 'medium', 'hard'])[card % 3 + 1]")}, 'new'), coalesce(${ifStudied("3")}, 0),
        ${reviewDate}, ${reviewDate}, ${dueDate}, ${dueDate}, 7, ${ifStudied("8.2956")}, ${ifStudied("5.1")},
        ${date} - 90, ${date} - 90
      FROM generate_series(1, ${CARDS_EACH}) AS card, generate_series(1, ${students}) AS student ORDER BY card, student`;
}

function reviewsInsert(students: number, date: string): string {
  const state = (interval: string) => `jsonb_build_object('difficulty', 'medium', 'reviewCount', 2, 'lastReviewedAt',
    (${date} - day)::timestamptz, 'lastReviewDate', ${date} - day, 'nextReviewAt', (${date} - day + ${interval})::timestamptz,
    'nextReviewDate', ${date} - day + ${interval}, 'interval', 7, 'easeFactor', 250, 'stability', 8.2956, 'memoryDifficulty', 5.1,
    'calibrationA', 1, 'calibrationB', 0, 'hardSinceForgotten', null)`;
  return `
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, due_before, practice, retrievability, state_before, state_after, duration_ms)
      SELECT card.user_id, gen_random_uuid(), card.id, card.folder_id, 'medium', 'correct', 3,
        (${date} - day)::timestamptz + n * interval '8 seconds' + interval '9 hours', 'Europe/Madrid', ${date} - day,
        (${date} - day)::timestamptz, false, 0.9, ${state("0")}, ${state("7")}, 5000
      FROM generate_series(1, ${HISTORY_DAYS}) AS day, generate_series(1, ${students}) AS student,
        generate_series(1, ${REVIEWS_A_DAY}) AS n
      JOIN cards AS card ON true
      WHERE day % 3 > 0 AND card.user_id = student
        AND card.id = ((day * ${REVIEWS_A_DAY} + n) % ${CARDS_EACH - NEW_CARDS_EACH}) * ${students} + student
      ORDER BY day DESC, student, n`;
}
