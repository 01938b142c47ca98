import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import type { Caller } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { verifyPassword } from "./auth.password.ts";
import { lockUser, selectSession, selectUser, type UserRow } from "./auth.queries.ts";
import { tokenHash } from "./auth.token.ts";

const RECENT_SESSION_MS = 10 * 60_000;

// A session may be stolen, or left open on a shared screen: what changes an account asks for its password.

export async function checkPassword(ctx: Context, owner: OwnerId, password: string): Promise<UserRow> {
  const key = String(owner);
  await ctx.throttle.take("passwordAccount", key);
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (!(await verifyPassword(password, user.passwordHash))) throw wrongPassword();
  await ctx.throttle.forget("passwordAccount", key);
  return user;
}

/** The same user with the row locked, if the password that was checked is still theirs. */
export async function lockCheckedUser(db: Queryable, owner: OwnerId, checked: UserRow): Promise<UserRow> {
  const user = await lockUser(db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (user.passwordHash !== checked.passwordHash) throw wrongPassword();
  return user;
}

export async function confirmDeletion(
  ctx: Context,
  owner: OwnerId,
  { moment, cookie }: Pick<Caller, "moment" | "cookie">,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await checkPassword(ctx, owner, password);
    return;
  }
  const session =
    cookie.token === null ? undefined : await selectSession(ctx.reads, tokenHash(cookie.token), moment.now);
  if (!session) throw new AppError("unauthorized", "Unauthorized");
  const age = moment.now.getTime() - new Date(session.sess.createdAt).getTime();
  if (age >= RECENT_SESSION_MS)
    throw new AppError("password_required", "Escribe tu contraseña para eliminar la cuenta");
}

function wrongPassword(): AppError {
  return new AppError("invalid_credentials", "La contraseña actual no es correcta");
}
