import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { pendingCardIds } from "#features/schedule/pending/pending.queries.ts";
import { dayStartHour } from "#features/schedule/schedule.queries.ts";
import type { KnownShares } from "#features/schedule/shares/shares.queries.ts";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { type QuizRow, quizzes, type StoredAnswers, type StoredResult } from "#schema/quizzes.ts";

const isQuiz = (owner: OwnerId, id: number) => isOwn(quizzes, owner, { id });

const hasResult = (result: StoredResult | null) =>
  result === null ? isNull(quizzes.result) : sql`${quizzes.result} = ${JSON.stringify(result)}::jsonb`;

// ---- What a quiz is drawn from ----

export async function selectQuizFolders(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  return db
    .select({ id: folders.id, name: folders.name, language: folders.language, strictAccents: folders.strictAccents })
    .from(folders)
    .where(and(eq(folders.userId, owner), inArray(folders.id, [...ids])));
}

/** A card with the parts of its schedule that predict its recall; null where it was never rated. */
export type DrawnCard = {
  id: number;
  folderId: number;
  stability: number | null;
  memoryDifficulty: number | null;
  lastReviewDate: LocalDate | null;
};

/** Returns the cards of folders that are not suspended. */
export async function selectDrawnCards(
  db: Queryable,
  owner: OwnerId,
  folderIds: readonly number[],
): Promise<DrawnCard[]> {
  return db
    .select({
      id: cards.id,
      folderId: cards.folderId,
      stability: cards.stability,
      memoryDifficulty: cards.memoryDifficulty,
      lastReviewDate: cards.lastReviewDate,
    })
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.suspended, false), inArray(cards.folderId, [...folderIds])))
    .orderBy(asc(cards.id));
}

/** The parts of a card that make a question. */
export type AskedCard = Pick<CardRow, "id" | "folderId" | "front" | "back" | "format" | "variant" | "tags" | "groupId">;

const askedFields = {
  id: cards.id,
  folderId: cards.folderId,
  front: cards.front,
  back: cards.back,
  format: cards.format,
  variant: cards.variant,
  tags: cards.tags,
  groupId: cards.groupId,
};

/** The longest front and back, in characters, of a card whose answer is read as that of another card. */
const MAX_OTHER_LENGTH = 2000;
const isShort = sql`length(${cards.front}) + length(${cards.back}) <= ${sql.raw(String(MAX_OTHER_LENGTH))}`;

/** Returns cards with their texts. Of `others`, those with long texts are left out. */
export async function selectAskedCards(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  others: readonly number[] = [],
): Promise<AskedCard[]> {
  const isWanted = sql`(${inArray(cards.id, [...ids])} or (${cards.id} = any(${sql.param([...others])}::bigint[]) and ${isShort}))`;
  return db
    .select(askedFields)
    .from(cards)
    .where(and(eq(cards.userId, owner), isWanted));
}

/** The place of a card in its folder. */
export type OtherPlace = { createdAt: string; id: number };

/**
 * Returns the next cards of a folder after a place, without those with long texts, as a JSON array of [id, front, back, format,
 * variant]; `last` is the place of the last card that was looked at, or null if there were none.
 */
export async function selectOtherCards(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  after: OtherPlace | null,
  limit: number,
): Promise<{ cards: string; last: OtherPlace | null }> {
  const beyond = after ? sql`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id})` : sql`true`;
  const { rows } = await db.execute<{ cards: string; last: OtherPlace | null }>(sql`
    select coalesce(json_agg(json_build_array(id, front, back, format, variant)) filter (where ${isShort}), '[]')::text as cards,
      (array_agg(json_build_object('createdAt', created_at, 'id', id) order by created_at desc, id desc))[1] as last
    from (
      select * from ${cards} where user_id = ${owner} and folder_id = ${folderId} and ${beyond}
      order by created_at, id limit ${limit}
    ) as ${cards}`);
  return rows[0] as { cards: string; last: OtherPlace | null };
}

// ---- Quizzes ----

export type NewQuizRow = Omit<typeof quizzes.$inferInsert, "userId" | "answers" | "result">;

/** Adds a quiz; returns undefined if there is one with the same `clientId`. */
export async function insertQuiz(db: Queryable, owner: OwnerId, values: NewQuizRow): Promise<QuizRow | undefined> {
  const [row] = await db
    .insert(quizzes)
    .values({ ...values, userId: owner })
    .onConflictDoNothing({ target: [quizzes.userId, quizzes.clientId], where: isNotNull(quizzes.clientId) })
    .returning();
  return row;
}

export async function countQuizzes(db: Queryable, owner: OwnerId): Promise<number> {
  return db.$count(quizzes, eq(quizzes.userId, owner));
}

export async function selectQuizByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select()
    .from(quizzes)
    .where(isOwn(quizzes, owner, { clientId }));
  return row;
}

export async function selectQuiz(db: Queryable, owner: OwnerId, id: number): Promise<QuizRow | undefined> {
  const [row] = await db.select().from(quizzes).where(isQuiz(owner, id));
  return row;
}

