import type { Context } from "#context.ts";
import { maskEmail } from "#features/auth/auth.address.ts";
import { authJobs } from "#features/auth/auth.jobs.ts";
import { hashPassword } from "#features/auth/auth.password.ts";
import { deleteVerifications, lockUser } from "#features/auth/auth.queries.ts";
import type { SecondFactor } from "#features/auth/auth.second-factor.ts";
import { endAccess } from "#features/auth/auth.sessions.ts";
import { createToken } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectTimeZone } from "./devices/devices.queries.ts";
import { closeUser, selectPreviousEmails } from "./undoing/undoing.queries.ts";

/** Returns the instant until which an old address can take the account back; null if none can. */
export async function findReopenableUntil(db: Queryable, owner: OwnerId, now: Date): Promise<Date | null> {
  const ends = (await selectPreviousEmails(db, owner, now)).map(({ expiresAt }) => expiresAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/**
 * Closes an account that an old address can still take back; a job deletes it once that time is over. The account is not deleted at once,
 * because the deletion may have been requested by a thief who has moved the account to an address of their own.
 *
 * @param endUses Ends what others use of the account, and deletes the rows that are stored under its address, which is free from now on.
 */
export async function closeAccount(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  second: Pick<SecondFactor, "remove">,
  endUses: (db: Queryable, email: string) => Promise<void>,
): Promise<void> {
  const { now } = moment;
  const passwordHash = await hashPassword(createToken());
  await ctx.db.transaction(async (transaction) => {
    const user = await lockUser(transaction, owner);
    const ways = await selectPreviousEmails(transaction, owner, now);
    const deletionAt = await findReopenableUntil(transaction, owner, now);
    // Another call has closed the account, or taken it back, since this one started.
    if (!user || user.deletionAt !== null || deletionAt === null) throw new AppError("unauthorized", "Unauthorized");
    await endUses(transaction, user.email);
    await closeUser(transaction, owner, { deletionAt, passwordHash, now });
    await endAccess(ctx, transaction, owner);
    await second.remove(transaction, owner);
    await deleteVerifications(transaction, owner);
    const timeZone = (await selectTimeZone(transaction, owner)) ?? moment.timeZone;
    const when = { deletionAt: deletionAt.toISOString(), timeZone };
    const letters = ways.map(({ email }) => ({ userId: owner, email, ...when }));
    await ctx.enqueue(transaction, authJobs.accountClosed, letters);
    const address = maskEmail(ways[0]?.email ?? "");
    await ctx.enqueue(transaction, authJobs.accountDeleted, [{ to: user.email, waits: { ...when, address } }]);
  });
}
