import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isStillMoved } from "#features/exams/moving/moving.queries.ts";
import { learnerFields, learnerRow, planFields } from "#features/schedule/learner/learner.queries.ts";
import { countedMs, isCertainAnswer, isCounted, isRecall } from "#features/schedule/schedule.queries.ts";
import type { StoredLearner, StoredPlan } from "#features/schedule/schedule.state.ts";
import { and, between, eq, inArray, isNotNull, isNull, type SQL, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { examFolders, examMoves, exams, type StoredForecast } from "#schema/exams.ts";
import { reviews } from "#schema/schedule.ts";

/**
 * Stores the forecast of an exam. If `forecast` is null, the stored forecast is deleted.
 *
 * @param asOf The exam's `updatedAt` when the forecast was computed. Nothing is written if the exam has changed since.
 */
export async function updateStoredForecast(
  db: Queryable,
  owner: OwnerId,
  id: number,
  forecast: StoredForecast | null,
  asOf?: Date,
): Promise<void> {
  await db
    .update(exams)
    .set({ foretold: forecast })
    .where(and(eq(exams.userId, owner), eq(exams.id, id), asOf && eq(exams.updatedAt, asOf)));
}

const isInExam = (owner: OwnerId, examId: number) =>
  sql`folder_id in (select folder_id from ${examFolders} where user_id = ${owner} and exam_id = ${examId})`;

/** Returns cards that are not suspended, the oldest first, in the JSON form that `parseExamCards` reads (exams.cards.ts). */
async function selectCardsAsJson(db: Queryable, owner: OwnerId, isWanted: SQL): Promise<string> {
  const { rows } = await db.execute<{ cards: string }>(sql`
    select coalesce(json_agg(json_build_array(id, folder_id, stability, memory_difficulty,
      ${cards.lastReviewDate} - date '1970-01-01', ${cards.nextReviewDate} - date '1970-01-01', ${cards.interval},
      ease_factor, review_count, difficulty,
      ${examMoves.nextReviewDate} - date '1970-01-01', ${examMoves.interval}) order by created_at, id), '[]')::text as cards
    from ${cards} left join ${examMoves} on ${isStillMoved}
    where ${cards.userId} = ${owner} and not suspended and ${isWanted}`);
  return rows[0]?.cards as string;
}

export function selectFolderCards(db: Queryable, owner: OwnerId, folderIds: readonly number[]): Promise<string> {
  return selectCardsAsJson(db, owner, sql`folder_id = any(${sql.param([...folderIds])}::bigint[])`);
}

/**
 * The number of cards from which a workload is forecast. A larger collection is sampled, because more cards would cost time and
 * hardly change the mean.
 */
const SAMPLED_CARDS = 3000;

/** Cards in the form of `selectFolderCards`, each of which represents `weight` of a user's rated cards. */
export type SampledCards = { cards: string; weight: number };

export async function selectSampledCards(db: Queryable, owner: OwnerId): Promise<SampledCards> {
  const isRated = sql`user_id = ${owner} and not suspended and next_review_date is not null`;
  const { rows } = await db.execute<{ every: number }>(sql`
    select greatest(1, ceil(count(*) / ${SAMPLED_CARDS}::numeric))::integer as every from ${cards} where ${isRated}`);
  const weight = rows[0]?.every ?? 1;
  const isSampled = sql`${cards.nextReviewDate} is not null and ${cards.id} % ${weight} = 0`;
  return { cards: await selectCardsAsJson(db, owner, isSampled), weight };
}

export function selectCardsDueBy(db: Queryable, owner: OwnerId, date: LocalDate): Promise<string> {
  return selectCardsAsJson(db, owner, sql`${cards.nextReviewDate} <= ${date}::date`);
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
    /** How many of the recent reviews were scored. */
    scored: number;
    /** How often each grade, 1 to 4, was given to a new card. */
    newCardGrades: [number, number, number, number];
    /** How often each grade, 2 to 4, was given to a studied card that was recalled. */
    recalledGrades: [number, number, number];
    /** The share of the recent reviews whose answers are certain; null without a review. */
    certain: number | null;
    /** The mean duration of a review of a studied card; null if none was measured. */
    reviewMs: number | null;
    /** The mean duration of the first review of a card; null if none was measured. */
    newCardMs: number | null;
    /** The date of the user's first review. */
    firstDate: LocalDate | null;
  };

/** The habits are computed from this many of the newest reviews, because older ones would hardly change the result. */
const RECENT_REVIEWS = 3000;

export async function selectStudyHabits(db: Queryable, owner: OwnerId): Promise<StudyHabits> {
  const { rows } = await db.execute<StudyHabits>(sql`
    with recent as (
      select grade, ${isCertainAnswer} as is_certain, retrievability, due_before is null as is_first, ${countedMs} as counted_ms
      from ${reviews} where user_id = ${owner} and undone_at is null and ${isRecall} order by id desc limit ${RECENT_REVIEWS}
    )
    select ${sql.raw(learnerFields)}, ${sql.raw(planFields)},
      (select local_date from ${reviews} where user_id = ${owner} and ${isCounted} order by local_date limit 1)
        as "firstDate",
      recent_totals.*
    from ${learnerRow(owner)}, (select
      count(*) filter (where retrievability is not null) as scored,
      json_build_array(${countWhere(sql`is_first and grade = 1`)}, ${countWhere(sql`is_first and grade = 2`)},
        ${countWhere(sql`is_first and grade = 3`)}, ${countWhere(sql`is_first and grade = 4`)}) as "newCardGrades",
      json_build_array(${countWhere(sql`not is_first and grade = 2`)}, ${countWhere(sql`not is_first and grade = 3`)},
        ${countWhere(sql`not is_first and grade = 4`)}) as "recalledGrades",
      avg(is_certain::integer)::float8 as certain,
      avg(counted_ms) filter (where not is_first)::float8 as "reviewMs",
      avg(counted_ms) filter (where is_first)::float8 as "newCardMs"
    from recent) as recent_totals`);
  return rows[0] as StudyHabits;
}

const countWhere = (condition: SQL) => sql`count(*) filter (where ${condition})`;

export async function selectStoredForecast(db: Queryable, owner: OwnerId, id: number) {
  const [row] = await db
    .select({ date: exams.date, foretold: exams.foretold })
    .from(exams)
    .where(isOwn(exams, owner, { id }));
  return row;
}

/** Returns the reviews of an exam's folders in a range of dates, if they were scored and have the recall bit. */
export async function selectExamReviews(db: Queryable, owner: OwnerId, examId: number, { from, to }: DateRange) {
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
        isInExam(owner, examId),
      ),
    );
}

/**
 * Counts the cards of an exam's folders that were studied in a range of dates, and those that had come due by its end but were
 * not studied in it. A card's due date then is the one before its first review after the range.
 */
export async function countCardsAround(db: Queryable, owner: OwnerId, examId: number, { from, to }: DateRange) {
  const { rows } = await db.execute<{ studied: number; due: number }>(sql`
    select count(*) filter (where is_studied) as studied,
      count(*) filter (where not is_studied and due_then <= ${to}::date) as due
    from (
      select exists (
          select 1 from ${reviews}
          where user_id = ${owner} and card_id = card.id and local_date between ${from}::date and ${to}::date
            and undone_at is null and ${isRecall}
        ) as is_studied,
        case when later.card_id is null then next_review_date else later.due end as due_then
      from ${cards} as card left join lateral (
        select card_id, coalesce((state_before->>'nextReviewDate')::date, due_before::date) as due from ${reviews}
        where user_id = ${owner} and card_id = card.id and local_date > ${to}::date and undone_at is null
        order by id limit 1
      ) as later on true
      where card.user_id = ${owner} and not suspended and ${isInExam(owner, examId)}
    ) as counted`);
  return rows[0] as { studied: number; due: number };
}
