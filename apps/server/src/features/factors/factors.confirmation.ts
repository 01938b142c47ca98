import type { AddedFactor, ConfirmationMethods, Proof } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { checkPassword } from "#features/auth/auth.password-check.ts";
import { claimConfirmation, noteConfirmation, readLastConfirmation } from "#features/auth/auth.sessions.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { isRateLimited } from "#platform/http/throttle.ts";
import { logSecurityEvent, type Means } from "#platform/logging/security-log.ts";
import type { Factor } from "./factors.jobs.ts";
import { selectApp, selectHasFactor, selectPasskeys, spendTimeStep } from "./factors.queries.ts";
import { hashRecoveryCode, redeemRecoveryCode } from "./factors.recovery.ts";
import { findTimeStep } from "./factors.totp.ts";
import { type Browser, createPasskeyRequest, verifyPasskey, wrongPasskey } from "./factors.webauthn.ts";

const RECENT_MS = 10 * 60_000;

/**
 * Throws unless the user has recently confirmed their identity: with a second factor if the account has one, otherwise with the
 * password.
 */
export async function requireConfirmation(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  await requireRecentConfirmation(ctx, caller, (await selectHasFactor(ctx.db, owner)) ? "factor" : "password");
}

/**
 * A weaker form of {@link requireConfirmation}, for calls that do not change how users sign in. A sign-in within the last ten
 * minutes is enough. If the account has a second factor, the sign-in has already verified it.
 */
export async function requireRecentSignIn(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  await requireRecentConfirmation(ctx, caller, (await selectHasFactor(ctx.db, owner)) ? "factor" : "sign-in");
}

/** Returns until when {@link requireRecentSignIn} does not throw; null if it throws now. */
export async function readRecentSignInEnd(ctx: Context, caller: Caller, hasFactor: boolean): Promise<Date | null> {
  return readConfirmationEnd(ctx, caller, hasFactor ? "factor" : "sign-in");
}

/** Like {@link requireConfirmation}, but does nothing without a second factor, for calls that check the password themselves. */
export async function requireFactor(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  if (await selectHasFactor(ctx.db, owner)) await requireConfirmation(ctx, owner, caller);
}

/** Returns how the user can confirm their identity. If they have passkeys, this includes the request that the browser needs. */
export async function readMethodsForBrowser(
  ctx: Context,
  owner: OwnerId,
  browser: Browser,
  now: Date,
): Promise<ConfirmationMethods> {
  const [passkeys, app] = [await selectPasskeys(ctx.db, owner), await selectApp(ctx.db, owner)];
  const hasApp = app?.active === true;
  return {
    password: passkeys.length === 0 && !hasApp,
    app: hasApp,
    passkey: passkeys.length > 0 ? await createPasskeyRequest(ctx, browser, now, passkeys) : null,
  };
}

export async function readConfirmationMethods(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
): Promise<ConfirmationMethods> {
  return readMethodsForBrowser(
    ctx,
    owner,
    { token: requireSessionToken(caller), purpose: "confirm" },
    caller.moment.now,
  );
}

/** Confirms the user's identity for the caller's session. Throws if the password, code or passkey is wrong. */
export async function confirmIdentity(ctx: Context, owner: OwnerId, caller: Caller, proof: Proof): Promise<void> {
  if (proof.password !== undefined) {
    await checkPassword(ctx, owner, caller, proof.password);
    return noteConfirmation(ctx, caller, "password");
  }
  const token = requireSessionToken(caller);
  const budget = { rule: "factorSession", key: token } as const;
  const lastConfirmation = await readLastConfirmation(ctx, caller, "factor");
  // If the claim fails, a concurrent call has confirmed the session already.
  const claim = (db: Queryable) => claimConfirmation(db, owner, caller, lastConfirmation);
  const means = await verifyFactor(
    ctx,
    owner,
    { token, purpose: "confirm", budget, claim },
    proof,
    caller.moment.now,
  ).catch((error: unknown) => {
    const reason = isRateLimited(error) ? "rate_limited" : "factor";
    if (error instanceof AppError) logSecurityEvent(ctx, caller, owner, { event: "confirmation_refused", reason });
    throw error;
  });
  if (means === "recovery_code") logSecurityEvent(ctx, caller, owner, { event: "recovery_code_used" });
}

