import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { BodyOf, Caller } from "#platform/http/call.ts";
import { isRateLimited } from "#platform/http/throttle.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { normaliseEmail } from "./auth.address.ts";
import { checkNewPassword } from "./auth.guessable-passwords.ts";
import { authJobs } from "./auth.jobs.ts";
import { hashPassword } from "./auth.password.ts";
import { checkPassword, lockCheckedUser } from "./auth.password-check.ts";
import {
  deleteVerifications,
  lockUser,
  markEmailVerified,
  selectReset,
  selectUser,
  spendReset,
  type UserRow,
  updatePassword,
} from "./auth.queries.ts";
import { computeRemovableSince, type SecondFactor } from "./auth.second-factor.ts";
import { createSession, endAccess, readLastConfirmation } from "./auth.sessions.ts";
import { hashToken } from "./auth.token.ts";
import { findKnownDeviceHash, rememberDevice } from "./devices/devices.service.ts";

/** Does the same for every address, so that neither the response nor its time reveals whether the address has an account. */
export async function requestReset(ctx: Context, caller: Caller, address: string): Promise<{ message: string }> {
  const email = normaliseEmail(address);
  await countRequest(ctx, caller, email);
  await ctx.enqueue(ctx.db, authJobs.reset, [{ email }]);
  return { message: "Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecerla." };
}

/** Counts a request for a reset link. A browser that the account knows has a limit of its own, which nobody else can use up. */
async function countRequest(ctx: Context, caller: Caller, email: string): Promise<void> {
  const device = await findKnownDeviceHash(ctx, email, caller);
  if (device === null) await ctx.throttle.take("resetAddress", caller.client.address);
  try {
    await ctx.throttle.take(device === null ? "resetAccount" : "resetDevice", device ?? email);
  } catch (error) {
    if (!isRateLimited(error)) throw error;
    const message =
      "Ya se han pedido varios enlaces para ese correo. Los últimos siguen valiendo: búscalos en tu buzón.";
    throw new AppError("rate_limited", message, { retryAfterSeconds: error.retryAfterSeconds ?? 1 });
  }
}

/**
 * Starts no session, because a mailbox alone is not a second factor. Factors of the last week are removed, since a thief may have
 * added them. All factors are removed if nobody has proved this mailbox before, since a stranger may have registered the account.
 * The browser becomes known, so that strangers' wrong passwords do not keep it from signing in with the new one.
 */
export async function setNewPassword(
  ctx: Context,
  caller: Caller,
  { token, password }: BodyOf<typeof authEndpoints.setNewPassword>,
  second: SecondFactor,
): Promise<{ message: string }> {
  const { now } = caller.moment;
  await ctx.throttle.take("newPasswordAddress", caller.client.address);
  const hash = hashToken(token);
  // Read before it is spent, so that a guessed token costs the server no password hash.
  const reset = await selectReset(ctx.db, hash, now);
  if (!reset) throw invalidResetToken();
  await checkNewPassword(password, (await selectUser(ctx.db, reset.userId)) ?? { email: "" });
  const passwordHash = await hashPassword(password);
  const user = await ctx.db.transaction(async (transaction) => {
    const spender = await lockUser(transaction, reset.userId);
    if (!spender || !(await spendReset(transaction, spender.id, hash))) throw invalidResetToken();
    await setPassword(ctx, transaction, spender, passwordHash, now);
    if (spender.isEmailVerified) {
      await second.withdraw(transaction, spender.id, "new_password", computeRemovableSince(now));
    } else {
      await markEmailVerified(transaction, spender.id, now);
      await second.withdraw(transaction, spender.id, "confirmed_address");
    }
    return spender;
  });
  logSecurityEvent(ctx, caller, user.id, { event: "password_reset" });
  await rememberDevice(ctx.db, user.id, caller);
  await ctx.throttle.forget("loginAccount", user.email);
  return { message: "Tu contraseña se ha actualizado correctamente" };
}

/**
 * The caller continues in a new session, so that a cookie that was copied before is invalid. A second factor that was shown in the old
 * session counts in the new one.
 */
export async function changePassword(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  { currentPassword, password }: BodyOf<typeof authEndpoints.changePassword>,
): Promise<{ message: string }> {
  const checked = await checkPassword(ctx, owner, caller, currentPassword);
  await checkNewPassword(password, checked);
  const passwordHash = await hashPassword(password);
  const shownAt = await readLastConfirmation(ctx, caller, "factor");
  const session = await ctx.db.transaction(async (transaction) => {
    const user = await lockCheckedUser(transaction, owner, checked);
    await setPassword(ctx, transaction, user, passwordHash, caller.moment.now);
    return createSession(ctx, transaction, { ...user, passwordHash }, caller, shownAt ? { at: shownAt } : undefined);
  });
  logSecurityEvent(ctx, caller, owner, { event: "password_changed" });
  if (session) caller.cookie.set(session.token, session.expire, owner);
  await rememberDevice(ctx.db, owner, caller);
  await ctx.throttle.forget("loginAccount", checked.email);
  return { message: "Tu contraseña se ha actualizado correctamente" };
}

/** Stores a new password and ends all access that somebody who knew the old one may have. */
async function setPassword(ctx: Context, db: Queryable, user: UserRow, passwordHash: string, now: Date): Promise<void> {
  await updatePassword(db, user.id, passwordHash, now);
  await endAccess(ctx, db, user.id);
  // The pending address may also have been entered by somebody who knew the old password.
  await deleteVerifications(db, user.id, { except: user.email });
  await ctx.enqueue(db, authJobs.notice, [{ userId: user.id, to: user.email, notice: "password_changed" }]);
}

function invalidResetToken(): AppError {
  return new AppError(
    "invalid_token",
    "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
  );
}
