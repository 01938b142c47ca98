import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import { isUniqueViolation } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { BodyOf, Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { maskEmail, normaliseEmail } from "./auth.address.ts";
import { authJobs } from "./auth.jobs.ts";
import { checkPassword, lockCheckedUser } from "./auth.password-check.ts";
import {
  deleteResets,
  deleteVerifications,
  lockUser,
  markEmailVerified,
  selectUser,
  selectVerification,
  spendVerification,
  type UserRow,
  updateEmail,
  updatePendingEmail,
  type Verification,
} from "./auth.queries.ts";
import type { SecondFactor } from "./auth.second-factor.ts";
import { hasSession } from "./auth.sessions.ts";
import { hashToken } from "./auth.token.ts";
import { removeUnprovenAccess } from "./auth.unproven-access.ts";
import { isEmailReserved } from "./undoing/undoing.queries.ts";
import { reservePreviousEmail } from "./undoing/undoing.service.ts";

export async function verifyEmail(
  ctx: Context,
  caller: Caller,
  { token, keptSessions = [] }: BodyOf<typeof authEndpoints.verifyEmail>,
  second: SecondFactor,
): Promise<{ message: string }> {
  await ctx.throttle.take("verificationAddress", caller.client.address);
  const hash = hashToken(token);
  const link = await selectVerification(ctx.db, hash, caller.moment.now);
  const event =
    link &&
    (await ctx.db
      .transaction((transaction) => spendLink(ctx, transaction, { hash, ...link }, second, { ...caller, keptSessions }))
      .catch((error: unknown) => {
        throw isUniqueViolation(error, "users_email_unique") ? emailTaken() : error;
      }));
  if (!link || !event) throw new AppError("invalid_token", "Este enlace ha caducado o ya se ha usado.");
  logSecurityEvent(ctx, caller, link.userId, { event });
  return {
    message:
      event === "email_changed" ? "Tu correo electrónico se ha cambiado" : "Tu correo electrónico está confirmado",
  };
}

export async function sendVerification(ctx: Context, owner: OwnerId): Promise<{ message: string }> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (user.isEmailVerified && user.pendingEmail === null) {
    return { message: "Tu correo electrónico ya está confirmado" };
  }
  const email = user.pendingEmail ?? user.email;
  // Letters are limited per account and per mailbox, so that neither one account nor several together can fill a mailbox.
  await ctx.throttle.take("verificationAccount", String(owner));
  await ctx.throttle.take("verificationMailbox", email);
  await ctx.enqueue(ctx.db, authJobs.verification, [{ userId: owner, email }]);
  return { message: `Te hemos enviado un enlace a ${email}` };
}

/** Does and returns the same for an address that has an account: only the owner of that account is notified, by the job that mails it. */
export async function changeEmail(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  body: BodyOf<typeof authEndpoints.changeEmail>,
): Promise<{ message: string }> {
  const { now } = caller.moment;
  const email = normaliseEmail(body.email);
  const checked = await checkPassword(ctx, owner, caller, body.currentPassword);
  if (email === checked.email) throw sameEmail();
  await ctx.throttle.take("verificationAccount", String(owner));
  await ctx.throttle.take("verificationMailbox", email);
  await ctx.db.transaction(async (transaction) => {
    const user = await lockCheckedUser(transaction, owner, checked);
    if (email === user.email) throw sameEmail();
    await updatePendingEmail(transaction, owner, email, now);
    await deleteVerifications(transaction, owner, { except: user.email });
    await ctx.enqueue(transaction, authJobs.verification, [{ userId: owner, email }]);
    const address = maskEmail(email);
    await ctx.enqueue(transaction, authJobs.notice, [
      { userId: owner, to: user.email, notice: "email_change_requested", address },
    ]);
  });
  logSecurityEvent(ctx, caller, owner, { event: "email_change_requested" });
  return { message: `Te hemos enviado un enlace a ${email}. Tu correo cambiará cuando lo abras.` };
}

export async function cancelEmailChange(ctx: Context, owner: OwnerId, now: Date): Promise<void> {
  await ctx.db.transaction(async (transaction) => {
    const user = await lockUser(transaction, owner);
    if (!user) throw new AppError("unauthorized", "Unauthorized");
    await updatePendingEmail(transaction, owner, null, now);
    await deleteVerifications(transaction, owner, { except: user.email });
  });
}

/** Thrown at registration, and when a link is opened after somebody else has registered with its address. */
export function emailTaken(): AppError {
  return new AppError("email_taken", "Ya existe una cuenta con este correo electrónico");
}

/** Uses a verification link and returns the outcome; null if the link was used or withdrawn in the meantime. */
async function spendLink(
  ctx: Context,
  db: Queryable,
  link: Verification & { hash: string },
  second: SecondFactor,
  caller: Caller & { keptSessions: readonly string[] },
): Promise<"email_changed" | "email_confirmed" | null> {
  const { now } = caller.moment;
  // The user is always locked before the link, because two different orders could deadlock.
  const user = await lockUser(db, link.userId);
  if (!user || !(await spendVerification(db, user.id, link.hash))) return null;
  if (link.email === user.pendingEmail) {
    await requireOwnBrowser(db, user.id, second, caller);
    await updateEmail(db, user.id, link.email, now);
    if (await isEmailReserved(db, user.id, link.email, now)) throw emailTaken();
    await deleteVerifications(db, user.id);
    await deleteResets(db, user.id);
    await notifyPreviousAddress(ctx, db, user, second, { to: link.email, now });
    await ctx.enqueue(db, authJobs.emailChanged, [{ userId: user.id }]);
    if (!user.isEmailVerified) await removeUnprovenAccess(ctx, db, user.id, second, caller);
    return "email_changed";
  }
  if (link.email !== user.email) return null;
  if (!user.isEmailVerified) {
    await markEmailVerified(db, user.id, now);
    await removeUnprovenAccess(ctx, db, user.id, second, caller);
  }
  await deleteVerifications(db, user.id, { of: link.email });
  return "email_confirmed";
}

/**
 * A second factor stays with the account when its address changes. A stranger could therefore request the change to somebody's address,
 * and if that person opened the link by mistake, they could never sign in with their own address. Throws before the
 * transaction commits, so the link stays valid.
 */
async function requireOwnBrowser(db: Queryable, owner: OwnerId, second: SecondFactor, caller: Caller): Promise<void> {
  if (!(await second.existedAt(db, owner, caller.moment.now)) || (await hasSession(db, owner, caller))) return;
  throw new AppError(
    "conflict",
    "Esta cuenta tiene la verificación en dos pasos. Abre el enlace en un navegador donde hayas iniciado sesión en ella.",
  );
}

/** Notifies the previous address. One that was never confirmed may be a stranger's, so it gets no link that undoes the change. */
async function notifyPreviousAddress(
  ctx: Context,
  db: Queryable,
  user: UserRow,
  second: SecondFactor,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  if (user.isEmailVerified) {
    await reservePreviousEmail(ctx, db, user.id, second, { from: user.email, to, now });
    return;
  }
  const address = maskEmail(to);
  await ctx.enqueue(db, authJobs.notice, [{ userId: user.id, to: user.email, notice: "email_changed", address }]);
}

function sameEmail(): AppError {
  const message = "Este ya es tu correo electrónico";
  return new AppError("validation_failed", message, { issues: [{ path: "email", message }] });
}
