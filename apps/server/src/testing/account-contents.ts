// Writes contents (any-contents.ts) into a database, and reads them in a form in which two accounts are equal if their contents
// are, whatever their ids.
import { randomUUID } from "node:crypto";
import { listMediaIds } from "@repasa/contract/media.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Pool } from "pg";
import { chooseRule } from "#features/schedule/schedule.rules.ts";
import { NEW_SCHEDULE, scheduleColumnNames, toCardSchedule, toLoggedState } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import type { LoggedState, StoredSchedule } from "#schema/schedule.ts";
import { NEW_STUDENT } from "#testing/new-student.ts";
import { type Contents, type GivenCard, type GivenNote, MEDIA } from "./any-contents.ts";

/** Creates an empty account that cannot sign in: hashing a password would take longer than the rest of the test. */
export async function createOwner(pool: Pool): Promise<OwnerId> {
  const { rows } = await pool.query(
    "insert into users (email, password_hash, created_at, updated_at) values ($1, 'x', $2, $2) returning id",
    [`${randomUUID()}@repasa.example`, new Date(START)],
  );
  return rows[0].id;
}

type Row = Record<string, unknown>;
type WrittenCard = { row: Row; schedule: StoredSchedule; given: GivenCard };

const TIME_ZONE = "Europe/Madrid";
const DAY_START_HOUR = 4;
const START = Date.parse("2026-01-10T10:00:00Z");
const DAY = 86_400_000;

/** Writes contents into an empty account, as the product would have: states are the fold of the reviews that were not undone. */
export async function writeContents(pool: Pool, userId: number, { folders, notes }: Contents): Promise<void> {
  const folderIds = await newIds(pool, "folders", folders.length);
  const at = new Date(START);
  const dates = { user_id: userId, created_at: at, updated_at: at };
  await insert(
    pool,
    "folders",
    folders.map((name, place) => ({ ...dates, id: folderIds[place], name })),
  );
  const rows = notes.flatMap((note) => makeCardRows(note, folderIds));
  const cardIds = await newIds(pool, "cards", rows.length);
  const cards = rows.map(({ row, given }, place) => ({
    row: { ...dates, ...row, id: cardIds[place] } as Row,
    given,
    schedule: NEW_SCHEDULE,
  }));
  const reviews = rateCards(cards);
  await insert(
    pool,
    "cards",
    cards.map(({ row, schedule }) => ({ ...row, ...toSnakeCase(schedule) })),
  );
  await insert(
    pool,
    "reviews",
    reviews.map((review) => ({ ...review, user_id: userId })),
  );
  await writeMedia(pool, userId, cards, at);
}

const GAPS = "{{c1::Mitosis}} y {{c2::meiosis::la otra}}, no {{c7::apoptosis}}: $2n \\to n$. ";

function makeCardRows(note: GivenNote, folderIds: readonly number[]): { row: Row; given: GivenCard }[] {
  const file = note.media === null ? undefined : MEDIA[note.media];
  const format = note.kind === "gaps" || note.kind === "gap" || file ? "markdown" : note.format;
  const link = file ? ` ![${note.tags[0] ?? "archivo"}](media:${file.id})` : "";
  const common = { folder_id: folderIds[note.folder % folderIds.length], format, tags: note.tags };
  const group_id = note.kind === "lone" || note.kind === "gap" ? null : randomUUID();
  const text = { front: note.front + link, back: note.back };
  const card = (place: 0 | 1 | 2, row: Row) => ({
    row: { ...common, group_id, suspended: note.cards[place].suspended, ...row },
    given: note.cards[place],
  });
  if (note.kind === "lone") return [card(0, { ...text, variant: null })];
  if (note.kind === "reverse") {
    return [card(0, { ...text, variant: null }), card(1, { front: text.back, back: text.front, variant: "reverse" })];
  }
  const withoutGaps = text.front.replaceAll(/[{}\\]/g, "");
  if (note.kind === "gap") return [card(0, { front: `{{c3::Mitosis}} ${withoutGaps}`, back: "", variant: "c3" })];
  const gaps = { front: `${GAPS}${withoutGaps}`, back: text.back };
  return [
    card(0, { ...gaps, variant: "c1" }),
    card(1, { ...gaps, variant: "c2" }),
    card(2, { ...gaps, variant: "c7" }),
  ];
}

