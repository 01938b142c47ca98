import { and, asc, eq, isNull, ne, sql } from "#platform/db/drizzle.cjs";
import type { Queryable } from "#platform/db/pool.ts";
import { users } from "#schema/auth.ts";
import { feedback } from "#schema/feedback.ts";

export async function insertFeedback(db: Queryable, values: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(values);
}

/**
 * The address for a reply: that of the account that sent the feedback, or the one that was entered. Null without either, and for a
 * closed account.
 */
const address = sql<
  string | null
>`case when ${users.deletionAt} is null then coalesce(${users.email}, ${feedback.email}) end`;

export async function selectFeedback(db: Queryable, id: number) {
  const [row] = await db
    .select({ address, createdAt: feedback.createdAt, answeredAt: feedback.answeredAt })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .where(eq(feedback.id, id));
  return row;
}

/** Returns the unanswered feedback that has a text, the oldest first. */
export async function selectUnanswered(db: Queryable, limit: number) {
  return db
    .select({
      id: feedback.id,
      userId: feedback.userId,
      address,
      rating: feedback.rating,
      text: feedback.feedback,
      createdAt: feedback.createdAt,
    })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .where(and(isNull(feedback.answeredAt), ne(feedback.feedback, "")))
    .orderBy(asc(feedback.id))
    .limit(limit);
}

/** Returns false if it was already answered, perhaps by another operator. */
export async function markAnswered(db: Queryable, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(feedback)
    .set({ answeredAt: now })
    .where(and(eq(feedback.id, id), isNull(feedback.answeredAt)));
  return rowCount === 1;
}