/** Returns all quizzes without their questions and answers, the newest first. */
export async function selectQuizzes(db: Queryable, owner: OwnerId) {
  return db
    .select({
      id: quizzes.id,
      name: quizzes.name,
      examId: quizzes.examId,
      folderIds: quizzes.folderIds,
      startedAt: quizzes.startedAt,
      endsAt: quizzes.endsAt,
      finishedAt: quizzes.finishedAt,
      questionCount: quizzes.questionCount,
      cards: quizzes.cards,
      predicted: quizzes.predicted,
      result: quizzes.result,
    })
    .from(quizzes)
    .where(eq(quizzes.userId, owner))
    .orderBy(desc(quizzes.startedAt), desc(quizzes.id));
}

export type ListedRow = Awaited<ReturnType<typeof selectQuizzes>>[number];

/** Returns the quizzes whose time is over and that are not finished. */
export async function selectOverdueQuizzes(db: Queryable, owner: OwnerId, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: quizzes.id })
    .from(quizzes)
    .where(and(eq(quizzes.userId, owner), isNull(quizzes.finishedAt), lte(quizzes.endsAt, now)));
  return rows.map(({ id }) => id);
}

/**
 * Stores an answer, or removes it if it is null.
 *
 * @param place The place of the question, from 0.
 * @returns false if the quiz has ended or does not exist
 */
export async function updateAnswer(
  db: Queryable,
  owner: OwnerId,
  id: number,
  { place, answer, now }: { place: number; answer: QuizAnswer | null; now: Date },
): Promise<boolean> {
  const key = String(place);
  const added = answer === null ? sql`'{}'::jsonb` : sql`${JSON.stringify({ [key]: answer })}::jsonb`;
  const { rowCount } = await db
    .update(quizzes)
    .set({ answers: sql`(${quizzes.answers} - ${key}::text) || ${added}` })
    .where(
      and(
        isQuiz(owner, id),
        isNull(quizzes.finishedAt),
        sql`(${quizzes.endsAt} is null or ${quizzes.endsAt} > ${at(now)})`,
      ),
    );
  return rowCount === 1;
}

type Finish = Pick<QuizRow, "finishedAt" | "attentionAt"> & { result: StoredResult };

/** Stores the result of a quiz. Returns false if it is finished already, or if its answers are others than those judged. */
export async function updateFinished(
  db: Queryable,
  owner: OwnerId,
  id: number,
  judged: StoredAnswers,
  finish: Finish,
): Promise<boolean> {
  const { rowCount } = await db
    .update(quizzes)
    .set(finish)
    .where(
      and(isQuiz(owner, id), isNull(quizzes.finishedAt), sql`${quizzes.answers} = ${JSON.stringify(judged)}::jsonb`),
    );
  return rowCount === 1;
}

/** Replaces the result of a finished quiz. Returns false if it is no longer `before`. */
export async function updateResult(
  db: Queryable,
  owner: OwnerId,
  id: number,
  before: StoredResult,
  after: Pick<QuizRow, "attentionAt"> & { result: StoredResult },
): Promise<boolean> {
  const { rowCount } = await db
    .update(quizzes)
    .set(after)
    .where(and(isQuiz(owner, id), hasResult(before)));
  return rowCount === 1;
}

/**
 * Sets when a job has to go on with a quiz, unless another process has done so, or has corrected an answer, since `before` was read.
 * Corrections of the same millisecond have the same time.
 */
export async function updateAttention(
  db: Queryable,
  owner: OwnerId,
  id: number,
  before: Pick<QuizRow, "result"> & { attentionAt: Date },
  after: Date | null,
): Promise<void> {
  await db
    .update(quizzes)
    .set({ attentionAt: after })
    .where(and(isQuiz(owner, id), eq(quizzes.attentionAt, before.attentionAt), hasResult(before.result)));
}

/** Deletes a quiz. Returns false if its result is no longer the given one: it was finished, corrected or deleted meanwhile. */
export async function deleteQuiz(
  db: Queryable,
  owner: OwnerId,
  id: number,
  result: StoredResult | null,
): Promise<boolean> {
  const { rowCount } = await db.delete(quizzes).where(and(isQuiz(owner, id), hasResult(result)));
  return rowCount === 1;
}

// ---- Effects on schedules ----

/** Returns which of some cards are new and beyond the date's share, so that they are not pending. */
export async function selectWaitingNewCards(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  { date, shares }: { date: LocalDate; shares: KnownShares },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and id = any(${sql.param([...ids])}::bigint[]) and next_review_date is null
      and id not in ${pendingCardIds(owner, date, shares)}`);
  return rows.map(({ id }) => id);
}

/** Returns quizzes with which a job has to go on, those that have waited longest first. */
export async function selectQuizzesToAttend(db: Queryable, now: Date, limit: number) {
  return db
    .select({
      owner: quizzes.userId,
      id: quizzes.id,
      timeZone: quizzes.timeZone,
      endsAt: quizzes.endsAt,
      attentionAt: quizzes.attentionAt,
      result: quizzes.result,
    })
    .from(quizzes)
    .where(lte(quizzes.attentionAt, now))
    .orderBy(asc(quizzes.attentionAt))
    .limit(limit);
}

/** Returns the hour at which a user's days begin. */
export async function selectDayStartHour(db: Queryable, owner: OwnerId): Promise<number> {
  const { rows } = await db.execute<{ hour: number }>(sql`select ${dayStartHour(owner)} as hour`);
  return (rows[0] as { hour: number }).hour;
}
