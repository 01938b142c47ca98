import type { ExamFolder } from "@repasa/contract/exams.ts";
import { and, between, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from "#db/drizzle.cjs";
import { isForeignKeyViolation, type Queryable } from "#db/pool.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { type CardRow, cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import { isBegunOn, isCatchingUp } from "#features/schedule/pending/pending.table.ts";
import {
  isCounted,
  isNew,
  learnerFields,
  learnerRow,
  planFields,
  reviews,
  type StoredLearner,
  type StoredPlan,
  userBreaks,
} from "#features/schedule/schedule.table.ts";
import type { DateRange, LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { examFolders, exams, type Foretold, nearestExams } from "./exams.table.ts";

export type ExamRow = {
  id: number;
  name: string;
  date: LocalDate;
  createdAt: Date;
  updatedAt: Date;
  folders: ExamFolder[];
};

/** All exams of the user, or the one with this id. */
export async function selectExams(db: Queryable, owner: OwnerId, id?: number): Promise<ExamRow[]> {
  const tally = db
    .select({ folderId: cards.folderId, cards: sql<number>`count(*)`.as("cards") })
    .from(cards)
    .where(
      and(
        eq(cards.userId, owner),
        inArray(
          cards.folderId,
          db.select({ folderId: examFolders.folderId }).from(examFolders).where(eq(examFolders.userId, owner)),
        ),
      ),
    )
    .groupBy(cards.folderId)
    .as("tally");
  return db
    .select({
      id: exams.id,
      name: exams.name,
      date: exams.date,
      createdAt: exams.createdAt,
      updatedAt: exams.updatedAt,
      folders: sql<ExamFolder[]>`coalesce(
        json_agg(json_build_object('folderId', ${folders.id}, 'name', ${folders.name}, 'cards', coalesce(${tally.cards}, 0)))
          filter (where ${folders.id} is not null), '[]')`,
    })
    .from(exams)
    .leftJoin(examFolders, and(eq(examFolders.userId, exams.userId), eq(examFolders.examId, exams.id)))
    .leftJoin(folders, and(eq(folders.userId, examFolders.userId), eq(folders.id, examFolders.folderId)))
    .leftJoin(tally, eq(tally.folderId, folders.id))
    .where(and(eq(exams.userId, owner), id === undefined ? undefined : eq(exams.id, id)))
    .groupBy(exams.userId, exams.id);
}

export async function countExamsAfter(db: Queryable, owner: OwnerId, date: LocalDate): Promise<number> {
  return db.$count(exams, and(eq(exams.userId, owner), gt(exams.date, date)));
}

export async function selectExamIdByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.userId, owner), eq(exams.clientId, clientId)));
  return row?.id;
}

type ExamValues = { name: string; date: LocalDate };

/** Adds an exam without folders, or finds the one that was added with the same `clientId`. */
export async function insertExam(
  db: Queryable,
  owner: OwnerId,
  values: ExamValues & { clientId: string | null },
  now: Date,
): Promise<number> {
  const [row] = await db
    .insert(exams)
    .values({ ...values, userId: owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [exams.userId, exams.clientId],
      targetWhere: isNotNull(exams.clientId),
      // Changes nothing: a row that is left alone would not be returned.
      set: { clientId: values.clientId },
    })
    .returning({ id: exams.id });
  return (row as { id: number }).id;
}

export async function updateExam(
  db: Queryable,
  owner: OwnerId,
  id: number,
  values: ExamValues,
  now: Date,
): Promise<void> {
  await db
    .update(exams)
    .set({ ...values, updatedAt: now })
    .where(and(eq(exams.userId, owner), eq(exams.id, id)));
}

/** The date of an exam, which nobody else changes before the transaction ends. */
export async function lockExam(db: Queryable, owner: OwnerId, id: number): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ date: exams.date })
    .from(exams)
    .where(and(eq(exams.userId, owner), eq(exams.id, id)))
    .for("update");
  return row?.date;
}

/** Makes these the folders of an exam, and tells whether it had others before; see `isFolderMissing`. */
export async function replaceExamFolders(
  db: Queryable,
  owner: OwnerId,
  examId: number,
  folderIds: readonly number[],
): Promise<boolean> {
  const removed = await db
    .delete(examFolders)
    .where(
      and(eq(examFolders.userId, owner), eq(examFolders.examId, examId), not(inArray(examFolders.folderId, folderIds))),
    );
  const added = await db
    .insert(examFolders)
    .values(folderIds.map((folderId) => ({ userId: owner, examId, folderId })))
    .onConflictDoNothing();
  return (removed.rowCount ?? 0) + (added.rowCount ?? 0) > 0;
}

