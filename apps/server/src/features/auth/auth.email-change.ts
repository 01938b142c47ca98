import type { authEndpoints } from "@repasa/contract/auth.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import { isUniqueViolation } from "#db/database-errors.ts";
import type { Queryable } from "#db/pool.ts";
import type { BodyOf, Caller } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { maskedEmail, normalisedEmail } from "./auth.address.ts";
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
import { tokenHash } from "./auth.token.ts";
import { isEmailKept, keepPreviousEmail } from "./undoing/undoing.service.ts";

export async function verifyEmail(
  ctx: Context,
  { moment, client }: Caller,
  token: string,
  second: SecondFactor,
): Promise<{ message: string }> {
  await ctx.throttle.take("verificationAddress", client.address);
  const hash = tokenHash(token);
  const link = await selectVerification(ctx.db, hash, moment.now);
  const message =
    link &&
    (await ctx.db
      .transaction((transaction) => spendLink(ctx, transaction, { hash, ...link }, second, moment.now))
      .catch((error: unknown) => {
        throw isUniqueViolation(error, "users_email_unique") ? emailTaken() : error;
      }));
  if (!message) throw new AppError("invalid_token", "Este enlace ha caducado o ya se ha usado.");
  return { message };
}

export async function sendVerification(ctx: Context, owner: OwnerId): Promise<{ message: string }> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (user.isEmailVerified && user.pendingEmail === null) {
    return { message: "Tu correo electrónico ya está confirmado" };
  }
  const email = user.pendingEmail ?? user.email;
  // Per account and per mailbox: neither one account nor many together can fill somebody's mailbox.
  await ctx.throttle.take("verificationAccount", String(owner));
  await ctx.throttle.take("verificationMailbox", email);
  await ctx.enqueue(ctx.db, authJobs.verification, [{ userId: owner, email }]);
  return { message: `Te hemos enviado un enlace a ${email}` };
}

/** Does and answers the same for an address that has an account: only its owner is told, by the job that writes there. */
export async function changeEmail(
  ctx: Context,
  owner: OwnerId,
  now: Date,
  body: BodyOf<typeof authEndpoints.changeEmail>,
): Promise<{ message: string }> {
  const email = normalisedEmail(body.email);
  const checked = await checkPassword(ctx, owner, body.currentPassword);
  if (email === checked.email) throw sameEmail();
  await ctx.throttle.take("verificationAccount", String(owner));
  await ctx.throttle.take("verificationMailbox", email);
  await ctx.db.transaction(async (transaction) => {
    const user = await lockCheckedUser(transaction, owner, checked);
    if (email === user.email) throw sameEmail();
    await updatePendingEmail(transaction, owner, email, now);
    await deleteVerifications(transaction, owner, { except: user.email });
    await ctx.enqueue(transaction, authJobs.verification, [{ userId: owner, email }]);
    const address = maskedEmail(email);
    await ctx.enqueue(transaction, authJobs.notice, [
      { userId: owner, to: user.email, notice: "email_change_requested", address },
    ]);
  });
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

/** At the registration, or when a link is opened after somebody else registered with its address. */
export function emailTaken(): AppError {
  return new AppError("email_taken", "Ya existe una cuenta con este correo electrónico");
}

/** What to tell whoever opened the link; null when it was spent or withdrawn meanwhile. */
async function spendLink(
  ctx: Context,
  db: Queryable,
  link: Verification & { hash: string },
  second: SecondFactor,
  now: Date,
): Promise<string | null> {
  // The user is always locked before the link: two orders would deadlock.
  const user = await lockUser(db, link.userId);
  if (!user || !(await spendVerification(db, user.id, link.hash))) return null;
  if (link.email === user.pendingEmail) {
    await updateEmail(db, user.id, link.email, now);
    if (await isEmailKept(db, user.id, link.email, now)) throw emailTaken();
    await deleteVerifications(db, user.id);
    await deleteResets(db, user.id);
    await tellPreviousAddress(ctx, db, user, second, { to: link.email, now });
    await ctx.enqueue(db, authJobs.emailChanged, [{ userId: user.id }]);
    return "Tu correo electrónico se ha cambiado";
  }
  if (link.email !== user.email) return null;
  await markEmailVerified(db, user.id, now);
  await deleteVerifications(db, user.id, { of: link.email });
  return "Tu correo electrónico está confirmado";
}

/** An address that was never confirmed may be a stranger's, who must not get the account by a link. */
async function tellPreviousAddress(
  ctx: Context,
  db: Queryable,
  user: UserRow,
  second: SecondFactor,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  if (user.isEmailVerified) {
    await keepPreviousEmail(ctx, db, user.id, second, { from: user.email, to, now });
    return;
  }
  const address = maskedEmail(to);
  await ctx.enqueue(db, authJobs.notice, [{ userId: user.id, to: user.email, notice: "email_changed", address }]);
}

function sameEmail(): AppError {
  const message = "Este ya es tu correo electrónico";
  return new AppError("validation_failed", message, { issues: [{ path: "email", message }] });
}
