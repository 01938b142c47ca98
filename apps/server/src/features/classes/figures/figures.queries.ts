import type { ClassFigures } from "@repasa/contract/classes.ts";
import type { SharedCard } from "@repasa/contract/sharing.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { and, eq, isNull, lte, ne, or, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { assignedFolders, assignmentFolders, assignments, classMembers, memberFigures } from "#schema/classes.ts";
import { followedCards } from "#schema/following.ts";
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
    .where(isOwn(memberFigures, teacher, { assignmentId, run }));
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
    .where(isOwn(assignments, teacher, { id: assignmentId }));
  return row;
}

/** Keeps the figures of a class for the members that they cover, unless another run has ended since. */
export async function updateClassFigures(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, run }: Run,
  values: { covered: readonly number[]; classFigures: ClassFigures },
): Promise<void> {
  await db
    .update(assignments)
    .set({ classFigures: values.classFigures, covered: [...values.covered] })
    .where(isOwn(assignments, teacher, { id: assignmentId, asOf: run }));
}

export type Run = { assignmentId: number; run: Date };

/** Notes that figures are requested, unless they were requested after `before`: then it returns false. */
export async function updateRequested(
  db: Queryable,
  teacher: OwnerId,
  assignmentId: number,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(assignments)
    .set({ requestedAt: now })
    .where(
      and(
        eq(assignments.userId, teacher),
        eq(assignments.id, assignmentId),
        or(isNull(assignments.requestedAt), lte(assignments.requestedAt, before)),
      ),
    );
  return rowCount === 1;
}

/** Locks an assignment whose run of figures has not ended. False if it has, or another one has begun. */
export async function lockRun(db: Queryable, teacher: OwnerId, { assignmentId, run }: Run): Promise<boolean> {
  const locked = await db
    .select({ id: assignments.id })
    .from(assignments)
    .where(
      and(
        eq(assignments.userId, teacher),
        eq(assignments.id, assignmentId),
        eq(assignments.requestedAt, run),
        or(isNull(assignments.asOf), ne(assignments.asOf, run)),
      ),
    )
    .for("update");
  return locked.length > 0;
}

export type MeasuredRow = Omit<typeof memberFigures.$inferInsert, "userId" | "assignmentId" | "run" | "shown">;

export async function insertFigures(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, run }: Run,
  values: MeasuredRow,
): Promise<void> {
  await db
    .insert(memberFigures)
    .values({ ...values, userId: teacher, assignmentId, run, shown: false })
    .onConflictDoNothing();
}

/** Returns whether a student who was in the class when a run began has not reported yet. */
export async function hasUnreported(
  db: Queryable,
  teacher: OwnerId,
  classId: number,
  { assignmentId, run }: Run,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${classMembers} as member
    where user_id = ${teacher} and class_id = ${classId} and account_id <> ${teacher} and created_at <= ${at(run)}
      and not exists (
        select 1 from ${memberFigures} as reported
        where reported.user_id = ${teacher} and reported.assignment_id = ${assignmentId} and reported.run = ${at(run)}
          and reported.member_id = member.id)
    limit 1`);
  return rows.length > 0;
}

/** Shows the figures of a run, all at once: if students were added one by one, two responses would differ by the figures of one. */
export async function publishRun(db: Queryable, teacher: OwnerId, { assignmentId, run }: Run): Promise<void> {
  // A student who shares now is seen from now on, whatever she chose while the others were still reporting.
  await db.execute(sql`
    update ${memberFigures} as reported set shown = member.shares_progress from ${classMembers} as member
    where reported.user_id = ${teacher} and reported.assignment_id = ${assignmentId} and reported.run = ${at(run)}
      and member.user_id = ${teacher} and member.id = reported.member_id`);
  const hidden = sql`(select coalesce(array_agg(member_id), '{}') from ${memberFigures} as reported
    where reported.user_id = ${teacher} and reported.assignment_id = ${assignmentId} and reported.run = ${at(run)}
      and seen > 0 and not shown)`;
  await db
    .update(assignments)
    .set({ asOf: run, hidden, classFigures: null, covered: null })
    .where(isOwn(assignments, teacher, { id: assignmentId }));
  await db
    .delete(memberFigures)
    .where(
      and(eq(memberFigures.userId, teacher), eq(memberFigures.assignmentId, assignmentId), ne(memberFigures.run, run)),
    );
}

/** Marks all figures of a member as seen by the teacher. */
export async function updateShown(db: Queryable, teacher: OwnerId, memberId: number): Promise<void> {
  await db
    .update(memberFigures)
    .set({ shown: true })
    .where(isOwn(memberFigures, teacher, { memberId }));
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
    .where(isOwn(assignments, teacher, { classId }));
}

/**
 * Returns the teacher's cards with the lowest mean recall among some members. For each card, the rule
 * of `mayCoverOthers` (figures.covering.ts) decides whether those who do not share are counted. A card that fewer than five
 * have rated is left out.
 */
export async function selectWeakestCards(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, run }: Run,
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

// ---- The student's shard ----

/** A card that came with an assignment, and that of the teacher's from which it came. */
export type AssignedCardRow = {
  sourceId: number;
  stability: number | null;
  memoryDifficulty: number | null;
  lastReviewDate: LocalDate | null;
};

/** Returns the cards of an assignment that the student has and the teacher has not deleted. */
export async function selectAssignedCards(
  db: Queryable,
  student: OwnerId,
  assignmentId: number,
): Promise<AssignedCardRow[]> {
  const { rows } = await db.execute<AssignedCardRow>(sql`
    select followed.source as "sourceId", stability, memory_difficulty as "memoryDifficulty",
      last_review_date as "lastReviewDate"
    from ${assignedFolders} as assigned
    join ${followedCards} as followed on followed.user_id = ${student} and followed.folder_id = assigned.folder_id
    join ${cards} as card on card.user_id = ${student} and card.id = followed.card_id
    where assigned.user_id = ${student} and assigned.assignment_id = ${assignmentId}
      and followed.source is not null and followed.state = 'same'`);
  return rows;
}
