import type { Pool } from "pg";
import type { Context } from "../apps/server/src/context.ts";
import { createCard } from "../apps/server/src/features/cards/siblings/siblings.service.ts";
import { createFolder } from "../apps/server/src/features/folders/folders.service.ts";
import { rateCard } from "../apps/server/src/features/study/study.service.ts";
import type { OwnerId } from "../apps/server/src/platform/db/owner.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { type Moment, momentAt } from "../apps/server/src/platform/time/local-days.ts";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { testContext } from "../apps/server/src/testing/test-context.ts";
import { formatCount, printed, type Row } from "./row.ts";
import { insertUsers } from "./seed.ts";
import { startDatabase } from "./server.ts";
import { readSize, sized } from "./size.ts";

const STUDENTS = sized(20, 2);
const CARDS = 200;
const DAYS = readSize("SIZE_DAYS", 60, 2);
const REVIEWS_A_DAY = 12;
const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-05T17:00:00Z");

/**
 * Measures the stored bytes of a card, a review and a student's day, with all indexes and after VACUUM. Students write 200 cards
 * each and rate twelve a day for two months, through the services that answer their calls.
 */
export async function measureSizes(): Promise<Row[]> {
  const bench = await startDatabase();
  const database = openDatabase({ connectionString: bench.connectionString });
  try {
    await withClient(bench.connectionString, (client) => insertUsers(client, STUDENTS));
    return await measure(database.pool, testContext(database));
  } finally {
    await database.close();
    await bench.stop();
  }
}

async function measure(pool: Pool, ctx: Context): Promise<Row[]> {
  const owners = Array.from({ length: STUDENTS }, (_, index) => (index + 1) as OwnerId);
  const empty = await selectTableSizes(pool);
  const cards = await Promise.all(owners.map((owner) => writeCards(ctx, owner)));
  const written = await selectTableSizes(pool);
  const logBefore = await selectLogPosition(pool);
  for (let day = 1; day <= DAYS; day++) {
    const moment = momentOf(START + day * DAY_MS);
    await Promise.all(owners.map((owner, at) => studyDay(ctx, owner, cards[at] ?? [], day, moment)));
  }
  const logged = (await selectLogPosition(pool)) - logBefore;
  const studied = await selectTableSizes(pool);
  const reviews = STUDENTS * DAYS * REVIEWS_A_DAY;
  const grown = (table: string) => (studied.get(table) ?? 0) - (written.get(table) ?? 0);
  const rest = sumSizes(studied) - sumSizes(written) - grown("reviews") - grown("cards");
  const row = (measure: string, bytes: number) => printed(measure, `${formatCount(bytes)} bytes`);
  return [
    row("a card with its indexes, 160 letters", (sumSizes(written) - sumSizes(empty)) / (STUDENTS * CARDS)),
    row("a review", grown("reviews") / reviews),
    row("what a card grows by once it is studied", grown("cards") / (STUDENTS * CARDS)),
    row("what a review writes to PostgreSQL's log", logged / reviews),
    row("a student's day, twelve reviews, besides these", rest / (STUDENTS * DAYS)),
  ];
}

const momentOf = (at: number) => momentAt(new Date(at), { timeZone: "Europe/Madrid", dayStartHour: 4 });

async function writeCards(ctx: Context, owner: OwnerId): Promise<number[]> {
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

async function studyDay(ctx: Context, owner: OwnerId, cards: readonly number[], day: number, moment: Moment) {
  for (let nth = 0; nth < REVIEWS_A_DAY; nth++) {
    const card = cards[(day * REVIEWS_A_DAY + nth) % cards.length] ?? 0;
    const difficulty = (["medium", "easy", "medium", "hard"] as const)[nth % 4] ?? "medium";
    await rateCard(ctx, owner, moment, card, { difficulty, answerResult: "correct", durationMs: 6_000 + nth });
  }
}

/** Returns the size of each table in bytes. */
async function selectTableSizes(pool: Pool): Promise<Map<string, number>> {
  await pool.query("VACUUM ANALYZE");
  const { rows } = await pool.query(`
    SELECT relname, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  return new Map(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
}

async function selectLogPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes");
  return Number(rows[0].bytes);
}

const sumSizes = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
