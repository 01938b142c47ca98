import type { authEndpoints, User } from "@repasa/contract/auth.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { BodyOf, Caller } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { normalisedEmail } from "./auth.address.ts";
import { emailTaken } from "./auth.email-change.ts";
import { authJobs } from "./auth.jobs.ts";
import { hashPassword, verifyNothing, verifyPassword } from "./auth.password.ts";
import { insertUser, selectUser, selectUserByEmail, type UserRow } from "./auth.queries.ts";
import { beginSession } from "./auth.sessions.ts";

export { normalisedEmail } from "./auth.address.ts";
export { confirmDeletion } from "./auth.password-check.ts";
export { findSession } from "./auth.sessions.ts";

export async function register(
  ctx: Context,
  caller: Caller,
  { email: address, password, firstName, lastName, mobile }: BodyOf<typeof authEndpoints.register>,
): Promise<User> {
  const email = normalisedEmail(address);
  const { now } = caller.moment;
  await ctx.throttle.take("registerAddress", caller.client.address);
  const passwordHash = await hashPassword(password);
  const sendsLetter = await mailboxHasRoom(ctx, email);
  const user = await ctx.db.transaction(async (transaction) => {
    const created = await insertUser(transaction, {
      email,
      passwordHash,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      mobile: mobile ?? false,
      createdAt: now,
      updatedAt: now,
    });
    if (!created) throw emailTaken();
    if (sendsLetter) await ctx.enqueue(transaction, authJobs.verification, [{ userId: created.id, email }]);
    return created;
  });
  return signIn(ctx, user, caller);
}

export async function logIn(
  ctx: Context,
  caller: Caller,
  { email: address, password }: BodyOf<typeof authEndpoints.login>,
): Promise<User> {
  const email = normalisedEmail(address);
  await ctx.throttle.take("loginAddress", caller.client.address);
  await ctx.throttle.take("loginAccount", email);
  const user = await selectUserByEmail(ctx.db, email);
  const isRight = await (user ? verifyPassword(password, user.passwordHash) : verifyNothing(password));
  if (!user || !isRight) throw wrongCredentials();
  await ctx.throttle.forget("loginAccount", email);
  return signIn(ctx, user, caller);
}

export async function currentUser(ctx: Context, owner: OwnerId): Promise<User> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  return userOf(user);
}

export function hasPremium({ subscription, statusMobile }: Pick<UserRow, "subscription" | "statusMobile">): boolean {
  return subscription === "active" || statusMobile === "active";
}

async function signIn(ctx: Context, user: UserRow, caller: Caller): Promise<User> {
  if (!(await beginSession(ctx, user, caller))) throw wrongCredentials();
  return userOf(user);
}

/** A mailbox that others fill with letters must not keep its owner from registering. */
async function mailboxHasRoom(ctx: Context, email: string): Promise<boolean> {
  try {
    await ctx.throttle.take("verificationMailbox", email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "Correo electrónico o contraseña incorrectos");
}

function userOf(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isEmailVerified: row.isEmailVerified,
    pendingEmail: row.pendingEmail,
    subscription: row.subscription,
    statusMobile: row.statusMobile,
    mobile: row.mobile,
    web: row.web,
    premium: hasPremium(row),
    createdAt: row.createdAt.toISOString(),
  };
}
