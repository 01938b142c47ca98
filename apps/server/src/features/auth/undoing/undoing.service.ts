import type { Context } from "#context.ts";
import { maskEmail } from "#features/auth/auth.address.ts";
import { authJobs } from "#features/auth/auth.jobs.ts";
import { hashPassword } from "#features/auth/auth.password.ts";
import {
  deleteVerifications,
  insertReset,
  lockUser,
  updateEmail,
  updatePassword,
} from "#features/auth/auth.queries.ts";
import { computeRemovableSince, type SecondFactor } from "#features/auth/auth.second-factor.ts";
import { endAccess } from "#features/auth/auth.sessions.ts";
import { createToken, hashToken, RESET_MS } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import {
  deletePreviousEmails,
  insertPreviousEmail,
  reopenUser,
  selectPreviousEmail,
  selectPreviousEmails,
  spendPreviousEmail,
} from "./undoing.queries.ts";

const UNDOING_MS = 7 * 86_400_000;

/**
 * Runs in the transaction in which the account leaves `from`. Reserves that address for the account and mails the link that returns to
 * it. Two cases get a letter without a link: while the account can return to an earlier address, `from` may belong to a thief who moved
 * the account away from there; and a second factor that is too old to be a thief's must not be bypassed by the mailbox alone.
 */
export async function reservePreviousEmail(
  ctx: Context,
  db: Queryable,
  owner: OwnerId,
  second: SecondFactor,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const address = maskEmail(to);
  const reserved = await selectPreviousEmails(db, owner, now);
  const returnedTo = reserved.find(({ email }) => email === to);
  if (returnedTo) await deletePreviousEmails(db, owner, returnedTo.createdAt);
  if (reserved.length > 0 || (await second.existedAt(db, owner, computeRemovableSince(now)))) {
    await ctx.enqueue(db, authJobs.notice, [{ userId: owner, to: from, notice: "email_changed", address }]);
    return;
  }
  const expiresAt = new Date(now.getTime() + UNDOING_MS);
  await insertPreviousEmail(db, owner, { email: from, expiresAt, createdAt: now });
  await ctx.enqueue(db, authJobs.undoing, [{ userId: owner, email: from, address }]);
}

/**
 * Returns the account to the address that it has left. The person who moved it away knew the password. It is therefore invalidated with
 * all sessions, devices, links and second factors, and a new one is set with the returned token. A requested deletion of the account is
 * cancelled.
 */
export async function undoEmailChange(
  ctx: Context,
  caller: Caller,
  token: string,
  second: SecondFactor,
): Promise<{ resetToken: string }> {
  const { client } = caller;
  const { now } = caller.moment;
  await ctx.throttle.take("verificationAddress", client.address);
  const hash = hashToken(token);
  const link = await selectPreviousEmail(ctx.db, hash, now);
  if (!link) throw spentLink();
  const unknownPassword = await hashPassword(createToken());
  const resetToken = createToken();
  await ctx.db.transaction(async (transaction) => {
    const user = await lockUser(transaction, link.userId);
    const previous = user && (await spendPreviousEmail(transaction, user.id, hash));
    if (!previous) throw spentLink();
    // Addresses that the account left later belong to the person who moved it away.
    await deletePreviousEmails(transaction, user.id, previous.createdAt);
    await updateEmail(transaction, user.id, previous.email, now);
    await updatePassword(transaction, user.id, unknownPassword, now);
    await endAccess(ctx, transaction, user.id);
    // All factors are withdrawn: with one that was old at the change, the address would not have been reserved.
    await second.withdraw(transaction, user.id, "undone_address");
    await deleteVerifications(transaction, user.id);
    const reset = { tokenHash: hashToken(resetToken), expiresAt: new Date(now.getTime() + RESET_MS), createdAt: now };
    await insertReset(transaction, previous.email, reset);
    if (user.deletionAt === null) {
      const notice = { notice: "email_undone", address: maskEmail(previous.email) } as const;
      await ctx.enqueue(transaction, authJobs.notice, [{ userId: user.id, to: user.email, ...notice }]);
    } else {
      // A closed account has already given up the address that it had in between.
      await reopenUser(transaction, user.id);
    }
    await ctx.enqueue(transaction, authJobs.emailChanged, [{ userId: user.id }]);
  });
  logSecurityEvent(ctx, caller, link.userId, { event: "email_change_undone" });
  return { resetToken };
}

function spentLink(): AppError {
  return new AppError("invalid_token", "Este enlace ha caducado o ya se ha usado.");
}
