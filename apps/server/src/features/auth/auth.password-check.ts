import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { isRateLimited } from "#platform/http/throttle.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { verifyPassword } from "./auth.password.ts";
import { lockUser, selectSession, selectUser, type UserRow } from "./auth.queries.ts";
import { hashToken } from "./auth.token.ts";
import { findKnownDeviceHash } from "./devices/devices.service.ts";

const RECENT_SESSION_MS = 10 * 60_000;

type PasswordCaller = Pick<Caller, "cookie" | "device" | "moment" | "requestId">;

// A session may be stolen, or left open on a shared screen, so changes to an account require its password.

export async function checkPassword(
  ctx: Context,
  owner: OwnerId,
  caller: PasswordCaller,
  password: string,
): Promise<UserRow> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  const [session, account] = [await buildSessionKey(ctx, user, caller), String(owner)];
  const logRefusal = (reason: "credentials" | "rate_limited") =>
    logSecurityEvent(ctx, caller, owner, { event: "confirmation_refused", reason });
  try {
    // The session is counted first, because a session that has no attempts left must not use up those of the account.
    await ctx.throttle.take("passwordSession", session);
    await ctx.throttle.take("passwordAccount", account);
  } catch (error) {
    if (isRateLimited(error)) logRefusal("rate_limited");
    throw error;
  }
  if (!(await verifyPassword(password, user.passwordHash))) {
    logRefusal("credentials");
    throw wrongPassword();
  }
  await ctx.throttle.forget("passwordSession", session);
  await ctx.throttle.forget("passwordAccount", account);
  return user;
}

/**
 * Returns the key under which the session's attempts are counted. It includes the browser if the account knows it, so that a thief who
 * has only copied the session does not use up its owner's attempts.
 */
async function buildSessionKey(ctx: Context, { email }: UserRow, caller: PasswordCaller): Promise<string> {
  const device = await findKnownDeviceHash(ctx, email, caller);
  return `${hashToken(caller.cookie.token ?? "")}.${device ?? ""}`;
}

/** Locks the user's row and returns it. Throws if the password has changed since it was checked. */
export async function lockCheckedUser(db: Queryable, owner: OwnerId, checked: UserRow): Promise<UserRow> {
  const user = await lockUser(db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (user.passwordHash !== checked.passwordHash) throw wrongPassword();
  return user;
}

/** Throws unless the password is correct or, without one, the session is recent. */
export async function confirmDeletion(
  ctx: Context,
  owner: OwnerId,
  caller: PasswordCaller,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await checkPassword(ctx, owner, caller, password);
    return;
  }
  const { moment, cookie } = caller;
  const session =
    cookie.token === null ? undefined : await selectSession(ctx.statements.reads, hashToken(cookie.token), moment.now);
  if (!session) throw new AppError("unauthorized", "Unauthorized");
  const age = moment.now.getTime() - new Date(session.sess.createdAt).getTime();
  if (age >= RECENT_SESSION_MS)
    throw new AppError("password_required", "Escribe tu contraseña para eliminar la cuenta");
}

function wrongPassword(): AppError {
  return new AppError("invalid_credentials", "La contraseña actual no es correcta");
}
