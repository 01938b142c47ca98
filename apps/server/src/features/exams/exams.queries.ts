import type { ExamFolder } from "@repasa/contract/exams.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { WeekBreak } from "@repasa/study-queue/study-week.ts";
import { nearestExams } from "#features/schedule/rationing/rationing.queries.ts";
import { breaksAround, isCatchingUp, isFirstRatingOn, isNew } from "#features/schedule/schedule.queries.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { isForeignKeyViolation } from "#platform/db/database-errors.ts";
import { and, eq, gt, inArray, isNotNull, not, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { examFolders, exams } from "#schema/exams.ts";
import { folders } from "#schema/folders.ts";
import { reviews } from "#schema/schedule.ts";

export type ExamRow = {
  id: number;
  name: string;
  date: LocalDate;
  createdAt: Date;
  updatedAt: Date;
  folders: ExamFolderRow[];
};

/** A folder of an exam. Its colour and its icon are null unless they were chosen. */
type ExamFolderRow = Omit<ExamFolder, "color" | "icon"> & { color: string | null; icon: string | null };

/** Returns all exams of the user, or only the one with the given id. */
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
      folders: sql<ExamFolderRow[]>`coalesce(
        json_agg(json_build_object('folderId', ${folders.id}, 'name', ${folders.name}, 'color', coalesce(${folders.color}, ${folders.automaticColor}),
          'icon', ${folders.icon}, 'cards', coalesce(${tally.cards}, 0)))
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
    .where(isOwn(exams, owner, { clientId }));
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
      // Changes nothing, but without an update the row would not be returned.
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
    .where(isOwn(exams, owner, { id }));
}

/**
 * Locks the folders that an exam is to have and those that it has, in the order of all that changes several folders. They gain and
 * lose no cards until the transaction ends, and are not deleted. Must come before the exam and the cards are locked.
 *
 * @param exam Null for one that is about to be added.
 */
export async function lockFoldersOfExam(
  db: Queryable,
  owner: OwnerId,
  exam: number | null,
  folderIds: readonly number[],
): Promise<void> {
  await db.execute(sql`
    select id from ${folders} where user_id = ${owner} and (id ${isAmong(folderIds)}
      or id in (select folder_id from ${examFolders} where user_id = ${owner} and exam_id = ${exam}::bigint))
    order by id for no key update`);
}

/** Locks an exam until the transaction ends, and returns its date. */
export async function lockExam(db: Queryable, owner: OwnerId, id: number): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ date: exams.date })
    .from(exams)
    .where(isOwn(exams, owner, { id }))
    .for("update");
  return row?.date;
}

/** Replaces the folders of an exam. Returns true if it had others before. Fails as described at `isFolderMissing`. */
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

/** True if a statement failed because a folder does not exist, or belongs to another user. */
export function isFolderMissing(error: unknown): boolean {
  return isForeignKeyViolation(error, "exam_folders_folder_fk");
}

export async function deleteExam(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(exams)
    .where(isOwn(exams, owner, { id }))
    .returning({ id: exams.id });
  return deleted.length > 0;
}

/** Returns the nearest exam after a date for each folder that has one. */
export async function selectNearestExams(db: Queryable, owner: OwnerId, after: LocalDate) {
  const { rows } = await db.execute<{ folderId: number; date: LocalDate; name: string }>(sql`
    select folder_id as "folderId", exam_date as date, exam_name as name from ${nearestExams(owner, after)} as nearest`);
  return rows;
}

/**
 * - `folderIds`: the folder of each card that was never rated and has an exam after a date, the oldest card first; in JSON.
 * - `examDates`: the dates of all exams of these folders.
 */
export type UnseenCardsRow = { folderIds: string; examDates: { folderId: number; dates: LocalDate[] }[] };

export async function selectUnseenCards(db: Queryable, owner: OwnerId, after: LocalDate): Promise<UnseenCardsRow> {
  const { rows } = await db.execute<UnseenCardsRow>(sql`
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
  return rows[0] as UnseenCardsRow;
}

export type NewCardPaceRow = {
  limit: number | null;
  pausedUntil: LocalDate | null;
  breaks: WeekBreak[];
  /** How many cards were rated for the first time today, by the nearest exam on their folder. */
  firstRatings: { examDate: LocalDate | null; count: number }[];
};

export async function selectNewCardPace(db: Queryable, owner: OwnerId, today: LocalDate): Promise<NewCardPaceRow> {
  const { rows } = await db.execute<NewCardPaceRow>(sql`
    select
      (select new_cards_per_day from ${userPreferences} where user_id = ${owner}) as "limit",
      (select catch_up_until from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(today)}) as "pausedUntil",
      ${breaksAround(owner, today)} as breaks,
      (select coalesce(json_agg(json_build_object('examDate', exam_date, 'count', count)), '[]') from (
        select exam_date, count(*) as count
        from ${reviews} left join ${nearestExams(owner, today)} as target using (folder_id)
        where ${isFirstRatingOn(owner, today)} group by exam_date
      ) as first_ratings) as "firstRatings"`);
  return rows[0] as NewCardPaceRow;
}
