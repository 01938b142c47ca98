import { and, count, desc, eq, gt, inArray, max, or, sql, sum } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { previousEmails, sessions, users } from "#schema/auth.ts";
import { userBilling } from "#schema/billing.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { imports } from "#schema/imports.ts";
import { media } from "#schema/media.ts";
import { userReminders } from "#schema/reminders.ts";
import { reviews } from "#schema/schedule.ts";

/**
 * Returns an account by its id, or by an address in lower case: its own, one that is not confirmed yet, or one that it has recently
 * left. The latter also finds a closed account.
 */
export async function selectAccount(db: Queryable, id: number | null, email: string) {
  const left = db.select({ id: previousEmails.userId }).from(previousEmails).where(eq(previousEmails.email, email));
  const hasAddress = or(eq(users.email, email), eq(users.pendingEmail, email), inArray(users.id, left));
  const [row] = await db
    .select()
    .from(users)
    .where(id === null ? hasAddress : sql`${users.id} = ${id}`)
    .orderBy(desc(eq(users.email, email)))
    .limit(1);
  return row;
}

/** Returns numbers and times about an account, but no text that its user wrote. */
export async function selectFigures(db: Queryable, owner: OwnerId, now: Date) {
  const [billing] = await db.select().from(userBilling).where(eq(userBilling.userId, owner));
  const [reminders] = await db.select().from(userReminders).where(eq(userReminders.userId, owner));
  const [held] = await db.select({ count: count() }).from(folders).where(eq(folders.userId, owner));
  const [studied] = await db.select({ count: count() }).from(cards).where(eq(cards.userId, owner));
  const [log] = await db
    .select({ count: count(), last: max(reviews.reviewedAt) })
    .from(reviews)
    .where(eq(reviews.userId, owner));
  const [files] = await db
    .select({ count: count(), bytes: sum(media.bytes).mapWith(Number) })
    .from(media)
    .where(eq(media.userId, owner));
  const devices = await db
    .select({ sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(and(eq(sessions.userId, owner), gt(sessions.expire, now)));
  const recentImports = await db
    .select({ id: imports.id, status: imports.status, format: imports.format, createdAt: imports.createdAt })
    .from(imports)
    .where(eq(imports.userId, owner))
    .orderBy(desc(imports.createdAt))
    .limit(5);
  return { billing, reminders, folders: held, cards: studied, log, files, sessions: devices, imports: recentImports };
}

export type JobOfAccount = {
  id: string;
  /** The job's kind; for a dead letter, the kind of the original job. */
  name: string;
  state: string;
  dead: boolean;
  createdOn: Date;
  tries: number;
  why: string | null;
};

/** Returns the jobs whose data contains the account or one of its addresses. Completed jobs are stored for an hour. */
export async function selectJobs(db: Queryable, owner: OwnerId, addresses: readonly string[]): Promise<JobOfAccount[]> {
  const { rows } = await db.execute<JobOfAccount>(sql`
    select id, coalesce(source_name, name) as name, state::text, source_name is not null as dead,
      coalesce(source_created_on, created_on) as "createdOn", coalesce(source_retry_count, retry_count) as tries,
      coalesce(source_output, output)->>'message' as why
    from pgboss.job
    where data->'data'->>'userId' = ${String(owner)}
      or lower(coalesce(data->'data'->>'email', data->'data'->>'to')) = any(${sql.param([...addresses])}::text[])
    order by created_on desc limit 50`);
  return rows;
}

export type StoredLetter = { id: string; name: string; state: string; sourceName: string | null; data: object };

export async function selectJob(db: Queryable, id: string): Promise<StoredLetter | undefined> {
  const { rows } = await db.execute<StoredLetter>(sql`
    select id, name, state::text, source_name as "sourceName", data from pgboss.job where id = ${id}::uuid`);
  return rows[0];
}

export async function countSessions(db: Queryable, owner: OwnerId): Promise<number> {
  return db.$count(sessions, eq(sessions.userId, owner));
}
