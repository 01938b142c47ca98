import type { authEndpoints } from "@repasa/contract/auth.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import type { BodyOf, Caller, Client } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { normalisedEmail } from "./auth.address.ts";
import { authJobs } from "./auth.jobs.ts";
import { hashPassword } from "./auth.password.ts";
import { checkPassword, lockCheckedUser } from "./auth.password-check.ts";
import {
  deleteSessions,
  deleteVerifications,
  isResetToken,
  spendResetToken,
  type UserRow,
  updatePassword,
} from "./auth.queries.ts";
import { tokenHash } from "./auth.token.ts";

/** Does the same for every address, so that neither the answer nor its time tells whether it has an account. */
export async function requestReset(ctx: Context, client: Client, address: string): Promise<{ message: string }> {
  const email = normalisedEmail(address);
  await ctx.throttle.take("resetAddress", client.address);
  await ctx.throttle.take("resetAccount", email);
  await ctx.enqueue(ctx.db, authJobs.reset, [{ email }]);
  return { message: "Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecerla." };
}

export async function setNewPassword(
  ctx: Context,
  { moment, client }: Caller,
  { token, password }: BodyOf<typeof authEndpoints.setNewPassword>,
): Promise<{ message: string }> {
  await ctx.throttle.take("newPasswordAddress", client.address);
  const hash = tokenHash(token);
  // Looked up before it is spent, so that guessing tokens costs the server no password hash.
  if (!(await isResetToken(ctx.db, hash, moment.now))) throw invalidResetToken();
  const passwordHash = await hashPassword(password);
  const user = await ctx.db.transaction(async (transaction) => {
    const spender = await spendResetToken(transaction, hash, passwordHash, moment.now);
    if (!spender) throw invalidResetToken();
    await endOtherAccess(ctx, transaction, spender, null);
    return spender;
  });
  await ctx.throttle.forget("loginAccount", user.email);
  return { message: "Tu contraseña se ha actualizado correctamente" };
}

export async function changePassword(
  ctx: Context,
  owner: OwnerId,
  { moment, cookie }: Caller,
  { currentPassword, password }: BodyOf<typeof authEndpoints.changePassword>,
): Promise<{ message: string }> {
  const checked = await checkPassword(ctx, owner, currentPassword);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (transaction) => {
    const user = await lockCheckedUser(transaction, owner, checked);
    await updatePassword(transaction, owner, passwordHash, moment.now);
    await endOtherAccess(ctx, transaction, user, cookie.token && tokenHash(cookie.token));
  });
  await ctx.throttle.forget("loginAccount", checked.email);
  return { message: "Tu contraseña se ha actualizado correctamente" };
}

async function endOtherAccess(ctx: Context, db: Queryable, user: UserRow, keptSession: string | null): Promise<void> {
  await deleteSessions(db, user.id, keptSession);
  // The pending address, too, may have been entered by whoever knew the old password.
  await deleteVerifications(db, user.id, { except: user.email });
  await ctx.enqueue(db, authJobs.notice, [{ to: user.email, notice: "password_changed" }]);
}

function invalidResetToken(): AppError {
  return new AppError(
    "invalid_token",
    "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
  );
}
