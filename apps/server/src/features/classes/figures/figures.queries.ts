import type { ClassFigures } from "@repasa/contract/classes.ts";
import type { SharedCard } from "@repasa/contract/sharing.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { and, eq, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { assignmentFolders, assignments, memberFigures } from "#schema/classes.ts";
import { FEWEST } from "./figures.covering.ts";

/** A student's figures without those of single cards. */
export type FiguresRow = {
  memberId: number;
  shown: boolean;
  cards: number;
  seen: number;
  mean: number | null;
  low: number | null;
  high: number | null;
};

export async function selectFigures(
  db: Queryable,
  teacher: OwnerId,
  assignmentId: number,
  run: Date,
): Promise<FiguresRow[]> {
  const { memberId, shown, cards, seen, mean, low, high } = memberFigures;
  return db
    .select({ memberId, shown, cards, seen, mean, low, high })
    .from(memberFigures)
    .where(
      and(eq(memberFigures.userId, teacher), eq(memberFigures.assignmentId, assignmentId), eq(memberFigures.run, run)),
    );
}

export type ClassFiguresRow = {
  hidden: number[] | null;
  classFigures: ClassFigures | null;
  covered: number[] | null;
};

export async function selectClassFigures(
  db: Queryable,
  teacher: OwnerId,
  assignmentId: number,
): Promise<ClassFiguresRow | undefined> {
  const [row] = await db
    .select({ hidden: assignments.hidden, classFigures: assignments.classFigures, covered: assignments.covered })
    .from(assignments)
    .where(and(eq(assignments.userId, teacher), eq(assignments.id, assignmentId)));
  return row;
}

/** Keeps the figures of a class for the members that they cover, unless another run has ended since. */
export async function updateClassFigures(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, run }: { assignmentId: number; run: Date },
  values: { covered: readonly number[]; classFigures: ClassFigures },
): Promise<void> {
  await db
    .update(assignments)
    .set({ classFigures: values.classFigures, covered: [...values.covered] })
    .where(and(eq(assignments.userId, teacher), eq(assignments.id, assignmentId), eq(assignments.asOf, run)));
}

/** Marks all figures of a member as seen by the teacher. */
export async function updateShown(db: Queryable, teacher: OwnerId, memberId: number): Promise<void> {
  await db
    .update(memberFigures)
    .set({ shown: true })
    .where(and(eq(memberFigures.userId, teacher), eq(memberFigures.memberId, memberId)));
}

/**
 * Removes a member who leaves a class from its figures. In place of her id, 0 tells that somebody has left whom the teacher had not
 * seen. The figures of the class are computed anew when they are read.
 */
export async function forgetCovered(
  db: Queryable,
  teacher: OwnerId,
  { classId, memberId }: { classId: number; memberId: number },
): Promise<void> {
  await db
    .update(assignments)
    .set({
      hidden: sql`array_replace(${assignments.hidden}, ${memberId}::bigint, 0)`,
      classFigures: null,
      covered: null,
    })
    .where(and(eq(assignments.userId, teacher), eq(assignments.classId, classId)));
}

/**
 * Returns the teacher's cards with the lowest mean recall among some members. Of each card, those who do not share are counted by the
 * rule of `mayCoverOthers` (figures.covering.ts), and a card that fewer than five have rated is left out.
 */
export async function selectWeakestCards(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, run }: { assignmentId: number; run: Date },
  { memberIds, others, unseen }: { memberIds: readonly number[]; others: readonly number[]; unseen: readonly number[] },
  limit: number,
): Promise<(SharedCard & { recall: number })[]> {
  const { rows } = await db.execute<SharedCard & { recall: number }>(sql`
    with recalled as (
      select rated.id, rated.recall, member_id ${isAmong(others)} as is_other, member_id ${isAmong(unseen)} as is_unseen
      from ${memberFigures}, unnest(card_ids, recalls) as rated(id, recall)
      where user_id = ${teacher} and assignment_id = ${assignmentId} and run = ${at(run)} and member_id ${isAmong(memberIds)}
    ), counted as (
      select id, not is_other or (
        count(*) filter (where is_other) over card >= ${FEWEST}
        and count(*) filter (where is_unseen) over card not between 1 and ${FEWEST} - 1
      ) as is_counted, recall from recalled window card as (partition by id)
    ), weak as (
      select id, avg(recall)::float8 as recall from counted where is_counted group by id having count(*) >= ${FEWEST}
    )
    select front, back, format, variant, weak.recall
    from weak join ${cards} as card on card.user_id = ${teacher} and card.id = weak.id
    where card.folder_id in (
      select folder_id from ${assignmentFolders} where user_id = ${teacher} and assignment_id = ${assignmentId}
    )
    order by weak.recall, weak.id limit ${limit}`);
  return rows;
}