/** The rate limit that counts attempts to guess a code of an authenticator app. */
export type Budget = { rule: "factorAccount" | "factorDevice" | "factorSession"; key: string };

/** Completes the sign-in or confirmation that needs the factor. Returns false if a concurrent call has already completed it. */
export type Claim = (db: Queryable) => Promise<boolean>;

/**
 * Verifies a code or passkey, and calls `claim`. Returns which kind of factor it was, or null if `claim` returned false. Throws
 * if the code or passkey does not belong to the account. Each code of an app counts against `budget`, because such a code can be
 * guessed. A recovery code is spent in the transaction of the claim, so concurrent calls cannot spend more than one.
 */
export async function verifyFactor(
  ctx: Context,
  owner: OwnerId,
  { budget, claim, ...browser }: Browser & { budget: Budget; claim: Claim },
  { code, passkey }: Omit<Proof, "password">,
  now: Date,
): Promise<Exclude<Means, "password"> | null> {
  if (passkey !== undefined) {
    if ((await verifyPasskey(ctx, browser, passkey, now)).userId !== owner) throw wrongPasskey();
    return (await claim(ctx.db)) ? "passkey" : null;
  }
  if (code === undefined) throw new AppError("validation_failed", "Escribe el código");
  const typed = code.replace(/[\s-]/g, "");
  // The hash is null if the code has the wrong length or letters for a recovery code. It can then only be a code of an app.
  const hash = hashRecoveryCode(typed);
  if (hash !== null) {
    return ctx.db.transaction(async (transaction) => {
      if (!(await claim(transaction))) return null;
      if (!(await redeemRecoveryCode(ctx, transaction, owner, hash))) throw wrongCode();
      return "recovery_code";
    });
  }
  await ctx.throttle.take(budget.rule, budget.key);
  if (!(await spendAppCode(ctx, owner, typed, now))) throw wrongCode();
  await ctx.throttle.forget(budget.rule, budget.key);
  return (await claim(ctx.db)) ? "app" : null;
}

/** Returns whether a code of an authenticator app is valid and unused, and marks it as used. */
async function spendAppCode(ctx: Context, owner: OwnerId, code: string, now: Date): Promise<boolean> {
  const app = await selectApp(ctx.db, owner);
  const timeStep = app?.active ? findTimeStep(app.secret, code, now) : null;
  return app !== undefined && timeStep !== null && spendTimeStep(ctx.db, owner, app, timeStep);
}

/** Logs that a factor was added. The first factor of an account also creates recovery codes, which is logged too. */
export function logAddedFactor(
  ctx: Context,
  caller: Caller,
  owner: OwnerId,
  factor: Factor,
  { recoveryCodes }: AddedFactor,
): void {
  logSecurityEvent(ctx, caller, owner, { event: "factor_added", factor });
  if (recoveryCodes !== null) logSecurityEvent(ctx, caller, owner, { event: "recovery_codes_made" });
}

type Method = "password" | "factor" | "sign-in";

async function requireRecentConfirmation(ctx: Context, caller: Caller, method: Method): Promise<void> {
  if ((await readConfirmationEnd(ctx, caller, method)) === null) throw confirmationRequired();
}

/** Returns when the last confirmation of the caller's session ceases to be recent; null if there is no recent one. */
async function readConfirmationEnd(ctx: Context, caller: Caller, method: Method): Promise<Date | null> {
  const last = await readLastConfirmation(ctx, caller, method);
  if (last === null) return null;
  const end = new Date(last.getTime() + RECENT_MS);
  return caller.moment.now < end ? end : null;
}

function wrongCode(): AppError {
  return new AppError("invalid_credentials", "El código no es correcto o ya se ha usado");
}

/** Returns the token of the caller's session. Throws if there is none, which cannot happen in a call that requires a session. */
export function requireSessionToken({ cookie }: Caller): string {
  if (cookie.token === null) throw new AppError("unauthorized", "Unauthorized");
  return cookie.token;
}

function confirmationRequired(): AppError {
  return new AppError("confirmation_required", "Confirma que eres tú para continuar");
}