/** Whether a statement failed because a folder does not exist, or is somebody else's. */
export function isFolderMissing(error: unknown): boolean {
  return isForeignKeyViolation(error, "exam_folders_folder_fk");
}

export async function deleteExam(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(exams)
    .where(and(eq(exams.userId, owner), eq(exams.id, id)))
    .returning({ id: exams.id });
  return deleted.length > 0;
}

/** The nearest exam after a date for each folder that has one. */
export async function selectNearestExams(db: Queryable, owner: OwnerId, after: LocalDate) {
  const { rows } = await db.execute<{ folderId: number; date: LocalDate; name: string }>(sql`
    select folder_id as "folderId", exam_date as date, exam_name as name from ${nearestExams(owner, after)} as nearest`);
  return rows;
}

// ---- What a forecast is made from ----

/** @param asOf What is foretold is of the exam as it was changed last at that time; nothing happens if it was changed since. */
export async function updateForetold(
  db: Queryable,
  owner: OwnerId,
  id: number,
  foretold: Foretold | null,
  asOf?: Date,
): Promise<void> {
  await db
    .update(exams)
    .set({ foretold })
    .where(and(eq(exams.userId, owner), eq(exams.id, id), asOf && eq(exams.updatedAt, asOf)));
}

const inExam = (owner: OwnerId, examId: number) =>
  sql`folder_id in (select folder_id from ${examFolders} where user_id = ${owner} and exam_id = ${examId})`;

/** The cards of some folders that are not suspended, the oldest first, as `cardsIn` reads them (exams.cards.ts). */
async function selectCardColumns(db: Queryable, owner: OwnerId, folders: SQL): Promise<string> {
  const { rows } = await db.execute<{ cards: string }>(sql`
    select coalesce(json_agg(json_build_array(id, folder_id, stability, memory_difficulty,
      last_review_date - date '1970-01-01', next_review_date - date '1970-01-01', "interval", ease_factor, review_count,
      difficulty) order by created_at, id), '[]')::text as cards
    from ${cards} where user_id = ${owner} and not suspended and ${folders}`);
  return rows[0]?.cards as string;
}

export function selectExamCards(db: Queryable, owner: OwnerId, examId: number): Promise<string> {
  return selectCardColumns(db, owner, inExam(owner, examId));
}

export function selectCardsIn(db: Queryable, owner: OwnerId, folderIds: readonly number[]): Promise<string> {
  return selectCardColumns(db, owner, sql`folder_id = any(${sql.param([...folderIds])}::bigint[])`);
}

/**
 * - `folderIds`: of each card that was never rated and has an exam after a date, the oldest first; in JSON.
 * - `examDates`: all exams of these folders.
 */
export type UnmetCardsRow = { folderIds: string; examDates: { folderId: number; dates: LocalDate[] }[] };

export async function selectUnmetCards(db: Queryable, owner: OwnerId, after: LocalDate): Promise<UnmetCardsRow> {
  const { rows } = await db.execute<UnmetCardsRow>(sql`
    with target as (select folder_id from ${nearestExams(owner, after)} as nearest)
    select (
      select coalesce(json_agg(folder_id order by created_at, id), '[]')::text from ${cards}
      where user_id = ${owner} and ${isNew} and folder_id in (select folder_id from target)
    ) as "folderIds", (
      select coalesce(json_agg(json_build_object('folderId', folder_id, 'dates', dates)), '[]') from (
        select chosen.folder_id, json_agg(exam.date) as dates from ${examFolders} as chosen
        join ${exams} as exam on exam.user_id = chosen.user_id and exam.id = chosen.exam_id
        where chosen.user_id = ${owner} and chosen.folder_id in (select folder_id from target)
        group by chosen.folder_id
      ) as each
    ) as "examDates"`);
  return rows[0] as UnmetCardsRow;
}

export type NewCardPaceRow = {
  limit: number | null;
  pausedUntil: LocalDate | null;
  /** How many cards were rated for the first time today, by the nearest exam on their folder. */
  begun: { examDate: LocalDate | null; count: number }[];
};

