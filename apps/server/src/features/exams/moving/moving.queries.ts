import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { scheduleFields } from "#features/schedule/schedule.queries.ts";
import { and, eq, inArray, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { examFolders, examMoves } from "#schema/exams.ts";
import type { StoredSchedule } from "#schema/schedule.ts";

/** True for a row of `cards` whose due date is still the one that its row of `exam_moves` has set. */
export const isStillMoved = sql`${cards.userId} = ${examMoves.userId} and ${cards.id} = ${examMoves.cardId}
  and ${cards.lastReviewDate} = ${examMoves.lastReviewDate} and ${cards.nextReviewDate} = ${examMoves.movedTo}`;

export async function selectExamFolderIds(db: Queryable, owner: OwnerId, examId: number): Promise<number[]> {
  const rows = await db
    .select({ id: examFolders.folderId })
    .from(examFolders)
    .where(isOwn(examFolders, owner, { examId }));
  return rows.map(({ id }) => id);
}

const inFolders = (folderIds: readonly number[]) => sql`folder_id = any(${sql.param([...folderIds])}::bigint[])`;

/** Restores the due dates that cards would have without an exam, and returns the ids of these cards. */
export async function updateToUnmovedDates(
  db: Queryable,
  owner: OwnerId,
  folderIds: readonly number[],
): Promise<number[]> {
  const isMoved = and(eq(cards.userId, owner), eq(examMoves.userId, owner), isStillMoved);
  const restored = await db
    .update(cards)
    .set({
      nextReviewAt: sql`${examMoves.nextReviewAt}`,
      nextReviewDate: sql`${examMoves.nextReviewDate}`,
      interval: sql`${examMoves.interval}`,
    })
    .from(examMoves)
    .where(and(isMoved, inArray(cards.folderId, [...folderIds])))
    .returning({ id: cards.id });
  await db
    .delete(examMoves)
    .where(
      and(
        eq(examMoves.userId, owner),
        sql`card_id in (select id from ${cards} where user_id = ${owner} and ${inFolders(folderIds)})`,
      ),
    );
  return restored.map(({ id }) => id);
}

export type MovableCard = StoredSchedule & { id: number; folderId: number; suspended: boolean };

/** Returns the cards of some folders that are due after a date, in the order of their ids. */
export async function selectMovableCards(
  db: Queryable,
  owner: OwnerId,
  folderIds: readonly number[],
  after: LocalDate,
): Promise<MovableCard[]> {
  const { rows } = await db.execute<MovableCard>(sql`
    select id, folder_id as "folderId", suspended, ${scheduleFields} from ${cards}
    where user_id = ${owner} and ${inFolders(folderIds)} and next_review_date > ${after}::date and not suspended
    order by id`);
  return rows;
}

export type Move = {
  cardId: number;
  lastReviewDate: LocalDate;
  movedTo: LocalDate;
  /** The schedule that the card would have without the move. */
  unmoved: { nextReviewAt: Date; nextReviewDate: LocalDate; interval: number };
  moved: { nextReviewAt: Date; interval: number };
};

export async function insertMoves(db: Queryable, owner: OwnerId, moves: readonly Move[]): Promise<void> {
  const column = <Value>(select: (move: Move) => Value) => sql.param(moves.map(select));
  await db.execute(sql`
    insert into ${examMoves} (user_id, card_id, last_review_date, moved_to, next_review_at, next_review_date, "interval")
    select ${owner}::bigint, * from unnest(${column(({ cardId }) => cardId)}::bigint[],
      ${column(({ lastReviewDate }) => lastReviewDate)}::date[], ${column(({ movedTo }) => movedTo)}::date[],
      ${column(({ unmoved }) => unmoved.nextReviewAt.toISOString())}::timestamptz[],
      ${column(({ unmoved }) => unmoved.nextReviewDate)}::date[], ${column(({ unmoved }) => unmoved.interval)}::integer[])`);
  await db.execute(sql`
    update ${cards} as card set next_review_at = move.at, next_review_date = move.date, "interval" = move.days
    from unnest(${column(({ cardId }) => cardId)}::bigint[], ${column(({ movedTo }) => movedTo)}::date[],
      ${column(({ moved }) => moved.nextReviewAt.toISOString())}::timestamptz[],
      ${column(({ moved }) => moved.interval)}::integer[]) as move (id, date, at, days)
    where card.user_id = ${owner} and card.id = move.id`);
}
