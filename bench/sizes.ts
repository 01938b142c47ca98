import type { Pool } from "pg";
import { createCard } from "../apps/server/src/features/cards/siblings/siblings.service.ts";
import { createFolder } from "../apps/server/src/features/folders/folders.service.ts";
import { rateCard } from "../apps/server/src/features/study/study.service.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { type Moment, momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { count, printed, type Row } from "./row.ts";
import { startDatabase } from "./server.ts";

const STUDENTS = 20;
const CARDS = 200;
const DAYS = 60;
const A_DAY = 12;
const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-05T17:00:00Z");

/**
 * What is kept of a card, a review and a student's day, in bytes, with all indexes and after VACUUM; and what a review writes to
 * PostgreSQL's own log.
 */
export type Sizes = { card: number; review: number; rewriting: number; studentDay: number; log: number };

/**
 * Students write 200 cards each and rate twelve a day for two months, by the services that answer their calls. One review's
 * share of its own table is told from what it leaves behind in the cards' and from what is kept of each day.
 */
async function benchSizes(): Promise<Sizes> {
  const bench = await startDatabase();
  const database = openDatabase({ connectionString: bench.connectionString });
  try {
    const ctx = testContext(database);
    const owners = await addStudents(database.pool);
    const empty = await tableSizes(database.pool);
    const cards = await Promise.all(owners.map((owner) => writeCards(ctx, owner)));
    const written = await tableSizes(database.pool);
    const before = await logPosition(database.pool);
    for (let day = 1; day <= DAYS; day++) {
      const moment = momentOf(START + day * DAY_MS);
      await Promise.all(owners.map((owner, at) => studyDay(ctx, owner, cards[at] ?? [], day, moment)));
    }
    const logged = (await logPosition(database.pool)) - before;
    const studied = await tableSizes(database.pool);
    const reviews = STUDENTS * DAYS * A_DAY;
    const grown = (table: string) => (studied.get(table) ?? 0) - (written.get(table) ?? 0);
    return {
      card: (totalOf(written) - totalOf(empty)) / (STUDENTS * CARDS),
      review: grown("reviews") / reviews,
      rewriting: grown("cards") / (STUDENTS * CARDS),
      log: logged / reviews,
      studentDay: (totalOf(studied) - totalOf(written) - grown("reviews") - grown("cards")) / (STUDENTS * DAYS),
    };
  } finally {
    await database.close();
    await bench.stop();
  }
}

type Ctx = ReturnType<typeof testContext>;

const momentOf = (at: number) => momentAt(new Date(at), { timeZone: "Europe/Madrid", dayStartHour: 4 });

async function addStudents(pool: Pool): Promise<OwnerId[]> {
  const { rows } = await pool.query(`
    INSERT INTO users (email, password_hash, created_at, updated_at)
      SELECT 'bench' || n || '@repasa.example', repeat('-', 97), '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(1, ${STUDENTS}) AS n RETURNING id`);
  return rows.map(({ id }) => id as OwnerId);
}

async function writeCards(ctx: Ctx, owner: OwnerId): Promise<number[]> {
  const moment = momentOf(START);
  const folder = await createFolder(ctx, owner, moment, { name: "Química orgánica" });
  const ids: number[] = [];
  for (let card = 0; card < CARDS; card++) {
    const front = `¿Qué grupo funcional tiene el compuesto número ${card}, y cómo se reconoce?`;
    const back = `Su grupo es el ${card % 7}.º de la tabla: se reconoce por el enlace ${card % 3 === 0 ? "doble" : "simple"} con el oxígeno.`;
    ids.push((await createCard(ctx, owner, moment, folder.id, { front, back })).id);
  }
  return ids;
}

async function studyDay(
  ctx: Ctx,
  owner: OwnerId,
  cards: readonly number[],
  day: number,
  moment: Moment,
): Promise<void> {
  for (let one = 0; one < A_DAY; one++) {
    const card = cards[(day * A_DAY + one) % cards.length] ?? 0;
    const difficulty = (["medium", "easy", "medium", "hard"] as const)[one % 4] ?? "medium";
    await rateCard(ctx, owner, moment, card, { difficulty, answerResult: "correct", durationMs: 6_000 + one });
  }
}

async function tableSizes(pool: Pool): Promise<Map<string, number>> {
  await pool.query("VACUUM ANALYZE");
  const { rows } = await pool.query(`
    SELECT relname, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  return new Map(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
}

async function logPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes");
  return Number(rows[0].bytes);
}

const totalOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);

export async function sizesRows(): Promise<Row[]> {
  const { card, review, rewriting, studentDay, log } = await benchSizes();
  const row = (measure: string, bytes: number) => printed(measure, `${count(bytes)} bytes`);
  return [
    row("kept of a card with its indexes, 160 letters", card),
    row("of a review", review),
    row("what a card grows by once it is studied", rewriting),
    row("what a review writes to PostgreSQL's log", log),
    row("of a student's day, twelve reviews, beside these", studentDay),
  ];
}
