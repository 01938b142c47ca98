import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { learnerFields, learnerRow, planFields } from "#features/schedule/learner/learner.queries.ts";
import { isCounted } from "#features/schedule/schedule.queries.ts";
import type { StoredLearner, StoredPlan } from "#features/schedule/schedule.state.ts";
import { and, between, eq, inArray, isNotNull, isNull, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { examFolders, exams, type Foretold } from "#schema/exams.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";

/** @param asOf The `updatedAt` of the exam that the forecast was computed for. Nothing is written if the exam was changed since. */
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

/** The cards of some folders that are not suspended, the oldest first, as `parseExamCards` reads them (exams.cards.ts). */
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

export function selectFolderCards(db: Queryable, owner: OwnerId, folderIds: readonly number[]): Promise<string> {
  return selectCardColumns(db, owner, sql`folder_id = any(${sql.param([...folderIds])}::bigint[])`);
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
    /**
     * Figures of the most recent reviews: how many of them were scored, how often each grade was given to new cards (1 to 4),
     * and how often to cards that were recalled (2 to 4).
     */
    scored: number;
    first: [number, number, number, number];
    recalled: [number, number, number];
    /** Mean durations; null if none was measured. */
    reviewMs: number | null;
    newCardMs: number | null;
    /** Dates with a review in the 30 days before today, and the first date with one ever. */
    daysStudied: number;
    firstDate: LocalDate | null;
    /** How many of these 30 days were days of breaks. */
    daysOfBreaks: number;
  };

/** The number of recent reviews that habits are computed from; more would hardly change them. */
const RECENT_REVIEWS = 3000;
const MAX_ANSWER_MS = 60_000;

export async function selectStudyHabits(db: Queryable, owner: OwnerId, today: LocalDate): Promise<StudyHabits> {
  const { rows } = await db.execute<StudyHabits>(sql`
    with recent as (
      select grade, retrievability, due_before is null as is_first, least(duration_ms, ${MAX_ANSWER_MS}) as duration
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

/** Returns the scored reviews of an exam's folders in a range of dates that have the recall bit. */
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