/** Rates the cards, day by day, and returns the rows of the log. */
function rateCards(cards: WrittenCard[]): Row[] {
  let learner = NEW_STUDENT;
  const given = cards.flatMap((card) => {
    let days = 0;
    return card.given.ratings.map((rating, place) => {
      days += rating.daysLater;
      return { card, rating, days, undone: card.given.undoneLast && place === card.given.ratings.length - 1 };
    });
  });
  const log = given
    .sort((a, b) => a.days - b.days)
    .map(({ card, rating, days, undone }, place) => {
      const moment = momentAt(new Date(START + days * DAY + place * 61_001), {
        timeZone: TIME_ZONE,
        dayStartHour: DAY_START_HOUR,
      });
      const before = card.schedule;
      const schedule = toCardSchedule(before);
      const { apply, toStateAfter } = chooseRule(rating.mode);
      const outcome = apply(schedule, rating.answer, toDayNumber(moment.today), learner);
      const stateAfter = toStateAfter(before, schedule.dueDay, outcome, moment);
      if (!undone) {
        learner = { ...learner, calibration: outcome.calibration };
        card.schedule = toStoredSchedule(stateAfter);
      }
      const { grade, practice, scored, retrievability } = outcome.entry;
      return {
        review_id: randomUUID(),
        card_id: card.row.id,
        folder_id: card.row.folder_id,
        difficulty: rating.answer.difficulty,
        answer_result: rating.answer.answerResult ?? null,
        grade,
        reviewed_at: moment.now,
        time_zone: moment.timeZone,
        local_date: moment.today,
        due_before: before.nextReviewAt,
        practice,
        retrievability: scored ? retrievability : null,
        state_before: toLoggedState(before, learner.calibration),
        state_after: stateAfter,
        duration_ms: rating.durationMs,
        undone_at: undone ? new Date(moment.now.getTime() + 3000) : null,
        undone_date: undone ? moment.today : null,
        mode: rating.mode,
        hints: rating.mode === "type" && rating.answer.difficulty === "hard" ? 2 : 0,
        confused_with: rating.answer.answerResult === "incorrect" ? cards[place % cards.length]?.row.id : null,
      };
    });
  for (const card of cards) if (card.given.reset) card.schedule = NEW_SCHEDULE;
  return log;
}

function toStoredSchedule(state: LoggedState): StoredSchedule {
  const entries = scheduleColumnNames.map((name) => [name, state[name]]);
  const schedule = Object.fromEntries(entries) as StoredSchedule;
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...schedule,
    lastReviewedAt: instant(state.lastReviewedAt),
    nextReviewAt: instant(state.nextReviewAt),
  };
}

async function writeMedia(pool: Pool, userId: number, cards: readonly WrittenCard[], at: Date): Promise<void> {
  const uses = cards.flatMap(({ row }) =>
    listMediaIds(`${row.front} ${row.back}`).map((media_id) => ({ user_id: userId, card_id: row.id, media_id })),
  );
  const used = MEDIA.filter(({ id }) => uses.some(({ media_id }) => media_id === id));
  const files = used.map(({ id, contentType, width, height, data }) => ({
    row: { user_id: userId, id, content_type: contentType, bytes: data.length, width, height, created_at: at },
    data: { user_id: userId, media_id: id, data: `\\x${data.toString("hex")}` },
  }));
  await insert(
    pool,
    "media",
    files.map(({ row }) => row),
  );
  await insert(
    pool,
    "media_data",
    files.map(({ data }) => data),
  );
  await insert(pool, "card_media", uses);
}

async function newIds(pool: Pool, table: string, count: number): Promise<number[]> {
  const { rows } = await pool.query(
    "select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)",
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}

async function insert(pool: Pool, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first).join(", ");
  await pool.query(
    `insert into ${table} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

function toSnakeCase(schedule: StoredSchedule): Row {
  return Object.fromEntries(
    scheduleColumnNames.map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), schedule[name]]),
  );
}

export type ReadCard = {
  folder: string;
  front: string;
  back: string;
  format: string;
  tags: string[];
  suspended: boolean;
  variant: string | null;
  /** The variants and fronts of the card and its siblings; empty for a card without siblings. */
  siblings: string[];
  schedule: Row;
  reviews: Row[];
};

/** Returns the contents of an account without ids: accounts with equal contents have equal values. */
export async function readContents(pool: Pool, userId: number): Promise<{ cards: ReadCard[]; media: string[] }> {
  const { rows: cards } = await pool.query<ReadCard>({
    text: `select folders.name as folder, front, back, format, tags, suspended, variant,
      coalesce((select json_agg(coalesce(sibling.variant, '') || ' ' || sibling.front order by sibling.variant nulls first)
        from cards as sibling where sibling.user_id = cards.user_id and sibling.group_id = cards.group_id), '[]') as siblings,
      (select row_to_json(schedule) from (select difficulty, review_count, last_reviewed_at, last_review_date, next_review_at,
        next_review_date, interval, ease_factor, stability, memory_difficulty) as schedule) as schedule,
      coalesce((select json_agg(row_to_json(review)) from (
        select difficulty, answer_result, grade, reviewed_at, time_zone, local_date, due_before, practice, retrievability,
          state_before, state_after, duration_ms, undone_at, undone_date, mode, hints,
          (select front from cards as other where other.user_id = cards.user_id and other.id = confused_with) as confused_with
        from reviews where user_id = cards.user_id and card_id = cards.id order by id) as review), '[]') as reviews
      from cards join folders on folders.user_id = cards.user_id and folders.id = folder_id where cards.user_id = $1`,
    values: [userId],
  });
  const { rows: media } = await pool.query("select id from media where user_id = $1 order by id", [userId]);
  const inOrder = cards.map((card) => ({ card, key: JSON.stringify(card) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return { cards: inOrder.map(({ card }) => card), media: media.map(({ id }) => id) };
}
