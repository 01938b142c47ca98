import type { Pool } from "pg";
import { dailyReview } from "../apps/server/src/features/stats/stats.service.ts";
import { reviewQueue } from "../apps/server/src/features/study/study.queue.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { type Database, openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { caught, type PlanNode, scansOf } from "./plans.ts";
import type { Row } from "./row.ts";
import { startDatabase } from "./server.ts";

const USERS = 1000;
const CARDS_EACH = 1000;
const FOLDERS_EACH = 10;
const DUE = 300;
const STUDENT = 500;
/** Somebody whose cards beyond the due ones are new, with room for so many of them a day. */
const BEGINNER = 600;
const NEW_CARDS_PER_DAY = 20;

type StatementFigures = {
  call: string;
  statement: string;
  plan: string;
  /** Rows of cards that the statement found; those it answered may be fewer, when it counts. */
  cards: number;
  answered: number;
  buffers: number;
  limit: number;
};

/**
 * What the review queue and the daily review read for a student with 300 due cards among a million cards of a thousand
 * students, whose cards lie scattered between each other's, as they would after months. The statements are those that
 * the services send, caught on their way and explained.
 */
async function benchQueries(): Promise<StatementFigures[]> {
  const bench = await startDatabase();
  const database = openDatabase({ connectionString: bench.connectionString, statementTimeoutMs: 300_000 });
  try {
    await seed(database.pool);
    const moment = momentAt(new Date("2026-03-10T12:00:00Z"), { timeZone: "Europe/Madrid", dayStartHour: 4 });
    const ctx = testContext(database);
    const figures: StatementFigures[] = [];
    for (const [who, owner] of [
      ["", STUDENT as OwnerId],
      [`, ${NEW_CARDS_PER_DAY} new cards a day`, BEGINNER as OwnerId],
    ] as const) {
      figures.push(
        ...(await explained(database, `GET /api/cards/review${who}`, () => reviewQueue(ctx, owner, moment, {}))),
        ...(await explained(database, `GET /api/cards/daily-review${who}`, () => dailyReview(ctx, owner, moment))),
      );
    }
    return figures;
  } finally {
    await database.close();
    await bench.stop();
  }
}

async function seed(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', '-', '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, ${USERS}) AS n;
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT user_id, 'Carpeta ' || n, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${USERS}) AS user_id, generate_series(1, ${FOLDERS_EACH}) AS n ORDER BY user_id, n;`);
  // Card after card, each time one of every student's: neighbours on a page belong to different people.
  await pool.query(`
    INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, last_reviewed_at, last_review_date,
        next_review_at, next_review_date, interval, stability, memory_difficulty, created_at, updated_at)
      SELECT student, (student - 1) * ${FOLDERS_EACH} + card % ${FOLDERS_EACH} + 1,
        'Una pregunta de longitud corriente, la número ' || card, 'Su respuesta, con algo más de texto: ' || md5(card::text),
        (ARRAY['easy', 'medium', 'hard'])[card % 3 + 1], 1, '2026-03-01Z', '2026-03-01',
        CASE WHEN card <= ${DUE} THEN '2026-03-08Z'::timestamptz ELSE '2026-03-20Z' END + card * interval '1 minute',
        CASE WHEN card <= ${DUE} THEN '2026-03-08'::date ELSE '2026-03-20' END, 7, 8.2956, 2.118, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${CARDS_EACH}) AS card, generate_series(1, ${USERS}) AS student ORDER BY card, student`);
  await pool.query(`
    UPDATE cards SET difficulty = 'new', review_count = 0, last_reviewed_at = NULL, last_review_date = NULL,
        next_review_at = NULL, next_review_date = NULL, stability = NULL, memory_difficulty = NULL
      WHERE user_id = ${BEGINNER} AND next_review_at > '2026-03-15Z';
    INSERT INTO user_preferences (user_id, new_cards_per_day, updated_at)
      VALUES (${BEGINNER}, ${NEW_CARDS_PER_DAY}, '2026-01-01Z');`);
  await pool.query("VACUUM ANALYZE");
}

export async function explained(
  database: Database,
  call: string,
  work: () => Promise<unknown>,
): Promise<StatementFigures[]> {
  const statements = await caught(database.pool, work);
  const figures: StatementFigures[] = [];
  for (const statement of statements) {
    const { rows } = await database.pool.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`,
      statement.values,
    );
    const plan: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
    const scans = scansOf(plan);
    const cardScans = scans.filter((scan) => scan["Relation Name"] === "cards");
    if (cardScans.length === 0) continue;
    const cards = cardScans.reduce((sum, scan) => sum + scan["Actual Rows"] * scan["Actual Loops"], 0);
    figures.push({
      call,
      statement: statement.text.replace(/\s+/g, " ").trim(),
      plan: scans.map((scan) => `${scan["Node Type"]} ${scan["Index Name"] ?? scan["Relation Name"]}`).join(", "),
      cards,
      answered: plan["Actual Rows"],
      buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      limit: 2 * cards + 20,
    });
  }
  return figures;
}

export async function queriesRows(): Promise<Row[]> {
  return (await benchQueries()).map(({ call, plan, cards, answered, buffers, limit }) => ({
    measure: `${call}: ${cards} cards, ${answered} rows answered, by ${plan}`,
    measured: `${buffers} shared buffers`,
    goal: `<= ${limit}`,
    met: buffers <= limit && /Index|Bitmap/.test(plan),
  }));
}