export async function selectNewCardPace(db: Queryable, owner: OwnerId, today: LocalDate): Promise<NewCardPaceRow> {
  const { rows } = await db.execute<NewCardPaceRow>(sql`
    select
      (select new_cards_per_day from ${userPreferences} where user_id = ${owner}) as "limit",
      (select catch_up_until from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(today)}) as "pausedUntil",
      (select coalesce(json_agg(json_build_object('examDate', exam_date, 'count', count)), '[]') from (
        select exam_date, count(*) as count
        from ${reviews} left join ${nearestExams(owner, today)} as target using (folder_id)
        where ${isBegunOn(owner, today)} group by exam_date
      ) as first_ratings) as begun`);
  return rows[0] as NewCardPaceRow;
}

type Question = Pick<CardRow, "front" | "format" | "variant">;

export async function selectQuestions(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Question>();
  const rows = await db
    .select({ id: cards.id, front: cards.front, format: cards.format, variant: cards.variant })
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.id, [...ids])));
  return new Map<number, Question>(rows.map(({ id, ...question }) => [id, question]));
}

export type StudyHabits = StoredLearner &
  StoredPlan & {
    /** Of the last reviews: how many taught the calibration, and what was pressed. */
    scored: number;
    first: [number, number, number, number];
    recalled: [number, number, number];
    /** Means; null without a time that was measured. */
    reviewMs: number | null;
    newCardMs: number | null;
    /** Dates with a review in the 30 days before today, and the first date with one ever. */
    daysStudied: number;
    firstDate: LocalDate | null;
    /** How many of these 30 days were days of breaks. */
    daysOfBreaks: number;
  };

/** More reviews tell hardly more about habits. */
const RECENT_REVIEWS = 3000;
const LONGEST_ANSWER_MS = 60_000;

export async function selectStudyHabits(db: Queryable, owner: OwnerId, today: LocalDate): Promise<StudyHabits> {
  const { rows } = await db.execute<StudyHabits>(sql`
    with recent as (
      select grade, retrievability, due_before is null as is_first, least(duration_ms, ${LONGEST_ANSWER_MS}) as duration
      from ${reviews} where user_id = ${owner} and undone_at is null order by id desc limit ${RECENT_REVIEWS}
    )
    select ${sql.raw(learnerFields)}, ${sql.raw(planFields)},
      (select count(distinct local_date) from ${reviews}
        where user_id = ${owner} and local_date >= ${today}::date - 30 and local_date < ${today}::date
          and ${isCounted}) as "daysStudied",
      (select local_date from ${reviews} where user_id = ${owner} and ${isCounted} order by local_date limit 1)
        as "firstDate",
      (select coalesce(sum(least(to_date, ${today}::date - 1) - greatest(from_date, ${today}::date - 30) + 1), 0)::integer
        from ${userBreaks} where user_id = ${owner} and from_date < ${today}::date and to_date >= ${today}::date - 30)
        as "daysOfBreaks",
      answers.*
    from ${learnerRow(owner)}, (select
      count(*) filter (where retrievability is not null) as scored,
      json_build_array(${countOf(sql`is_first and grade = 1`)}, ${countOf(sql`is_first and grade = 2`)},
        ${countOf(sql`is_first and grade = 3`)}, ${countOf(sql`is_first and grade = 4`)}) as first,
      json_build_array(${countOf(sql`not is_first and grade = 2`)}, ${countOf(sql`not is_first and grade = 3`)},
        ${countOf(sql`not is_first and grade = 4`)}) as recalled,
      avg(duration) filter (where not is_first)::float8 as "reviewMs",
      avg(duration) filter (where is_first)::float8 as "newCardMs"
    from recent) as answers`);
  return rows[0] as StudyHabits;
}

const countOf = (condition: SQL) => sql`count(*) filter (where ${condition})`;

export async function selectForetold(db: Queryable, owner: OwnerId, id: number) {
  const [row] = await db
    .select({ date: exams.date, foretold: exams.foretold })
    .from(exams)
    .where(and(eq(exams.userId, owner), eq(exams.id, id)));
  return row;
}

/** The reviews of an exam's folders in a range of dates that tell whether the card was recalled. */
export async function selectReviewsAround(db: Queryable, owner: OwnerId, examId: number, { from, to }: DateRange) {
  return db
    .select({
      recalled: sql<boolean>`${reviews.grade} > 1`,
      retrievability: sql<number>`${reviews.retrievability}`,
      a: sql<number>`(${reviews.stateBefore}->>'calibrationA')::float8`,
      b: sql<number>`(${reviews.stateBefore}->>'calibrationB')::float8`,
    })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        between(reviews.localDate, from, to),
        isNull(reviews.undoneAt),
        isNotNull(reviews.grade),
        isNotNull(reviews.retrievability),
        inExam(owner, examId),
      ),
    );
}
