import type { authEndpoints, User } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { BodyOf, Caller } from "#platform/http/call.ts";
import { logSecurityEvent, type Means } from "#platform/logging/security-log.ts";
import { normaliseEmail, takeMailboxRoom } from "./auth.address.ts";
import { startAttempt } from "./auth.attempts.ts";
import { emailTaken } from "./auth.email-change.ts";
import { checkNewPassword } from "./auth.guessable-passwords.ts";
import { authJobs } from "./auth.jobs.ts";
import { hashPassword, simulateVerification, verifyPassword } from "./auth.password.ts";
import { insertUser, type ShownFactor, selectUser, selectUserByEmail, type UserRow } from "./auth.queries.ts";
import type { SecondFactor } from "./auth.second-factor.ts";
import { startSession } from "./auth.sessions.ts";
import { selectTimeZone } from "./devices/devices.queries.ts";
import { rememberDevice } from "./devices/devices.service.ts";
import { isEmailReserved } from "./undoing/undoing.queries.ts";

export async function register(
  ctx: Context,
  caller: Caller,
  { email: address, password, firstName, lastName, mobile }: BodyOf<typeof authEndpoints.register>,
): Promise<User> {
  const email = normaliseEmail(address);
  const { now } = caller.moment;
  await ctx.throttle.take("registerAddress", caller.client.address);
  await checkNewPassword(password, { email, firstName, lastName });
  const passwordHash = await hashPassword(password);
  const sendsLetter = await takeMailboxRoom(ctx, "verificationMailbox", email);
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
    // Checked after the insertion, so that no change of address can happen in between.
    if (!created || (await isEmailReserved(transaction, created.id, email, now))) throw emailTaken();
    if (sendsLetter) await ctx.enqueue(transaction, authJobs.verification, [{ userId: created.id, email }]);
    return created;
  });
  return signIn(ctx, user, caller, { event: "sign_up" });
}

export async function logIn(
  ctx: Context,
  caller: Caller,
  { email: address, password }: BodyOf<typeof authEndpoints.login>,
  second: SecondFactor,
): Promise<User> {
  const email = normaliseEmail(address);
  const attempt = await startAttempt(ctx, caller, email);
  const user = await selectUserByEmail(ctx.db, email);
  const isRight = await (user ? verifyPassword(password, user.passwordHash) : simulateVerification(password));
  if (!user || !isRight) {
    attempt.refuse();
    throw wrongCredentials();
  }
  await attempt.succeed();
  await second.requireAtSignIn(user, caller);
  return signIn(ctx, user, caller, { event: "sign_in", by: "password" }).catch(async (error: unknown) => {
    // The first factor may have been added since the check.
    if (error instanceof AppError) await second.requireAtSignIn(user, caller);
    throw error;
  });
}

export async function readCurrentUser(ctx: Context, owner: OwnerId): Promise<User> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  return userOf(user);
}

export function hasPremium({ subscription, statusMobile }: Pick<UserRow, "subscription" | "statusMobile">): boolean {
  return subscription === "active" || statusMobile === "active";
}

/**
 * Starts a session after a second factor was shown. `passwordHash` is the hash that was valid when the sign-in started;
 * `credentialId` is that of a passkey.
 */
export async function signInOwner(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  by: Means,
  { passwordHash, credentialId }: { passwordHash: string; credentialId: string | undefined },
): Promise<User> {
  const user = await selectUser(ctx.db, owner);
  if (!user) throw wrongCredentials();
  return signIn(
    ctx,
    { ...user, passwordHash },
    caller,
    { event: "sign_in", by },
    { at: caller.moment.now, credentialId },
  );
}

/** Returns the address that an account's letters go to; null if the account is deleted or closed. */
export async function readAddress(ctx: Context, owner: OwnerId): Promise<string | null> {
  const user = await selectUser(ctx.db, owner);
  return user && user.deletionAt === null ? user.email : null;
}

/** Returns the address and throws unless it is confirmed: a stranger who registered with it must not keep its owner out. */
export async function requireConfirmedAddress(db: Queryable, owner: OwnerId): Promise<string> {
  const user = await selectUser(db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (!user.isEmailVerified) {
    throw new AppError("conflict", "Confirma antes tu correo: abre el enlace que te enviamos o pide otro en Ajustes.");
  }
  return user.email;
}

/** Returns whether the owner has proved that the account's address is theirs. */
export async function hasConfirmedAddress(ctx: Pick<Context, "db">, owner: OwnerId): Promise<boolean> {
  return (await selectUser(ctx.db, owner))?.isEmailVerified ?? false;
}

/** Starts the session of a user who has proved who they are, remembers the browser, and notifies the owner if it is a new one. */
async function signIn(
  ctx: Context,
  user: UserRow,
  caller: Caller,
  event: { event: "sign_up" } | { event: "sign_in"; by: Means },
  factor?: ShownFactor,
): Promise<User> {
  if (!(await startSession(ctx, user, caller, factor))) throw wrongCredentials();
  logSecurityEvent(ctx, caller, user.id, event);
  const device = await rememberDevice(ctx.db, user.id, caller);
  if (device === "new" && event.event === "sign_in") await notifyOfNewDevice(ctx, user, caller);
  return userOf(user);
}

async function notifyOfNewDevice(ctx: Context, user: UserRow, { moment, client }: Caller): Promise<void> {
  if (!(await takeMailboxRoom(ctx, "noticeMailbox", user.email))) return;
  const timeZone = (await selectTimeZone(ctx.db, user.id)) ?? moment.timeZone;
  const { userAgent } = client;
  const sign = { notice: "new_device", userAgent, at: moment.now.toISOString(), timeZone } as const;
  await ctx.enqueue(ctx.db, authJobs.notice, [{ userId: user.id, to: user.email, ...sign }]);
}

/**
 * Returns whether the owner of an account may be notified of its deletion, because an account with an unconfirmed address could fill
 * somebody else's mailbox. Must run before the transaction, because it counts letters on a connection of its own.
 */
export async function canSendDeletionLetter(ctx: Context, owner: OwnerId): Promise<boolean> {
  const user = await selectUser(ctx.db, owner);
  // A closed account no longer has an address, and its owner was notified when it was closed.
  if (!user || user.deletionAt !== null) return false;
  return user.isEmailVerified || takeMailboxRoom(ctx, "verificationMailbox", user.email);
}

/** Enqueues the letter on the deletion of an account, in the transaction that deletes it. */
export async function enqueueDeletionLetter(ctx: Context, db: Queryable, email: string): Promise<void> {
  await ctx.enqueue(db, authJobs.accountDeleted, [{ to: email }]);
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
    graceUntil: row.graceUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
